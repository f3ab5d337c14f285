"""Words that bound an amount: at least, more than, about, up to."""

from __future__ import annotations

import re
import typing as t

from .wordset import read_table

Bound = t.Literal["exact", "about", "at_least", "at_most", "above", "below"]

_BEFORE = """\
at_least: at_least no_less_than not_less_than a_minimum_of minimum_of minimum from
    starting_at حداقل دست_کم mindestens wenigstens ab au_moins al_menos por_lo_menos
    como_mínimo almeno على_الأقل لا_يقل_عن не_менее минимум en_az 至少 最低 少なくとも
at_most: at_most no_more_than not_more_than up_to a_maximum_of maximum_of maximum max
    max. within حداکثر تا höchstens maximal bis_zu au_plus jusqu'à como_máximo hasta
    a_lo_sumo al_massimo على_الأكثر لا_يزيد_عن ما_يصل_إلى не_более до en_fazla 最多 最大 不超过
    以内
above: more_than over above exceeding exceeds greater_than upwards_of بیش_از بیشتر_از
    بالای mehr_als über plus_de más_de più_di أكثر_من یزید_عن более больше свыше 超过 多于
    超過
below: less_than under below fewer_than almost nearly کمتر_از زیر weniger_als unter
    moins_de menos_de meno_di أقل_من менее меньше 不到 少于 低于 未满
about: about around approximately approx approx. roughly circa ca ca. some ~ ≈ حدود
    حدودا تقریبا نزدیک_به etwa ungefähr rund environ à_peu_près aproximadamente unos
    unas cerca_de alrededor_de حوالي نحو تقريبا около примерно yaklaşık 约 大约 约为 約 およそ
"""
_AFTER = """\
at_least: or_more or_above and_above and_up + یا_بیشتر oder_mehr ou_plus o_más أو_أكثر
    或更多 以上
at_most: or_less or_fewer or_below یا_کمتر oder_weniger ou_moins o_menos أو_أقل 以下 以内
about: or_so approximately ungefähr environ 左右
"""
_LONGEST_CHARS = 20

JOINS_RANGE = re.compile(
    r".*\| ?(?:-|to|bis|تا|à|a|al|~|until|至|到|إلى|الی|до)(?: )?\Z"
    r"|.*(?:between|بین|zwischen|entre|بين|между)[^|]*\| (?:and|و|und|et|y|и) ?\Z",
    re.DOTALL,
)
"""Matches ``words before|words between`` of two ends of a range."""


def _phrases(table: str, *, edge: int) -> dict[str, list[tuple[str, Bound]]]:
    """Sort phrases by their first or last character, the longest first."""
    found: dict[str, list[tuple[str, Bound]]] = {}
    for bound, phrases in read_table(table):
        for phrase in sorted(phrases, key=len, reverse=True):
            found.setdefault(phrase[edge], []).append((phrase, t.cast(Bound, bound)))
    return {
        key: sorted(pairs, key=lambda pair: -len(pair[0]))
        for key, pairs in found.items()
    }


_LEADING = _phrases(_BEFORE, edge=-1)
_TRAILING = _phrases(_AFTER, edge=0)


def bound_before(folded: str, start: int) -> tuple[Bound, int]:
    """Read the bound that stands before an amount.

    :return: The bound and where its words start; ``exact`` and ``start`` without one.
    """
    near = folded[max(0, start - _LONGEST_CHARS) : start]
    before = near.rstrip()
    for phrase, bound in _LEADING.get(before[-1:], ()):
        if before.endswith(phrase) and _stands_alone(before, phrase):
            return bound, start - len(near) + len(before) - len(phrase)
    return "exact", start


def bound_after(folded: str, end: int) -> tuple[Bound, int]:
    """Read the bound that stands behind an amount, and where it ends."""
    begin = end + 1 if folded[end : end + 1] == " " else end
    for phrase, bound in _TRAILING.get(folded[begin : begin + 1], ()):
        stop = begin + len(phrase)
        runs_on = phrase[-1].isalpha() and folded[stop : stop + 1].isalpha()
        if folded.startswith(phrase, begin) and not runs_on:
            return bound, stop
    return "exact", end


def _stands_alone(before: str, phrase: str) -> bool:
    """Whether no word runs into the phrase; scripts without spaces always may."""
    rest = before[: -len(phrase)]
    is_spaced = ord(phrase[0]) < 0x2E80
    return not (is_spaced and rest[-1:].isalpha() and phrase[0].isalpha())
