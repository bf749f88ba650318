"""Reasons to refuse the import of a translator's file: its encoding, its language, and broken placeholders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from babel.core import Locale

from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.findings import counted
from concordia_ref.words.catalogue import Text, catalogue, locale_of
from concordia_ref.words.languages import DERIVED, ENGLISH, language, matching_tag
from concordia_ref.words.locale_checks import facts, own_words, words_in_other_letters
from concordia_ref.words.phrases import MalformedPhrase, slots
from concordia_ref.words.translation_files import Merged

# The encodings in which programs still save texts of Europe, the usual ones first.
ENCODINGS = ("cp1252", "cp1250", "iso-8859-2", "cp1251", "iso-8859-5")
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")
_CHARSET = re.compile(rb"charset=([\w-]+)")
_LANGUAGE = re.compile(r'^"Language: *([\w@.-]+) *\\n"', re.MULTILINE)
_PUNCTUATION = "„“”‚‘’«»–—…\u00a0"
# A text with fewer words says too little about its language.
_FEWEST_WORDS = 3
# A text is in the language that knows so many of its words, if its own knows less than half as many.
_KNOWN = 0.6


def english_name(tag: str) -> str:
    """The English name of a language."""
    return str(Locale.parse(tag.replace("-", "_")).get_display_name("en"))


# The encoding


def decoded(content: bytes, file: str, alphabet: str) -> str:
    """The text of a file in UTF-8; the error for another encoding says which one it probably is."""
    if b"\0" not in content:
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            pass
    encoding = probable_encoding(content, alphabet)
    hint = f"convert it with `iconv -f {encoding} -t utf-8 {file} > utf-8-{file.rpartition('/')[2]}`"
    raise Malformed(
        "i18n.encoding", f"{file} is not in UTF-8 but probably in {encoding}; nothing was written", "", hint
    )


def probable_encoding(content: bytes, alphabet: str) -> str:
    """The encoding in which a file makes most sense in an alphabet, unless the file says itself which one it has.

    >>> probable_encoding("příliš žluťoučký kůň".encode("cp1250"), "abcčdeéěfghijklmnoprřsštťuůúvyýzž")
    'cp1250'
    """
    if b"\0" in content:
        if content.startswith(_BYTE_ORDER_MARKS):
            return "utf-16"
        return "utf-16le" if content[1:2] == b"\0" else "utf-16be"
    named = _CHARSET.search(content)
    if named and (name := named[1].decode().lower()) not in ("utf-8", "utf8", "charset") and _fits(content, name):
        return name
    usual = frozenset(alphabet + alphabet.upper() + _PUNCTUATION)
    return max(filter(lambda name: _fits(content, name), ENCODINGS), key=lambda name: _sense(content, name, usual))


def _fits(content: bytes, encoding: str) -> bool:
    try:
        content.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _sense(content: bytes, encoding: str, usual: frozenset[str]) -> int:
    """How many of the signs beyond ASCII are usual in the language, less those that are not."""
    signs = Counter(sign for sign in content.decode(encoding) if sign > "\x7f")
    return sum(number if sign in usual else -number for sign, number in signs.items())


# The language


def check_header(data: Mapping[str, Any], tag: str, text: str) -> None:
    """Refuse a PO file whose header names another language."""
    named = _LANGUAGE.search(text)
    if named and matching_tag(named[1], [tag]) is None:
        other = matching_tag(named[1], data["locales"]) or ""
        raise _other_language(tag, f"its header says `Language: {named[1]}`", other)


def check_language(data: Mapping[str, Any], tag: str, found: Merged) -> None:
    """Refuse texts that are mostly in another language, or in letters that this language does not have."""
    sentences = [text for key in (*found.new, *found.changed) for text in _texts(found.texts[key])]
    judged = [words for text in sentences if len(words := _words(text)) >= _FEWEST_WORDS]
    vocabularies = {other: _vocabulary(data, other) for other in data["locales"]}
    # A language may be begun as a copy of English.
    others = [other for other in vocabularies if other != tag and (other != ENGLISH or vocabularies[tag])]
    closest = Counter(_closest(words, tag, others, vocabularies) for words in judged)
    closest.pop("", None)
    for other, number in closest.most_common(1):
        if number * 2 > len(judged):
            of = f"{number} of {counted(len(judged), 'new or changed sentence')}"
            raise _other_language(tag, f"{of} read like {english_name(other)}", other)
    terms = locale_of(data, tag, "terms")
    alphabet, allowed = str(terms.get("alphabet", "")), terms.get("foreign_words", ())
    written = [text for text in sentences if own_words(text)]
    strange = {text: words for text in written if (words := words_in_other_letters(text, alphabet, allowed))}
    number = sum(text in strange for text in written)
    if number * 2 > len(written):
        letters = sorted({sign for words in strange.values() for word in words for sign in word.lower()} - {*alphabet})
        of = f"{number} of {counted(len(written), 'new or changed text')}"
        raise _other_language(tag, f"{of} have letters that {english_name(tag)} does not have: {' '.join(letters)}")


def _texts(text: Text) -> Iterator[str]:
    """A text, or the words of a term without its aliases, which may be foreign."""
    if isinstance(text, str):
        yield text
        return
    for form, words in text.items():
        if form != "aliases":
            yield from words if isinstance(words, list) else [words]


def _words(text: str) -> list[str]:
    return [word.lower() for word in own_words(text) if len(word) > 1]


def _vocabulary(data: Mapping[str, Any], tag: str) -> frozenset[str]:
    texts = (text for text in catalogue(data, tag).values() if isinstance(text, str))
    return frozenset(word for text in texts for word in _words(text))


def _closest(words: list[str], tag: str, others: Iterable[str], vocabularies: Mapping[str, frozenset[str]]) -> str:
    """The other language that a sentence is clearly written in, or nothing."""

    def known(language: str) -> float:
        return sum(word in vocabularies[language] for word in words) / len(words)

    best = max(others, key=known, default="")
    return best if best and known(best) >= _KNOWN and known(tag) * 2 < known(best) else ""


def _other_language(tag: str, why: str, other: str = "") -> Malformed:
    message = f"this file is not in {english_name(tag)}: {why}; nothing was written"
    hint = f"for that language run `concordia i18n import {other} FILE`; " if other and other != ENGLISH else ""
    if tag in [written for written, _ in DERIVED.values()]:
        hint += f"{english_name(tag)} texts are kept in one script, and the other is made from it; "
    return Malformed("i18n.language", message, "", f"{hint}`concordia i18n export {tag}` writes the file to fill in")


# Placeholders


def check_placeholders(data: Mapping[str, Any], tag: str, found: Merged) -> None:
    """Refuse new and changed texts whose placeholders are not those of the English texts; list them all."""
    english = catalogue(data, ENGLISH)
    faults = [
        f"  {key}: {fault}"
        for key in (*found.new, *found.changed)
        if isinstance(text := found.texts[key], str)
        for fault in placeholder_faults(str(english[key]), text, language(tag).plural_forms)
    ]
    if faults:
        listed = "\n".join(faults)
        message = f"{counted(len(faults), 'placeholder')} cannot be filled; nothing was written\n{listed}\n"
        hint = "fix these texts in the file and import it again; a placeholder stays as it is in English"
        raise Malformed("i18n.placeholders", message + hint)


def placeholder_faults(source: str, text: str, plural_forms: tuple[str, ...]) -> Iterator[str]:
    """What is wrong with the placeholders of a translation.

    >>> list(placeholder_faults("{seat} has {coins}.", "{seat} a {coin}.", ("one", "other")))
    ['{coins} is missing', '{coin} is unknown']
    """
    try:
        found = facts(text)
    except MalformedPhrase as error:
        yield f"{error.args[0]} is not a placeholder: braces are missing or too many"
        return
    wanted = facts(source)
    yield from (f"{_braced(name)} is missing" for name in wanted if name not in found)
    yield from (f"{_braced(name)} is unknown" for name in found if name not in wanted)
    for slot in slots(text):
        if slot.words and len(slot.words) != len(plural_forms):
            needed = f"{len(plural_forms)}: {', '.join(plural_forms)}"
            yield f"{slot.written} has {counted(len(slot.words), 'word')}, but the language needs {needed}"


def _braced(name: str) -> str:
    return name if name.startswith("%") else f"{{{name}}}"
