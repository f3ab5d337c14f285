"""The words of a text that carry meaning, in a form that survives inflection."""

from __future__ import annotations

import dataclasses
import functools
import re
import typing as t
from collections import abc as cabc

from ..text import words
from .wordset import word_set

_FUNCTION_WORDS: dict[str, frozenset[str]] = {
    "en": word_set(
        "the a an of to in on at by for from with and or is are was were be been being"
        " it its this that these those there has have had do does did will would can"
        " could may might shall should as than then so such he she they we you i his her"
        " their our your my which who whom what when where about into over after before"
        " between during per each s t times time also just very still currently"
        " now total exactly following"
    ),
    "de": word_set(
        "der die das den dem des ein eine einer eines einem einen und oder ist sind war"
        " waren wird werden wurde wurden hat haben hatte in im an am auf aus bei beim mit"
        " nach von vom zu zum zur für um über unter als wie es er sie wir ihr ihre sein"
        " seine dass auch noch nur so sich derzeit aktuell liegt lag beträgt"
    ),
    "fr": word_set(
        "le la les l un une des du de d et ou est sont était étaient a ont avait au aux"
        " en dans par pour sur avec sans ce cette ces il elle ils elles son sa ses leur"
        " que qui se s n y plus été être actuellement"
    ),
    "es": word_set(
        "el la los las un una unos unas de del y o es son era eran está están ha han"
        " había hay en por para con sin sobre a al se su sus lo que este esta estos esas"
        " esos como más fue ser tiene tienen actualmente"
    ),
    "it": word_set(
        "il lo la i gli le un uno una di del della dei delle e o è sono era ha hanno in"
        " nel nella per con su a al che si ne questo questa"
    ),
    "pt": word_set(
        "o os as um uma do da dos das e em no na por para com é são foi tem"
    ),
    "tr": word_set("ve bir bu da de ile için olan olarak var çok mi"),
    "fa": word_set(
        "و در به از که این آن را با برای است هست هستند بود بودند شد شده می شود میشود"
        " دارد دارند داشت داشته کند میکند کرد یک یا تا هم نیز بر پس بعد برابر عدد تا"
        " باشد میباشد خواهد آنها او ما شما اکنون هر های ها ای رسید"
    ),
    "ar": word_set(
        "و في من على إلى عن مع هو هي هم هذا هذه ذلك تلك التي الذي كان كانت يكون تكون"
        " أن إن ما قد لقد بعد قبل ب ل ال أو ثم بين حتى لدى لديه لديها يوجد توجد يبلغ"
    ),
    "ru": word_set(
        "и в во на с со к по из у о от до за для это этот эта эти он она они его ее их"
        " что как или был была было были есть а но же так"
    ),
    "hi": word_set("का की के में से को पर है हैं था थे और या यह वह एक बाद ने हो जाता"),
    "he": word_set("של את על עם הוא היא זה או אל מן יש היה"),
    "zh": word_set("的 了 在 是 有 和 与 于 这 那 一 个 件 为"),
}
"""Language → words that join the others and state nothing by themselves."""
_ALL_FUNCTION_WORDS = frozenset().union(*_FUNCTION_WORDS.values())
_COMMA_LANGUAGES = frozenset({"de", "fr", "es", "it", "pt", "tr", "ru"})

_SCRIPT_LANGUAGES = tuple(
    (re.compile(f"[{letters}]"), language)
    for letters, language in (
        ("\u3041-\u30ff", "ja"),
        ("\uac00-\ud7a3", "ko"),
        ("\u3400-\u9fff", "zh"),
        ("\u0590-\u05ff", "he"),
        ("\u0900-\u097f", "hi"),
        ("\u0e00-\u0e7f", "th"),
        ("\u0370-\u03ff", "el"),
    )
)
_PERSIAN_LETTERS = re.compile("[پچژگ]")
_ARABIC_SCRIPT = re.compile("[\u0600-\u06ff]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_LATIN = re.compile("[a-z]")
_LATIN_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "tr")
_OTHER_ALPHABETS = (
    (_ARABIC_SCRIPT, ("fa", "ar")),
    (_CYRILLIC, ("ru",)),
    (re.compile("[\u0900-\u097f]"), ("hi",)),
)
_SAMPLE_CHARS = 2_000

