"""What people call the attributes of a record, in several languages.

Each concept ties the words of a question to the column that answers it. ``columns`` are
folded words of column names or labels; ``asked`` are folded phrases of questions;
``label`` is how an answer names the attribute. A language that is missing here falls
back to the column's own label, in the neutral form ``record – label: value``.
"""

from __future__ import annotations

import dataclasses
from collections import abc as cabc


@dataclasses.dataclass(frozen=True, kw_only=True)
class Concept:
    """One attribute many records have."""

    columns: tuple[str, ...]
    asked: cabc.Mapping[str, tuple[str, ...]]
    label: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)


def _words(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.split(","))


def _concept(columns: str, label: dict[str, str], **asked: str) -> Concept:
    return Concept(
        columns=_words(columns),
        label=label,
        asked={lang: _words(phrases) for lang, phrases in asked.items()},
    )


CONCEPTS: cabc.Mapping[str, Concept] = {
    "price": _concept(
        "price, cost, amount, fare, fee, total, rate",
        {"en": "price", "fa": "قیمت", "ar": "سعر", "de": "Preis", "es": "precio",
         "fr": "prix"},
        en="price, cost, costs, how much is, how much does, how much are, expensive,"
        " cheap, pay for",
        fa="قیمت, بها, چنده, چند است, هزینه, نرخ, مبلغ, چقدر می‌ارزد, قیمتش",
        ar="سعر, بكم, كم سعر, ثمن, تكلفة, كم يكلف, كم تكلف",
        de="preis, kostet, kosten, was kostet, wie teuer, wieviel kostet",
        es="precio, cuesta, cuestan, cuanto cuesta, cuanto vale, vale",
        fr="prix, coute, combien coute, cout, tarif",
        tr="fiyat, fiyati, kac para, ne kadar, ucret",
        ru="цена, стоит, стоимость, сколько стоит, цену",
        zh="价格, 多少钱, 价钱, 售价",
        ja="価格, 値段, いくら",
        hi="कीमत, दाम, मूल्य",
    ),
    "stock": _concept(
        "stock, quantity, inventory, available, units, on hand, qty",
        {"en": "stock", "fa": "موجودی", "ar": "المخزون", "de": "Lagerbestand",
         "es": "existencias", "fr": "stock"},
        en="stock, in stock, available, availability, left, units, sold out, inventory,"
        " how many",
        fa="موجودی, موجود, موجود است, چند تا, چند عدد, تمام شده, باقی مانده",
        ar="المخزون, مخزون, متوفر, متوفرة, متاح, كم قطعة, كم وحدة",
        de="lager, auf lager, vorratig, verfugbar, bestand, lagerbestand, wie viele",
        es="existencias, stock, disponible, disponibles, quedan, cuantas unidades,"
        " inventario",
        fr="stock, en stock, disponible, disponibles, reste, combien d'unites",
        tr="stok, stokta, mevcut, kac adet, kaldi",
        ru="наличии, наличие, остаток, осталось, склад, складе, сколько штук",
        zh="库存, 有货, 还有多少, 存货",
        ja="在庫",
        hi="स्टॉक, उपलब्ध, भंडार",
    ),
    "status": _concept(
        "status, state, stage, is active, active",
        {"en": "status", "fa": "وضعیت", "ar": "الحالة", "de": "Status", "es": "estado",
         "fr": "statut"},
        en="status, state, shipped, delivered, cancelled, active, pending",
        fa="وضعیت, در چه حالی, ارسال شده, تحویل, فعال",
        ar="حالة, الحالة, وضع, تم شحن, وصل",
        de="status, stand, zustand, versendet, geliefert, aktiv",
        es="estado, enviado, entregado, activo",
        fr="statut, etat, expediee, livree, actif",
        tr="durum, durumu, gonderildi",
        ru="статус, состояние, отправлен, доставлен",
        zh="状态, 情况",
        ja="状態, ステータス, 状況",
        hi="स्थिति",
    ),
    "date": _concept(
        "date, placed on, ordered on, ordered at, placed at, created at, due on,"
        " due date, opened at, released, released on, release date, shipped on,"
        " delivered on, updated at, published at",
        {"en": "date", "fa": "تاریخ", "ar": "تاريخ", "de": "Datum", "es": "fecha",
         "fr": "date"},
        en="when, date, what day, placed, ordered, released",
        fa="تاریخ, کی, چه زمانی, چه روزی, چه وقت",
        ar="متى, تاريخ, في اي يوم",
        de="wann, datum, an welchem tag",
        es="cuando, fecha, que dia",
        fr="quand, date, quel jour",
        tr="ne zaman, tarih, tarihi",
        ru="когда, дата, дату, какого числа",
        zh="什么时候, 日期, 何时",
        ja="いつ, 日付, 日時",
        hi="कब, तारीख, दिनांक",
    ),
    "total": _concept(
        "total, grand total, amount",
        {"en": "total", "fa": "مبلغ کل", "ar": "الإجمالي", "de": "Gesamtbetrag",
         "es": "total", "fr": "total"},
        en="total, amount, sum",
        fa="جمع, مجموع, مبلغ کل",
        ar="المجموع, اجمالي, الاجمالي",
        de="summe, gesamt, gesamtbetrag",
        es="total, importe",
        fr="total, montant",
        tr="toplam, tutar",
        ru="сумма, итого, всего",
        zh="总额, 总计, 合计",
        ja="合計, 総額",
        hi="कुल",
    ),
    "city": _concept(
        "city, town, municipality",
        {"en": "city", "fa": "شهر", "ar": "المدينة", "de": "Stadt", "es": "ciudad",
         "fr": "ville"},
        en="city, town, where, located, location",
        fa="شهر, کجا, کجاست, در کدام شهر, محل",
        ar="مدينة, المدينة, اين, يقع, تقع, موقع",
        de="stadt, wo, ort, liegt, befindet",
        es="ciudad, donde, esta ubicado, ubicacion",
        fr="ville, ou se trouve, ou est, situe",
        tr="sehir, sehirde, nerede",
        ru="город, городе, где, находится",
        zh="城市, 在哪里, 哪里, 位于",
        ja="都市, どこ, 市",
        hi="शहर, कहां, कहाँ",
    ),
    "country": _concept(
        "country, nation, country code",
        {"en": "country", "fa": "کشور", "ar": "البلد", "de": "Land", "es": "país",
         "fr": "pays"},
        en="country, nation",
        fa="کشور, کدام کشور",
        ar="دولة, بلد, البلد, الدولة",
        de="land, welchem land",
        es="pais",
        fr="pays",
        tr="ulke, ulkede",
        ru="страна, стране",
        zh="国家",
        ja="国",
        hi="देश",
    ),
    "weight": _concept(
        "weight, weight kg, mass",
        {"en": "weight", "fa": "وزن", "ar": "الوزن", "de": "Gewicht", "es": "peso",
         "fr": "poids"},
        en="weight, weigh, weighs, heavy",
        fa="وزن, چند کیلو, سنگین",
        ar="وزن, الوزن, يزن, تزن",
        de="gewicht, wiegt, schwer",
        es="peso, pesa",
        fr="poids, pese",
        tr="agirlik, agirligi, kac kilo",
        ru="вес, весит",
        zh="重量, 多重",
        ja="重さ, 重量",
        hi="वजन, भार",
    ),
    "code": _concept(
        "sku, code, article number",
        {"en": "code", "fa": "کد", "ar": "الرمز", "de": "Code", "es": "código",
         "fr": "code"},
        en="sku, article number, product code",
        fa="کد کالا, کد محصول, شناسه کالا",
        ar="رمز المنتج, كود",
        de="artikelnummer, produktcode",
        es="codigo de producto, referencia",
        fr="reference, code produit",
        tr="urun kodu",
        ru="артикул, код товара",
        zh="货号, 产品代码",
        ja="品番, 商品コード",
        hi="उत्पाद कोड",
    ),
    "iata": _concept(
        "iata, iata code",
        {"en": "IATA code", "fa": "کد یاتا", "ar": "رمز إياتا", "de": "IATA-Code",
         "es": "código IATA", "fr": "code IATA"},
        en="iata, iata code, airport code",
        fa="یاتا, کد یاتا, کد یاتای, iata",
        ar="اياتا, رمز اياتا, iata",
        de="iata, iata-code, flughafencode",
        es="iata, codigo iata",
        fr="iata, code iata",
        tr="iata, iata kodu",
        ru="iata, иата, код иата",
        zh="iata, 机场代码",
        ja="iata, 空港コード",
        hi="iata, आईएटीए",
    ),
    "icao": _concept(
        "icao, icao code",
        {"en": "ICAO code", "fa": "کد ایکائو", "ar": "رمز إيكاو", "de": "ICAO-Code",
         "es": "código OACI", "fr": "code OACI"},
        en="icao, icao code",
        fa="ایکائو, icao",
        ar="ايكاو, icao",
        de="icao, icao-code",
        es="oaci, icao",
        fr="oaci, icao",
        tr="icao",
        ru="icao, икао",
        zh="icao",
        ja="icao",
        hi="icao",
    ),
    "elevation": _concept(
        "elevation, altitude, height",
        {"en": "elevation", "fa": "ارتفاع", "ar": "الارتفاع", "de": "Höhe",
         "es": "elevación", "fr": "altitude"},
        en="elevation, altitude, how high, above sea level",
        fa="ارتفاع",
        ar="ارتفاع, الارتفاع",
        de="hohe, wie hoch, hohenlage",
        es="elevacion, altitud, altura",
        fr="altitude, hauteur",
        tr="rakim, yukseklik",
        ru="высота, высоте",
        zh="海拔, 高度",
        ja="標高, 高度",
        hi="ऊंचाई, ऊँचाई",
    ),
    "timezone": _concept(
        "timezone, time zone, tz",
        {"en": "time zone", "fa": "منطقهٔ زمانی", "ar": "المنطقة الزمنية",
         "de": "Zeitzone", "es": "zona horaria", "fr": "fuseau horaire"},
        en="timezone, time zone",
        fa="منطقه زمانی",
        ar="المنطقة الزمنية, منطقة زمنية, التوقيت",
        de="zeitzone",
        es="zona horaria, huso horario",
        fr="fuseau horaire",
        tr="saat dilimi",
        ru="часовой пояс, часовом поясе",
        zh="时区",
        ja="タイムゾーン, 時間帯",
        hi="समय क्षेत्र",
    ),
    "rating": _concept(
        "rating, score, stars",
        {"en": "rating", "fa": "امتیاز", "ar": "التقييم", "de": "Bewertung",
         "es": "valoración", "fr": "note"},
        en="rating, rated, stars, score",
        fa="امتیاز, نمره",
        ar="تقييم, التقييم",
        de="bewertung, sterne",
        es="valoracion, calificacion, puntuacion",
        fr="note, evaluation, avis",
        tr="puan, puani",
        ru="рейтинг, оценка",
        zh="评分, 评价",
        ja="評価",
        hi="रेटिंग",
    ),
    "category": _concept(
        "category, category.name, type, kind",
        {"en": "category", "fa": "دسته", "ar": "الفئة", "de": "Kategorie",
         "es": "categoría", "fr": "catégorie"},
        en="category, what kind, which type",
        fa="دسته, دسته‌بندی, گروه",
        ar="فئة, الفئة, تصنيف",
        de="kategorie",
        es="categoria",
        fr="categorie",
        tr="kategori",
        ru="категория, категории",
        zh="类别, 分类",
        ja="カテゴリ, 種類",
        hi="श्रेणी",
    ),
    "description": _concept(
        "description, summary, details, text, body, notes",
        {"en": "description", "fa": "توضیح", "ar": "الوصف", "de": "Beschreibung",
         "es": "descripción", "fr": "description"},
        en="describe, description, details, tell me about",
        fa="توضیح, توضیحات, درباره, معرفی",
        ar="وصف, الوصف, تفاصيل, حدثني عن",
        de="beschreibung, beschreibe, erzahl",
        es="descripcion, describe, detalles, cuentame",
        fr="description, decris, details",
        tr="aciklama, anlat",
        ru="описание, опиши, расскажи",
        zh="描述, 介绍, 说明",
        ja="説明, 詳細",
        hi="विवरण, बताओ",
    ),
}  # fmt: skip
"""Name of the concept → its words. Phrases are folded when they are compared."""


