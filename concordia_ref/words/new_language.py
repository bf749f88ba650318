"""A language with nothing translated yet."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from babel.core import Locale
from babel.localedata import locale_identifiers

from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.findings import did_you_mean
from concordia_ref.words.languages import DERIVED
from concordia_ref.words.locale_files import write_locale

# A language, with its script if it has several: a country says nothing about the words for this game.
_TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?")


def check_tag(tag: str, present: Collection[str]) -> None:
    """Refuse the tag of a language that exists already, or whose grammar is not known."""
    if tag in present:
        message = f"there is already a language {tag!r}"
        raise Malformed("i18n.language-exists", message, "", f"`concordia i18n export {tag}` writes its texts")
    if tag in DERIVED:
        written = DERIVED[tag][0]
        raise Malformed("i18n.language-exists", f"{tag!r} is made from {written!r}", "", f"translate {written!r}")
    known = [name for each in locale_identifiers() if _TAG.fullmatch(name := each.replace("_", "-"))]
    if tag not in known:
        hint = _meant(tag, known) or "use a tag that CLDR lists, such as 'de' or 'zh-Hant'"
        raise Malformed("i18n.unknown-language", f"{tag!r} is not the tag of a language", "", hint)


def _meant(tag: str, known: Collection[str]) -> str:
    """A hint at the tag that was probably meant: that of a language called so, or one without a country."""
    named = {name.lower(): each for each, name in Locale.parse("en").languages.items() if each in known}
    begins = re.split("[-_]", tag.lower())[0]
    meant = named.get(tag.lower()) or (begins if begins in known else None)
    return f"did you mean {meant!r}?" if meant else did_you_mean(tag, known)


def write_new_language(folder: Path, tag: str) -> None:
    """Write the files of a language without any text into a folder of locales."""
    (folder / tag).mkdir()
    name = Locale.parse(tag.replace("-", "_")).get_display_name()
    terms: dict[str, Any] = {"language": tag, "name": str(name), "unfinished": True}
    texts: dict[str, Any] = {part: {} for part in ("clauses", "messages", "rulebook")}
    write_locale(folder / tag, {"terms": terms, **texts, "disputes": {"disputes": {}, "editions": {}}, "sources": {}})
