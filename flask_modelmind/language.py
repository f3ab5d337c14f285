"""The language of a short text by cheap evidence: script, letters, frequent words."""

from __future__ import annotations

import collections
import re
import unicodedata

from .values import Direction

_RTL = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})

_SCRIPTS = (
    ("LATIN", "latin"), ("CYRILLIC", "cyrillic"), ("ARABIC", "arabic"),
    ("HEBREW", "he"), ("GREEK", "el"), ("HANGUL", "ko"), ("HIRAGANA", "kana"),
    ("KATAKANA", "kana"), ("CJK", "han"), ("DEVANAGARI", "devanagari"), ("THAI", "th"),
    ("BENGALI", "bn"), ("GURMUKHI", "pa"), ("GUJARATI", "gu"), ("TAMIL", "ta"),
    ("TELUGU", "te"), ("KANNADA", "kn"), ("MALAYALAM", "ml"), ("SINHALA", "si"),
    ("LAO", "lo"), ("MYANMAR", "my"), ("KHMER", "km"), ("GEORGIAN", "ka"),
    ("ARMENIAN", "hy"), ("ETHIOPIC", "am"),
)  # fmt: skip
"""First word of a letter's Unicode name → script, or the language it stands for."""

_BY_SCRIPT: dict[str, tuple[str, ...]] = {
    "latin": ("en", "de", "fr", "es", "it", "pt", "nl", "tr"),
    "cyrillic": ("ru", "uk"),
    "arabic": ("fa", "ar", "ur"),
    "devanagari": ("hi",),
    "han": ("zh", "ja"),
    "kana": ("ja",),
}
"""Languages of a script, the likeliest first."""

_LETTERS = {
    "fa": "پچژگکی", "ar": "ةيكىأإؤ", "ur": "ٹڈڑےںہھ",
    "de": "äöüß", "fr": "çèêëîïôûùœàé", "es": "ñ¿¡áíóú", "it": "àèìòù",
    "pt": "ãõçâê", "tr": "ğışİçöü", "ru": "ыэъё", "uk": "іїєґ",
}  # fmt: skip

_WORDS = {
    "en": "the of and to is are in for what how much many do does which with you can "
    "have has this that it where when who please show me my i did was were about from "
    "tell there any cost price hello hi",
    "de": "der die das und ist sind ein eine einen wie viel viele was welche "
    "welcher ich nicht mit auf für von zu den dem im gibt kostet wo wann wer haben "
    "hat sie bitte hallo noch zeige mir in wird",
    "fr": "le la les des et est sont un une quel quelle quels combien de du je ne pas "
    "avec pour dans vous où quand qui que coûte prix il elle au aux bonjour avez",
    "es": "el la los las y es son un una qué cuál cuánto cuánta cuántos cuántas cuesta "
    "de del en con para por no hay dónde cuándo quién precio tiene hola está",
    "it": "il lo la gli e è sono un una quanto quanti quale costa di del della che con "
    "per non dove quando chi prezzo ciao ha avete nel in",
    "pt": "o a os as e é são um uma quanto quantos qual custa de do da que com para "
    "não onde quando quem preço tem olá você em no na",
    "nl": "de het een en is zijn hoeveel wat welke kost van met voor niet waar "
    "wanneer wie prijs hallo heeft op er ik in",
    "tr": "ve bir bu ne kaç kadar nedir var mı mi için ile hangi nerede fiyatı ürün de "
    "da çok merhaba kim zaman stokta olan",
    "ru": "и в на не что сколько стоит какой какая какие есть ли где когда кто цена с "
    "для по из это у вас мне я как привет",
    "uk": "і в на не що скільки коштує який яка які є чи де коли хто ціна з для по із "
    "це у вас мені я як привіт та",
    "fa": "از به در را که این آن است چند چیست چه کدام برای با و هست دارد قیمت کجا کی "
    "سلام چطور چقدر شد شده لطفا می یک من",
    "ar": "من في على ما هل كم هو هي الى إلى عن هذا هذه التي الذي مع كيف أين متى سعر "
    "مرحبا لا أن يوجد و أي",
    "ur": "کا کی کے ہے ہیں میں کیا اور سے کتنی کتنے کہاں یہ کو پر نے قیمت",
}  # fmt: skip
_WORD_SETS = {lang: frozenset(listed.split()) for lang, listed in _WORDS.items()}
_LETTER_SETS = {lang: frozenset(letters) for lang, letters in _LETTERS.items()}
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_READ = 4000
"""Characters that are looked at; a longer text is no clearer."""


