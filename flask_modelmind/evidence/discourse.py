"""Tell statements from what only keeps a conversation going."""

from __future__ import annotations

import re
from collections import abc as cabc

from ..text import fold
from ..text import words
from .concepts import stock_words
from .wording import is_function_word
from .wordset import word_set

_QUESTION_MARKS = ("?", "\u061f", "\uff1f", "\u037e", "\u1367")
_CLOSERS = " \"'\u2019\u201d\u00bb)]*_\u300d\u300f\uff09`"
_LONGEST_GREETING_WORDS = 4

_GREETINGS = word_set(
    "hello hi hey welcome thanks sure certainly okay ok great yes no sorry goodbye",
    "hallo guten danke gerne ja nein willkommen entschuldigung tschuss",
    "hola gracias claro bienvenido bienvenida si buenas buenos perdon adios",
    "bonjour salut merci bienvenue oui non desole desolee volontiers",
    "سلام درود ممنون متشکرم بله خیر حتما البته خوش ببخشید",
    "مرحبا اهلا شكرا نعم لا بالتاكيد عفوا السلام",
    "привет здравствуйте спасибо да нет конечно извините merhaba selam tesekkurler",
    "好的 你好 您好 谢谢 はい いいえ こん ありがとう 네 안녕하세요 감사합니다",
    "नमस्ते धन्यवाद हाँ नहीं שלום תודה כן",
)
_OPENINGS = (
    # Refusals: the answer says that it has nothing.
    "i could not find",
    "i couldn't find",
    "i could find no",
    "i found no",
    "i found nothing",
    "i did not find",
    "i didn't find",
    "i do not have",
    "i don't have",
    "i do not know",
    "i don't know",
    "i cannot",
    "i can't",
    "i am sorry",
    "i'm sorry",
    "i am unable",
    "i'm unable",
    "sorry,",
    "unfortunately, i",
    "unfortunately i",
    "there is no information",
    "no information",
    "nothing was found",
    "no matching",
    "ich konnte",
    "ich habe kein",
    "ich habe nichts",
    "ich weiss nicht",
    "leider",
    "es tut mir leid",
    "no pude encontrar",
    "no encontre",
    "no he encontrado",
    "no tengo",
    "no se ",
    "lo siento",
    "je n'ai pas",
    "je n'ai rien",
    "je ne sais pas",
    "je ne trouve",
    "je suis desole",
    "متاسفم",
    "متاسفانه",
    "پیدا نکردم",
    "چیزی پیدا",
    "اطلاعاتی در",
    "اطلاعاتی پیدا",
    "نمی دانم",
    "نمیدانم",
    "اسف",
    "للاسف",
    "عذرا",
    "لم اجد",
    "لم اعثر",
    "لا اعرف",
    "ليس لدي",
    "لا املك",
    "к сожалению",
    "я не наш",
    "я не знаю",
    "извините",
    "抱歉",
    "对不起",
    "我没有找到",
    "未找到",
    "我不知道",
    "申し訳",
    "すみません",
    "見つかりません",
    "죄송",
    "maalesef",
    "uzgunum",
    "bulamadim",
    # Offers, and sentences that only lead to what follows.
    "let me know",
    "feel free",
    "would you like",
    "if you would like",
    "if you'd like",
    "if you need",
    "if you want",
    "if you have",
    "i can help",
    "i can also",
    "i'd be happy",
    "i would be happy",
    "happy to help",
    "how can i help",
    "hope this helps",
    "i hope this",
    "here is what",
    "here's what",
    "here are the",
    "here are some",
    "sagen sie mir",
    "gib mir bescheid",
    "wenn sie mochten",
    "falls sie",
    "gerne helfe",
    "si quieres",
    "si necesita",
    "dime si",
    "avisame",
    "n'hesitez",
    "si vous",
    "dites-moi",
    "voici ce",
    "اگر سوال",
    "اگر نیاز",
    "اگر مایل",
    "خوشحال می",
    "در صورت نیاز",
    "اذا كان لديك",
    "لا تتردد",
    "اخبرني",
    "如果您",
    "如果你",
    "请告诉我",
)
_OPENING = re.compile("|".join(re.escape(fold(opening)) for opening in _OPENINGS))
_CONTRAST = re.compile(
    r"[,;:\u060c\uff0c] ?(?:but|however|aber|pero|mais|اما|ولی|لكن|ولكن|но|但|但是)\b"
)


def is_statement(text: str) -> bool:
    """Tell whether a piece of an answer states something that can be true or false.

    Greetings, questions, refusals, offers, lines that only introduce a list, and texts
    of marks alone state nothing.
    """
    bare = text.strip().rstrip(_CLOSERS)
    if bare.endswith((*_QUESTION_MARKS, ":", "\uff1a")):
        return False
    folded = fold(bare).strip(" *_#>-`\"'\u00ab\u201c(")
    spoken = [word.text for word in words(folded)]
    if not spoken:
        return False
    if spoken[0] in _GREETINGS and _is_greeting(spoken) and not stock_words(folded):
        return False
    return not is_refusal_or_offer(folded)


def _is_greeting(spoken: cabc.Sequence[str]) -> bool:
    """Whether at most one word of a short sentence says more than a greeting."""
    if len(spoken) > _LONGEST_GREETING_WORDS or any(w.isdecimal() for w in spoken):
        return False
    more = [w for w in spoken if w not in _GREETINGS and not is_function_word(w)]
    return len(more) <= 1


def is_refusal_or_offer(folded: str) -> bool:
    """Tell whether a folded sentence says it found nothing, or offers more help.

    A refusal that goes on to state something ("…, but it costs 5 EUR") is none.
    """
    return bool(_OPENING.match(folded)) and not _CONTRAST.search(folded)
