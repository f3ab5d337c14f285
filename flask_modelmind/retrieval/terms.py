"""A question becomes terms to look for: codes and names first, courtesy never."""

from __future__ import annotations

import dataclasses
import itertools
from collections import abc as cabc

from ..text import fold
from ..text import words
from ..transliteration import latin_pattern
from ..values import Query
from ..values import Term
from .codes import code_spellings
from .nouns import translations
from .stems import stem
from .tokens import read
from .tokens import Reading
from .tokens import Token
from .tokens import TokenKind
from .vocabulary import function_words
from .vocabulary import opening_phrases
from .vocabulary import pointing_words
from .vocabulary import UNSPACED_POINTING

_WEIGHTS: dict[TokenKind, float] = {
    "code": 3.0,
    "quoted": 3.0,
    "acronym": 3.0,
    "name": 2.0,
    "number": 1.5,
    "word": 1.0,
    "piece": 1.0,
    "generic": 0.15,
}
_SUBJECT_WEIGHT = 1.5
_FORM_WEIGHT = 0.9
"""Share of a word's weight that another form of it has."""
_MOST_SUBJECTS = 4
_LONGEST_PHRASE = 6
"""Words of a run that may be one name."""


def make_query(
    question: str,
    *,
    subjects: cabc.Sequence[str] = (),
    generic_words: cabc.Collection[str] = (),
    max_terms: int = 8,
    min_term_length: int = 2,
) -> Query:
    """Turn a question into what the search looks for.

    Function words of the question's language are dropped. When there are more terms
    than allowed, codes and quoted names stay, then names, then other words, in the
    order of the question. A question without a name of its own takes over the subjects.

    :param question: As the visitor typed it, in any language.
    :param subjects: Labels of the records the conversation was about, latest first.
    :param generic_words: Words of model and column labels: they get little weight.
    :param max_terms: Most words, their other forms not counted; at least 1.
    :param min_term_length: Shortest word, in characters; digits, signs and scripts
        without spaces may be shorter.
    :return: Terms whose weights add up to 1 over distinct words.
    """
    reading = read(question, generic_words=generic_words)
    tokens = [t for t in reading.tokens if _is_long_enough(t, min_term_length)]
    taken = _subjects(reading, tokens, subjects)
    terms = _distinct(_question_terms(tokens) + _subject_terms(taken, reading.lang))
    return Query(
        text=reading.folded,
        terms=_share(_choose(terms, max_terms), _joined_codes(reading, tokens)),
        phrases=_phrases(reading, tokens, taken),
        subjects=taken,
    )


def names_model(query: Query, labels: cabc.Iterable[str]) -> bool:
    """Tell whether the question names a model, in any language.

    :param query: What :func:`make_query` returned.
    :param labels: Labels of the model, in any spelling and number.
    """
    asked = [stem(word.text) for word in words(query.text)]
    spelled = [form for label in labels for form in (label, *translations(label))]
    for label in spelled:
        wanted = [stem(word.text) for word in words(fold(label))]
        if wanted and any(
            asked[at : at + len(wanted)] == wanted for at in range(len(asked))
        ):
            return True
    return False


def _is_long_enough(token: Token, shortest: int) -> bool:
    if token.kind == "function":
        return False
    return token.kind in {"code", "number", "piece", "quoted"} or (
        len(token.text) >= shortest
    )


def _subjects(
    reading: Reading, tokens: list[Token], subjects: cabc.Sequence[str]
) -> tuple[str, ...]:
    """Return the folded subjects that the question silently goes on with."""
    if any(token.names for token in tokens) or not subjects:
        return ()
    if any(t.selects for t in tokens) and not _goes_on(reading):
        return ()
    folded = (fold(subject) for subject in subjects)
    return tuple(dict.fromkeys(filter(None, folded)))[:_MOST_SUBJECTS]


def _goes_on(reading: Reading) -> bool:
    """Tell whether the question points at what was spoken of before."""
    found = [word.text for word in words(reading.folded)]
    return (
        any(word in pointing_words(reading.lang) for word in found)
        or f"{reading.folded} ".startswith(
            tuple(f"{phrase} " for phrase in opening_phrases(reading.lang))
        )
        or any(word in reading.folded for word in UNSPACED_POINTING)
    )


