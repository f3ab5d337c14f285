"""What people of other languages call the models that many applications have.

A model is labelled in one language and asked about in all: «فرودگاه», "Flughafen" and
"аэропорт" name the model ``Airports`` as well as "airport" does, and tell no row of it.
"""

from __future__ import annotations

import functools
from collections import abc as cabc

from ..text import fold
from ..text import words
from .stems import stem

_NOUNS = (
    # en, fa, ar, de, es, fr, it, pt, tr, ru, hi, zh and ja
    (
        "airport airports airfield; فرودگاه فرودگاهی; مطار المطار مطارات;"
        " flughafen flughäfen; aeropuerto aeropuertos; aéroport aéroports;"
        " aeroporto aeroporti aeroportos; havalimanı havaalanı havalimanları;"
        " аэропорт аэропорта аэропорту аэропорты аэропортом; हवाई अड्डा अड्डे; 机场; 空港"
    ),
    (
        "product products item items article articles; محصول محصولات کالا کالاها جنس;"
        " منتج المنتج منتجات; produkt produkte produkts artikel; producto productos"
        " artículo artículos; produit produits; prodotto prodotti articolo; produto"
        " produtos; ürün ürünü ürünler; товар товара товары товаров продукт; उत्पाद;"
        " 产品; 商品 製品"
    ),
    (
        "order orders; سفارش سفارشم سفارشات; طلب الطلب طلبات طلبي; bestellung"
        " bestellungen auftrag; pedido pedidos orden; commande commandes; ordine ordini;"
        " encomenda encomendas; sipariş siparişi siparişim siparişler; заказ заказа"
        " заказы заказов; ऑर्डर; 订单; 注文"
    ),
    (
        "customer customers client clients; مشتری مشتریان; عميل العميل عملاء زبون; kunde"
        " kunden kundin; cliente clientes; client cliente clients; cliente clienti;"
        " müşteri müşterisi müşteriler; клиент клиента клиенты покупатель; ग्राहक; 客户"
        " 顾客; 顧客"
    ),
    (
        "category categories; دسته دسته‌بندی; فئة فئات تصنيف; kategorie kategorien;"
        " categoría categorías; catégorie catégories; categoria categorie categorias;"
        " kategori kategoriler; категория категории; श्रेणी; 类别 分类; カテゴリ"
    ),
    (
        "user users member members; کاربر کاربران عضو; مستخدم مستخدمين; benutzer nutzer"
        " mitglied; usuario usuarios miembro; utilisateur utilisateurs membre; utente"
        " utenti; usuário usuários; kullanıcı kullanıcılar; пользователь пользователи;"
        " उपयोगकर्ता; 用户; 利用者"
    ),
    (
        "invoice invoices bill bills; فاکتور صورتحساب; فاتورة فواتير; rechnung rechnungen;"
        " factura facturas; facture factures; fattura fatture; fatura faturas; fatura;"
        " счет счёт счета; चालान; 发票; 請求書"
    ),
    (
        "book books; کتاب کتاب‌ها; كتاب كتب; buch bücher; libro libros; livre livres;"
        " libro libri; livro livros; kitap kitabı kitaplar; книга книги книгу книг;"
        " किताब पुस्तक; 书; 本 書籍"
    ),
    (
        "employee employees; کارمند کارمندان; موظف موظفين; mitarbeiter angestellte;"
        " empleado empleados; employé employés salarié; dipendente dipendenti;"
        " funcionário funcionários; çalışan çalışanlar; сотрудник сотрудники; कर्मचारी;"
        " 员工; 社員 従業員"
    ),
    (
        "hotel hotels; هتل; فندق فنادق; hotel hotels; hotel hoteles; hôtel hôtels; albergo"
        " alberghi; hotel hotéis; otel oteller; отель отеля гостиница; होटल; 酒店;"
        " ホテル"
    ),
    (
        "flight flights; پرواز پروازها; رحلة رحلات; flug flüge; vuelo vuelos; vol vols;"
        " volo voli; voo voos; uçuş uçuşlar; рейс рейса рейсы; उड़ान; 航班; 便"
    ),
    (
        "course courses class classes; دوره دوره‌ها کلاس; دورة دورات; kurs kurse; curso"
        " cursos; cours; corso corsi; kurs kurslar; курс курса курсы; कोर्स; 课程; 講座"
    ),
    (
        "student students; دانشجو دانش‌آموز; طالب طلاب; student studenten schüler;"
        " estudiante alumno; étudiant élève; studente studenti; aluno estudante; öğrenci"
        " öğrenciler; студент студенты; छात्र; 学生; 学生"
    ),
    (
        "event events; رویداد رویدادها; حدث أحداث فعالية; veranstaltung veranstaltungen;"
        " evento eventos; événement événements; evento eventi; etkinlik etkinlikler;"
        " событие события мероприятие; कार्यक्रम; 活动; イベント"
    ),
    (
        "ticket tickets; تیکت بلیت بلیط; تذكرة تذاكر; ticket tickets karte; boleto"
        " entrada; billet billets; biglietto biglietti; bilhete; bilet biletler; билет"
        " билеты заявка; टिकट; 票 工单; チケット"
    ),
    (
        "project projects; پروژه پروژه‌ها; مشروع مشاريع; projekt projekte; proyecto"
        " proyectos; projet projets; progetto progetti; projeto projetos; proje projeler;"
        " проект проекта проекты; परियोजना; 项目; プロジェクト"
    ),
    (
        "supplier suppliers vendor vendors; تأمین‌کننده فروشنده; مورد موردين; lieferant"
        " lieferanten; proveedor proveedores; fournisseur fournisseurs; fornitore"
        " fornitori; fornecedor; tedarikçi; поставщик поставщики; आपूर्तिकर्ता; 供应商;"
        " 仕入先"
    ),
    (
        "company companies firm; شرکت شرکت‌ها; شركة شركات; firma firmen unternehmen;"
        " empresa empresas compañía; entreprise entreprises société; azienda aziende;"
        " empresa empresas; şirket şirketler; компания компании фирма; कंपनी; 公司; 会社"
    ),
)
"""Each line is one noun, in several languages and its commonest forms."""


@functools.cache
def _by_form() -> cabc.Mapping[str, frozenset[str]]:
    """Map each form and its stem to all forms of the noun, folded."""
    forms: dict[str, frozenset[str]] = {}
    for line in _NOUNS:
        listed = frozenset(fold(line.replace(";", " ")).split())
        for form in listed:
            for key in {form, stem(form)}:
                forms[key] = forms.get(key, frozenset()) | listed
    return forms


@functools.lru_cache(maxsize=1024)
def translations(label: str) -> frozenset[str]:
    """Return what other languages call a label of one word, folded.

    :param label: Label of a model, in any spelling; more words have no translation.
    """
    found = words(fold(label))
    if len(found) != 1:
        return frozenset()
    return _by_form().get(stem(found[0].text), frozenset())
