"""Search keys: small Latin letters without diacritics, so that every spelling of a word finds it."""

from __future__ import annotations

import re
import unicodedata

from concordia_ref.words.serbian import to_latin

_LETTERS = str.maketrans({"ł": "l", "đ": "dj", "œ": "oe", "æ": "ae", "ß": "ss"})
_WORD = re.compile(r"[^\W_]+")


def folded(text: str) -> str:
    """The search key of a text.

    >>> folded("Žluťoučký kůň, Œuvre, Łódź, Đorđe, Ђорђе")
    'zlutoucky kun, oeuvre, lodz, djordje, djordje'
    """
    text = to_latin(text).lower().translate(_LETTERS)
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def folded_words(text: str) -> list[str]:
    """The search keys of the words of a text.

    >>> folded_words("Kůň – 114 bodů, score.vesta")
    ['kun', '114', 'bodu', 'score', 'vesta']
    """
    return _WORD.findall(folded(text))
