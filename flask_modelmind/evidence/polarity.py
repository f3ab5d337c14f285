"""Whether a statement affirms or denies, and how widely it claims to hold."""

from __future__ import annotations

import re

from ..text import words
from .wordset import word_set

_NEGATORS = word_set(
    "no not never cannot without none nothing neither nor nobody isn aren wasn weren"
    " doesn don didn won wouldn couldn hasn haven unable",
    "nicht kein keine keinen keiner keines keinem nie niemals ohne nichts",
    "ne pas jamais aucun aucune sans rien non",
    "nunca ningún ninguna ninguno sin tampoco nada",
    "نه نیست نیستند ندارد ندارند نشد نشده نشود نمی نمیشود نمیتوان بدون هرگز هیچ",
    "لا ليس ليست لم لن غير بدون لیس",
    "не нет ни никогда без değil yok नहीं न לא אין",
)
_CONCORD = word_set(
    "pas jamais aucun aucune rien ningún ninguna ninguno nunca nada nadie tampoco هیچ",
    "هرگز никогда ничего никто ни hiç mai nessun nessuna",
)
"""Negators that only repeat the denial of another one."""
_PREFIXED = re.compile("نمی")
_UNSPACED_NEGATORS = re.compile("不(?!同)|没|沒|未|無い|ない|ません")
_SINGLE_NO = re.compile(r"(?:\A|[^\w])no (?:\d|\.)")
_UNIVERSAL = word_set(
    "all every each always everyone entire alle jeder jede jedes immer tous toutes"
    " toujours todos todas siempre همه تمام همیشه كل جميع دائما все всегда",
)
_PARTIAL = word_set(
    "some only most many few several sometimes einige manche nur meist quelques"
    " seulement algunos algunas solo برخی بعضی فقط اغلب بعض فقط некоторые только",
)
_NEGATIVE_PREFIX = re.compile(r"(?:dis|un|in|non|de)(?=\w{4})")


def is_negative(folded: str) -> bool:
    """Tell whether a folded clause denies: an odd number of negators."""
    spoken = [word.text for word in words(folded)]
    count = sum(word in _NEGATORS or bool(_PREFIXED.match(word)) for word in spoken)
    if count > 1 and _CONCORD & set(spoken):
        count -= 1
    count += len(_UNSPACED_NEGATORS.findall(folded))
    count -= len(_SINGLE_NO.findall(folded))
    return count % 2 == 1


def is_wider(claim: str, fact: str) -> bool:
    """Tell whether a claim says "all" where the evidence does not."""
    said = {word.text for word in words(claim)}
    known = {word.text for word in words(fact)}
    return bool(said & _UNIVERSAL) and not known & _UNIVERSAL


def is_negator(word: str) -> bool:
    """Tell whether a folded word denies, or only says how widely something holds."""
    return word in _NEGATORS or word in _UNIVERSAL or word in _PARTIAL


def positive_forms(word: str) -> tuple[str, ...]:
    """Return what a word with a negative prefix denies ("disabled": "enabled")."""
    match = _NEGATIVE_PREFIX.match(word)
    if not match:
        return ()
    rest = word[match.end() :]
    return (rest, f"en{rest}")