def _question_terms(tokens: list[Token]) -> list[Term]:
    pieces = sum(token.kind == "piece" for token in tokens)
    terms: list[Term] = []
    for token in tokens:
        weight = _WEIGHTS[token.kind]
        if token.kind == "piece":
            weight = (2.0 + 0.25 * pieces) / (pieces + 1)
        terms.append(_term(token.text, token.raw, weight, token.kind))
    return terms


def _subject_terms(subjects: tuple[str, ...], lang: str) -> list[Term]:
    dropped = function_words(lang)
    found: list[Term] = []
    for word in itertools.chain.from_iterable(map(words, subjects)):
        if word.text not in dropped:
            kind: TokenKind = "code" if word.has_digit else "word"
            found.append(_term(word.text, word.text, _SUBJECT_WEIGHT, kind))
    return found


def _distinct(terms: list[Term]) -> list[Term]:
    """Keep the first of each word, whatever its case in the question."""
    kept: dict[str, Term] = {}
    for term in terms:
        kept.setdefault(term.text, term)
    return list({term.raw: term for term in kept.values()}.values())


def _term(text: str, raw: str, weight: float, kind: TokenKind) -> Term:
    return Term(
        text=text,
        raw=raw,
        weight=weight,
        is_code=kind in {"code", "number"} or any(c.isdigit() for c in text),
        is_generic=kind == "generic",
        pattern="" if kind == "generic" else latin_pattern(text),
    )


def _choose(terms: list[Term], most: int) -> list[Term]:
    """Keep the heaviest terms, in the order of the question."""
    heaviest = sorted(range(len(terms)), key=lambda at: (-terms[at].weight, at))[:most]
    return [terms[at] for at in sorted(heaviest)]


def _joined_codes(reading: Reading, tokens: list[Token]) -> dict[str, str]:
    """Return, for each half of a code that was typed in two words, the whole."""
    joined: dict[str, str] = {}
    for left, right in itertools.pairwise(tokens):
        if (
            right.kind == "number"
            and left.text.isalpha()
            and _adjoin(reading, left, right)
        ):
            joined[left.text] = joined[right.text] = left.text + right.text
    return joined


def _share(terms: list[Term], joined: cabc.Mapping[str, str]) -> tuple[Term, ...]:
    """Make the weights add up to 1, and add the other forms of each word."""
    total = sum(term.weight for term in terms) or 1.0
    shared: list[Term] = []
    for term in terms:
        weight = term.weight / total
        form_weight = weight * _FORM_WEIGHT
        shared.append(_with(term, term.text, weight))
        shared += (_with(term, form, form_weight) for form in _forms(term))
        code = joined.get(term.text, "")
        shared += (
            dataclasses.replace(_with(term, form, form_weight), is_code=True)
            for form in filter(None, (code, *code_spellings(code)))
        )
    return tuple(shared)


def _with(term: Term, text: str, weight: float) -> Term:
    pattern = term.pattern if text == term.text else ""
    return dataclasses.replace(term, text=text, weight=weight, pattern=pattern)


def _forms(term: Term) -> tuple[str, ...]:
    if term.is_code:
        return code_spellings(term.text)
    shorter = stem(term.text)
    return () if shorter == term.text else (shorter,)


def _phrases(
    reading: Reading, tokens: list[Token], subjects: tuple[str, ...]
) -> tuple[str, ...]:
    """Return runs of words that may be one name, longest first."""
    runs = [*reading.quoted, *subjects]
    run: list[Token] = []
    for token in [*tokens, None]:
        if token and token.selects and (not run or _adjoin(reading, run[-1], token)):
            run.append(token)
            continue
        runs += _run_text(reading, run)
        run = [token] if token and token.selects else []
    return tuple(sorted(dict.fromkeys(runs), key=len, reverse=True))


def _run_text(reading: Reading, run: list[Token]) -> list[str]:
    if not 1 < len(run) <= _LONGEST_PHRASE and not any(t.kind == "piece" for t in run):
        return []
    return [reading.folded[run[0].start : run[-1].end]]


def _adjoin(reading: Reading, left: Token, right: Token) -> bool:
    return reading.folded[left.end : right.start] in {"", " "} or (
        left.kind == right.kind == "piece" and right.start < left.end
    )
