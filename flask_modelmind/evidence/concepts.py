"""What a column is about, so that claims in other languages find it.

A field named "Stock" is meant by «موجودی» and by "Lagerbestand". Only the commonest
attributes of applications are known; others are found by their own label.
"""

from __future__ import annotations

import functools
import re
from collections import abc as cabc

from ..text import fold
from ..text import words
from .wording import stem
from .wordset import read_table
from .wordset import word_set

_CONCEPTS = """\
price: preço prezzo
    price cost costs costing priced amount total قیمت بها هزینه مبلغ سعر ثمن تكلفة
    يكلف preis kostet kosten betrag precio cuesta costo importe prix coûte montant
    prezzo costa цена стоит стоимость сумма 价格 售价 价钱 价 値段 価格 가격 fiyat fiyatı कीमत मूल्य
    מחיר
stock: giacenza estoque остаток
    stock موجود متاح متوفرة available quantity inventory units unit left remaining موجودی تعداد انبار مخزون
    المخزون كمية متوفر bestand lager lagerbestand vorrat stück existencias inventario
    unidades stocks quantité unités запас складе наличии 库存 庫存 在庫 재고 stok stokta מלאי
    स्टॉक
weight: weight weigh weighs weighing وزن الوزن يزن gewicht wiegt peso pesa poids pèse
    вес весит 重量 ağırlık वजन
status: stato स्थिति
    status state active enabled وضعیت حالة الحالة zustand estado statut état статус 状态 状態 durum
category: categoria kategori श्रेणी
    category type kind دسته گروه نوع فئة الفئة kategorie art categoría tipo
    catégorie категория 类别 カテゴリ
colour: colore cor रंग
    colour color رنگ لون اللون farbe couleur цвет 颜色 色 renk
city: città cidade 都市 शहर
    city town شهر مدينة المدينة stadt ciudad ville citta город 城市 şehir
country: paese país 国 देश
    country کشور دولة البلد land país pays страна 国家 ülke
warranty: warranty guarantee گارانتی ضمانت ضمان الضمان garantie garantía гарантия 保修 保証
date: data तारीख 発売日 注文日
    date placed ordered created تاریخ ثبت تاريخ datum bestellt fecha pedido commandé
    дата 日期 日付 tarih
customer: customer buyer مشتری خریدار العميل زبون kunde kundin cliente client клиент 客户
    顧客
limit: limit credit سقف اعتبار حد ائتمان limite límite kreditlimit лимит 额度
elevation: altitudine altitude rakım ऊंचाई 標高
    elevation altitude height ارتفاع höhe altura élévation высота 海拔
timezone: توقيت zeitzone fuso fuseau saat dilimi समय часовой пояс タイムゾーン 时区 zona horaria orario horário time zone زمانی المنطقة الزمنية
    timezone tz zeitzone huso fuseau منطقه_زمانی
rating: valutazione avaliação puan रेटिंग 評価 评分
    rating stars score امتیاز تقييم bewertung valoración note рейтинг 评分
email: email mail ایمیل بريد correo courriel почта 邮箱
phone: phone telephone تلفن هاتف telefon teléfono téléphone телефон 电话
name: name نام اسم nombre nom nome ad название 名前 名称 नाम
currency: currency واحد پول عملة währung moneda devise valuta moeda para birimi валюта मुद्रा
    通貨 货币
description: description توضیح وصف beschreibung descripción descrizione descrição açıklama
    описание विवरण 説明 描述
region: region منطقه منطقة región région regione região bölge регион क्षेत्र 地域 地区
latitude: latitude عرض breitengrad latitud latitudine enlem широта अक्षांश 緯度 纬度
longitude: longitude طول längengrad longitud longitudine boylam долгота देशांतर 経度 经度
release: released release عرضه إصدار erscheinungsdatum lanzamiento sortie uscita lançamento
    çıkış выхода रिलीज़ 発売日 发布日期
code: codice kod コード 代码 कोड códice iataコード icaoコード
    code iata icao sku کد رمز código кода 代码
"""
_BY_WORD = {
    key: name
    for name, spoken in read_table(_CONCEPTS)
    for word in spoken
    for key in (word, stem(word))
}
_UNSPACED = re.compile(
    "|".join(sorted((w for w in _BY_WORD if ord(w[0]) > 0x2E80), key=len, reverse=True))
)
_UNSPACED_FROM = 0x2E80
"""First code point of the scripts written without spaces."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

_GONE = word_set(
    "sold_out out_of_stock unavailable ausverkauft nicht_verfügbar vergriffen agotado"
    " épuisé en_rupture ناموجود تمام_شده نفد نفدت غير_متوفر распродан нет_в_наличии 售罄"
    " 缺货 在庫切れ tükendi not_in_stock not_available no_longer_available موجود_نیست",
)
_THERE = word_set(
    "in_stock available auf_lager verfügbar lieferbar en_stock disponible موجود_است"
    " متوفر в_наличии 有货 在庫あり stokta_var موجود",
)


def concepts_of(folded: str) -> list[tuple[str, int, int]]:
    """Find the attributes a folded text speaks of: name, start and end."""
    found = [
        (_BY_WORD[key], word.start, word.end)
        for word in words(folded)
        for key in (word.text if word.text in _BY_WORD else stem(word.text),)
        if key in _BY_WORD and ord(word.text[0]) <= 0x2E80
    ]
    found += [(_BY_WORD[m[0]], *m.span()) for m in _UNSPACED.finditer(folded)]
    return found


@functools.lru_cache(maxsize=2_048)
def label_stems(*names: str) -> frozenset[str]:
    """Return the stems of the words in column names and labels of any spelling."""
    split = " ".join(_CAMEL.sub(" ", name).replace("_", " ") for name in names)
    return frozenset(stem(word.text) for word in words(fold(split.replace(".", " "))))


@functools.lru_cache(maxsize=2_048)
def concepts_of_label(stems: frozenset[str]) -> frozenset[str]:
    """Return the attributes that the stems of a column's name stand for."""
    return frozenset(name for word in stems for name, _, _ in concepts_of(word))


def stock_words(folded: str) -> tuple[bool, int, int] | None:
    """Read "sold out" or "in stock": whether there is any, and where it is said."""
    for is_there, pattern in _STOCK_PATTERNS:
        match = pattern.search(folded)
        if match:
            return is_there, match.start(), match.end()
    return None


def _any_of(forms: frozenset[str]) -> re.Pattern[str]:
    """Compile a pattern for whole words; scripts without spaces match anywhere."""
    spaced = [form for form in forms if ord(form[0]) < _UNSPACED_FROM]
    unspaced = [form for form in forms if ord(form[0]) >= _UNSPACED_FROM]
    return re.compile(
        rf"(?<!\w)(?:{_alternatives(spaced)})(?!\w)|{_alternatives(unspaced)}"
    )


def _alternatives(forms: cabc.Iterable[str]) -> str:
    return "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))


_STOCK_PATTERNS = ((False, _any_of(_GONE)), (True, _any_of(_THERE)))