_ENDINGS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<=\w\w\w)(?:ies|ied)\Z"), "y"),
    (re.compile(r"(?<=\w\w\w[^s])(?:ings?|edly|ed|es|er|en|em|ly|s)\Z"), ""),
    (re.compile(r"(?<=\w\w)(?:هایی|های|ها|ترین|تر)\Z"), ""),
    (re.compile(r"\A(?:وال|بال|ال|لل)(?=\w\w\w)"), ""),
    (re.compile(r"(?<=\w\w\w)(?:ами|ями|ого|ему|ой|ый|ая|ое|ые|ам|ах|ов|ев|[аяоыиуюе])\Z"), ""),
    (re.compile(r"(?<=\w\w\w)e\Z"), ""),
    (re.compile(r"(?<=\w\w)([bcdfgklmnprt])\1\Z"), r"\1"),
)  # fmt: skip
_STEM_CHARS = 9


@dataclasses.dataclass(frozen=True)
class Term:
    """One meaning-bearing word of a folded text."""

    stem: str
    text: str
    start: int
    end: int

    @property
    def weight(self) -> float:
        """How much of the meaning it carries: longer words are rarer."""
        return 0.5 + min(len(self.text), 8) / 8


@functools.lru_cache(maxsize=8_192)
def stem(word: str) -> str:
    """Cut the endings (and Arabic articles) that do not change what a word means."""
    if word.isdecimal():
        return word
    for pattern, instead in _ENDINGS:
        word = pattern.sub(instead, word)
    return word[:_STEM_CHARS]


def find_terms(folded: str, *, taken: t.Sequence[int] | None = None) -> list[Term]:
    """Find the words that carry meaning, in reading order.

    :param taken: One byte a character; words on a mark that is not zero are left out.
    """
    return [
        Term(stem(word.text), word.text, word.start, word.end)
        for word in words(folded)
        if word.text not in _ALL_FUNCTION_WORDS
        and not (taken and taken[word.start])
        and (len(word.text) > 1 or ord(word.text) > 0x2E80)
    ]


def guess_language(folded: str) -> str:
    """Guess the language of a folded text by script and frequent words.

    :return: A language code; ``""`` when nothing tells.
    """
    sample = folded[:_SAMPLE_CHARS]
    if not sample.isascii():
        length = len(sample.replace(" ", ""))
        for pattern, language in _SCRIPT_LANGUAGES:
            if len(pattern.findall(sample)) * 3 > length:
                return language
    spoken = [word.text for word in words(sample) if not word.has_digit]
    votes = {
        language: sum(word in _FUNCTION_WORDS[language] for word in spoken)
        for language in _possible(sample)
    }
    best = max(votes, key=lambda language: votes[language], default="")
    if best and votes[best]:
        return best
    return _by_script(spoken)


def uses_decimal_comma(language: str) -> bool | None:
    """Tell whether a language writes 1,5 for one and a half; ``None`` if unknown."""
    if not language:
        return None
    return language in _COMMA_LANGUAGES


def _possible(text: str) -> tuple[str, ...]:
    """Which languages the letters of a text allow, in a fixed order."""
    if text.isascii():
        return _LATIN_LANGUAGES
    latin = len(_LATIN.findall(text))
    for pattern, languages in _OTHER_ALPHABETS:
        if len(pattern.findall(text)) * 2 > latin:
            return languages
    return _LATIN_LANGUAGES


def _by_script(spoken: cabc.Sequence[str]) -> str:
    text = " ".join(spoken)
    if _PERSIAN_LETTERS.search(text):
        return "fa"
    if _ARABIC_SCRIPT.search(text):
        return "ar"
    return "ru" if _CYRILLIC.search(text) else ""
