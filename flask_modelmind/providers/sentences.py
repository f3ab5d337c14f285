"""The sentences of the extractive provider, by language.

Each is about one record; ``{record}`` comes as the record is labelled, ``{value}`` as
the field is written. Languages that are missing take the neutral form.
"""

from __future__ import annotations

from collections import abc as cabc

Sentences = cabc.Mapping[str, str]

STATEMENTS: Sentences = {
    "en": "The {label} of {record} is {value}",
    "fa": "{label} «{record}» {value} است",
    "ar": "{label} «{record}»: {value}",
    "de": "{label} von „{record}“: {value}",
    "es": "{label} de «{record}»: {value}",
    "fr": "{label} de « {record} » : {value}",
    "it": "{label} di «{record}»: {value}",
    "pt": "{label} de «{record}»: {value}",
    "ja": "「{record}」 {label}：{value}",
    "zh": "“{record}”的{label}：{value}",
}
"""One field of one record."""

NEUTRAL_STATEMENT = "{record} – {label}: {value}"

MISSING: Sentences = {
    "en": "No {label} is recorded for {record}",
    "fa": "برای «{record}» مقداری برای {label} ثبت نشده است",
    "ar": "لا توجد قيمة مسجلة في خانة {label} «{record}»",
    "de": "Für „{record}“ ist kein Wert für {label} eingetragen",
    "es": "No consta ningún valor de {label} para «{record}»",
    "fr": "Aucune valeur de {label} n'est enregistrée pour « {record} »",
}
"""One field that is empty."""

NEUTRAL_MISSING = "{record} – {label}: –"

IN_STOCK: Sentences = {
    "en": "{record} is in stock: the stock is {value}",
    "fa": "«{record}» موجود است: موجودی {value} است",
    "ar": "«{record}» متوفر: المخزون {value}",
    "de": "„{record}“ ist auf Lager: Lagerbestand {value}",
    "es": "«{record}» está disponible: existencias {value}",
    "fr": "« {record} » est en stock : stock {value}",
}
"""A stock above zero, for those who ask whether there is any."""

OUT_OF_STOCK: Sentences = {
    "en": "{record} is not in stock: the stock is {value}",
    "fa": "«{record}» موجود نیست: موجودی {value} است",
    "ar": "«{record}» غير متوفر: المخزون {value}",
    "de": "„{record}“ ist nicht auf Lager: Lagerbestand {value}",
    "es": "«{record}» no está disponible: existencias {value}",
    "fr": "« {record} » n'est pas en stock : stock {value}",
}
"""A stock of zero."""

QUANTITY_WORDS = (
    "how many", "how much", "quantity", "number of", "left", "چند", "تعداد", "كم",
    "کم", "عدد", "wie viel", "wieviel", "anzahl", "cuant", "combien", "nombre",
)  # fmt: skip
"""Folded words of those who ask how many there are, rather than whether any."""

YES: Sentences = {
    "en": "yes", "fa": "بله", "ar": "نعم", "de": "ja", "es": "sí", "fr": "oui",
    "it": "sì", "pt": "sim", "tr": "evet", "ru": "да", "hi": "हाँ", "ja": "はい",
    "zh": "是",
}  # fmt: skip
NO: Sentences = {
    "en": "no", "fa": "خیر", "ar": "لا", "de": "nein", "es": "no", "fr": "non",
    "it": "no", "pt": "não", "tr": "hayır", "ru": "нет", "hi": "नहीं", "ja": "いいえ",
    "zh": "否",
}  # fmt: skip
COMMAS: Sentences = {"fa": "،", "ar": "،", "ja": "、", "zh": "，"}
"""What stands between the fields of a summary; elsewhere a comma."""
