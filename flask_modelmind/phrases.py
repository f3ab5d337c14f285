"""Sentences the package itself says to visitors, by language."""

from __future__ import annotations

FALLBACK = {
    "en": "I could not find that in the records I may use.",
    "fa": "این را در داده‌هایی که اجازهٔ استفاده از آن‌ها را دارم پیدا نکردم.",
    "ar": "لم أجد ذلك في السجلات المسموح لي باستخدامها.",
    "de": "Das habe ich in den Daten, die ich nutzen darf, nicht gefunden.",
    "es": "No lo he encontrado en los registros que puedo usar.",
    "fr": "Je ne l'ai pas trouvé dans les données que je peux utiliser.",
    "tr": "Bunu kullanabildiğim kayıtlarda bulamadım.",
    "ru": "Я не нашёл этого в записях, которые мне доступны.",
    "zh": "我在可用的记录中没有找到相关信息。",
    "ja": "利用できる記録の中には見つかりませんでした。",
    "hi": "मुझे यह उपलब्ध अभिलेखों में नहीं मिला।",
    "it": "Non l'ho trovato nei dati che posso usare.",
    "pt": "Não encontrei isso nos registros que posso usar.",
}
"""What is said when nothing was found: neither a denial nor a hint of hidden data."""

WITHHELD = {
    "en": "I cannot give an answer to that.",
    "fa": "نمی‌توانم به این پرسش پاسخ بدهم.",
    "ar": "لا يمكنني الإجابة عن ذلك.",
    "de": "Darauf kann ich keine Antwort geben.",
    "es": "No puedo dar una respuesta a eso.",
    "fr": "Je ne peux pas répondre à cela.",
}
"""What is said when the provider withheld its answer."""


def fallback_answer(lang: str) -> str:
    """Return the sentence for "nothing found", in a language or else in English.

    :param lang: BCP 47 tag; only the part before the first hyphen counts.
    """
    return FALLBACK.get(_base(lang), FALLBACK["en"])


def withheld_answer(lang: str) -> str:
    """Return the sentence for a withheld answer, in a language or else in English."""
    return WITHHELD.get(_base(lang), WITHHELD["en"])


def _base(lang: str) -> str:
    return lang.partition("-")[0].lower()
