"""How an answer calls the attributes many records have, in each language.

The Arabic form is the one that stands before a name («سعر …»). A language that is
missing for an attribute falls back to the column's own label.
"""

from __future__ import annotations

from collections import abc as cabc

_LANGUAGES = [
    "en",
    "fa",
    "ar",
    "de",
    "es",
    "fr",
    "it",
    "pt",
    "tr",
    "ru",
    "hi",
    "ja",
    "zh",
]

_LABELS = """\
price: price, قیمت, سعر, Preis, precio, prix, prezzo, preço, fiyat, цена, कीमत, 価格, 价格
stock: stock, موجودی, مخزون, Lagerbestand, existencias, stock, giacenza, estoque, stok, остаток на складе, स्टॉक, 在庫, 库存
status: status, وضعیت, حالة, Status, estado, statut, stato, estado, durum, статус, स्थिति, 状態, 状态
date: date, تاریخ, تاريخ, Datum, fecha, date, data, data, tarih, дата, तारीख, 日付, 日期
order_date: order date, تاریخ سفارش, تاريخ طلب, Bestelldatum, fecha del pedido, date de commande, data dell'ordine, data do pedido, sipariş tarihi, дата заказа, ऑर्डर की तारीख, 注文日, 下单日期
shipping_date: shipping date, تاریخ ارسال, تاريخ شحن, Versanddatum, fecha de envío, date d'expédition, data di spedizione, data de envio, gönderim tarihi, дата отправки, भेजने की तारीख, 発送日, 发货日期
delivery_date: delivery date, تاریخ تحویل, تاريخ تسليم, Lieferdatum, fecha de entrega, date de livraison, data di consegna, data de entrega, teslim tarihi, дата доставки, डिलीवरी की तारीख, 配達日, 送达日期
released: release date, تاریخ عرضه, تاريخ إصدار, Erscheinungsdatum, fecha de lanzamiento, date de sortie, data di uscita, data de lançamento, çıkış tarihi, дата выхода, रिलीज़ की तारीख, 発売日, 发布日期
total: total, مبلغ کل, إجمالي, Gesamtbetrag, total, total, totale, total, toplam, сумма, कुल राशि, 合計, 总额
city: city, شهر, مدينة, Stadt, ciudad, ville, città, cidade, şehir, город, शहर, 都市, 城市
region: region, منطقه, منطقة, Region, región, région, regione, região, bölge, регион, क्षेत्र, 地域, 地区
country: country, کشور, بلد, Land, país, pays, paese, país, ülke, страна, देश, 国, 国家
currency: currency, واحد پول, عملة, Währung, moneda, devise, valuta, moeda, para birimi, валюта, मुद्रा, 通貨, 货币
weight: weight, وزن, وزن, Gewicht, peso, poids, peso, peso, ağırlık, вес, वज़न, 重量, 重量
code: code, کد, رمز, Code, código, code, codice, código, kod, код, कोड, コード, 代码
iata: IATA code, کد یاتا, رمز إياتا, IATA-Code, código IATA, code IATA, codice IATA, código IATA, IATA kodu, код IATA, IATA कोड, IATAコード, IATA 代码
icao: ICAO code, کد ایکائو, رمز إيكاو, ICAO-Code, código OACI, code OACI, codice ICAO, código ICAO, ICAO kodu, код ICAO, ICAO कोड, ICAOコード, ICAO 代码
elevation: elevation, ارتفاع, ارتفاع, Höhe, elevación, altitude, altitudine, altitude, rakım, высота, ऊंचाई, 標高, 海拔
latitude: latitude, عرض جغرافیایی, خط عرض, Breitengrad, latitud, latitude, latitudine, latitude, enlem, широта, अक्षांश, 緯度, 纬度
longitude: longitude, طول جغرافیایی, خط طول, Längengrad, longitud, longitude, longitudine, longitude, boylam, долгота, देशांतर, 経度, 经度
timezone: time zone, منطقهٔ زمانی, توقيت, Zeitzone, zona horaria, fuseau horaire, fuso orario, fuso horário, saat dilimi, часовой пояс, समय क्षेत्र, タイムゾーン, 时区
rating: rating, امتیاز, تقييم, Bewertung, valoración, note, valutazione, avaliação, puan, рейтинг, रेटिंग, 評価, 评分
category: category, دسته, فئة, Kategorie, categoría, catégorie, categoria, categoria, kategori, категория, श्रेणी, カテゴリ, 类别
description: description, توضیح, وصف, Beschreibung, descripción, description, descrizione, descrição, açıklama, описание, विवरण, 説明, 描述
tracking: tracking number, کد رهگیری, رقم تتبع, Sendungsnummer, número de seguimiento, numéro de suivi, numero di tracciamento, número de rastreio, takip numarası, номер отслеживания, ट्रैकिंग नंबर, 追跡番号, 运单号
name: name, نام, اسم, Name, nombre, nom, nome, nome, ad, название, नाम, 名前, 名称
brand: brand, برند, علامة, Marke, marca, marque, marca, marca, marka, марка, ब्रांड, ブランド, 品牌
colour: colour, رنگ, لون, Farbe, color, couleur, colore, cor, renk, цвет, रंग, 色, 颜色
since: customer since, مشتری از, عميل منذ, Kunde seit, cliente desde, client depuis, cliente dal, cliente desde, müşterilik başlangıcı, клиент с, ग्राहक कब से, 顧客登録日, 客户起始日期
"""


def _read() -> cabc.Mapping[str, cabc.Mapping[str, str]]:
    table: dict[str, dict[str, str]] = {}
    for line in _LABELS.splitlines():
        name, _, labels = line.partition(": ")
        table[name] = dict(zip(_LANGUAGES, labels.split(", "), strict=True))
    return table


ATTRIBUTE_LABELS = _read()
"""Name of a concept → language → label."""
