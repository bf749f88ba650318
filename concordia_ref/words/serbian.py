"""Serbian in Latin letters, made from Cyrillic ones."""

from __future__ import annotations

import re

_LATIN = dict(zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđežzijklmnoprstćufhcčš", strict=True))
_DIGRAPHS = {"љ": "lj", "њ": "nj", "џ": "dž"}
_TABLE = str.maketrans({**_LATIN, **{cyrillic.upper(): latin.upper() for cyrillic, latin in _LATIN.items()}})
_DIGRAPH = re.compile("[љњџЉЊЏ]")


def to_latin(text: str) -> str:
    """Every Cyrillic letter as its Latin one; all else, placeholders too, stays as it is.

    >>> to_latin("Њега и ЉУБАВ: {goods.brick} џакова")
    'Njega i LJUBAV: {goods.brick} džakova'
    """
    return _DIGRAPH.sub(_digraph, text).translate(_TABLE)


def _digraph(match: re.Match[str]) -> str:
    letter = match[0]
    latin = _DIGRAPHS[letter.lower()]
    if letter.islower():
        return latin
    beside = (match.string[match.end() : match.end() + 1], match.string[max(match.start() - 1, 0) : match.start()])
    in_capitals = next((other.isupper() for other in beside if other.isalpha()), False)
    return latin.upper() if in_capitals else latin.capitalize()