STATEMENTS: cabc.Mapping[str, str] = {
    "en": "The {label} of {record} is {value}",
    "fa": "{label} «{record}» {value} است",
    "ar": "{label} «{record}» هو {value}",
    "de": "{label} von „{record}“: {value}",
    "es": "{label} de «{record}»: {value}",
    "fr": "{label} de « {record} » : {value}",
}
"""One sentence about one field. Elsewhere the neutral form is used."""

NEUTRAL_STATEMENT = "{record} – {label}: {value}"

MISSING: cabc.Mapping[str, str] = {
    "en": "No {label} is recorded for {record}",
    "fa": "برای «{record}» مقداری برای {label} ثبت نشده است",
    "ar": "لا توجد قيمة مسجلة لـ{label} في «{record}»",
    "de": "Für „{record}“ ist kein Wert für {label} eingetragen",
    "es": "No consta ningún valor de {label} para «{record}»",
    "fr": "Aucune valeur de {label} n'est enregistrée pour « {record} »",
}
"""One sentence about a field that is empty."""

NEUTRAL_MISSING = "{record} – {label}: –"

YES = {"en": "yes", "fa": "بله", "ar": "نعم", "de": "ja", "es": "sí", "fr": "oui"}
NO = {"en": "no", "fa": "خیر", "ar": "لا", "de": "nein", "es": "no", "fr": "non"}