def detect_language(
    text: str, *, locale: str | None = None, default: str = "en"
) -> str:
    """Guess the language of a text.

    :param text: Any text, a single word included.
    :param locale: BCP 47 tag of the visitor; decides only where the text does not.
    :param default: Language when neither says anything.
    :return: ISO 639-1 code such as ``fa``. Never raises.
    """
    sample = unicodedata.normalize("NFC", text[:_LONGEST_READ])
    counts = _count_scripts(sample)
    preferred = [base_language(locale), base_language(default)]
    if not counts:
        return next((tag for tag in preferred if tag), "en")
    found = [word.lower() for word in _WORD.findall(sample)]
    script = _leading_script(counts, found)
    languages = _BY_SCRIPT.get(script, (script,))
    if script == "latin" and preferred[0] and preferred[0] not in languages:
        preferred[0] = "" if preferred[0] in _NOT_LATIN else preferred[0]
        languages = (*languages, preferred[0])
    if script == "devanagari" and preferred[0] in {"mr", "ne"}:
        return preferred[0]
    return _best(sample, found, languages, preferred)


def direction(lang: str) -> Direction:
    """Return the writing direction of a BCP 47 language tag."""
    return "rtl" if base_language(lang) in _RTL else "ltr"


def base_language(tag: str | None) -> str:
    """Return the language part of a BCP 47 tag: ``fa`` of ``fa-IR``; "" of none."""
    return re.split(r"[-_]", tag.strip().lower())[0] if tag else ""


_NOT_LATIN = frozenset(
    {tag for _, tag in _SCRIPTS if len(tag) == 2}
    | {"ru", "uk", "bg", "sr", "fa", "ar", "ur", "hi", "mr", "ne", "zh", "ja"}
)


def _count_scripts(text: str) -> collections.Counter[str]:
    counts = collections.Counter(filter(None, map(_script_of, text)))
    if counts["kana"]:
        counts["kana"] += counts.pop("han", 0)
    return +counts


def _leading_script(counts: collections.Counter[str], found: list[str]) -> str:
    """Choose the script of the sentence rather than that of the names in it.

    A Persian or Japanese question is full of Latin names; an English one that quotes a
    Persian name still has English words.
    """
    leading = counts.most_common(1)[0][0]
    others = [script for script, _ in counts.most_common() if script != "latin"]
    if not others or "latin" not in counts:
        return leading
    speaks_latin = any(
        word in _WORD_SETS[lang] for word in found for lang in _BY_SCRIPT["latin"]
    )
    if speaks_latin:
        return leading
    return others[0] if counts[others[0]] > 1 or others[0] == "han" else leading


def _count_words(found: list[str], listed: frozenset[str]) -> int:
    """Count listed words; single letters only beside a longer one.

    "Size A", "Volvo A 40" and "E 320" are names, and not Portuguese or Italian.
    """
    words = [word for word in found if word in listed]
    return len(words) if any(len(word) > 1 for word in words) else 0


def _best(
    text: str, found: list[str], languages: tuple[str, ...], preferred: list[str]
) -> str:
    lowered = frozenset(text.lower()) | frozenset(text)
    scores = {
        lang: 2.0 * _count_words(found, _WORD_SETS.get(lang, frozenset()))
        + sum(letter in lowered for letter in _LETTER_SETS.get(lang, ()))
        for lang in languages
        if lang
    }
    best = max(scores.values())
    tied = [lang for lang in scores if scores[lang] == best]
    return next((tag for tag in preferred if tag in tied), tied[0])


class _ScriptTable(dict[str, str]):
    """The script of each character, worked out when first met; "" for no letter."""

    def __missing__(self, character: str) -> str:
        name = unicodedata.name(character, "") if character.isalpha() else ""
        name = name.removeprefix("HALFWIDTH ").removeprefix("FULLWIDTH ")
        first = name.split(" ", 1)[0].split("-", 1)[0]
        script = self[character] = dict(_SCRIPTS).get(first, "")
        return script


_TABLE = _ScriptTable()


def _script_of(character: str) -> str:
    return _TABLE[character]
