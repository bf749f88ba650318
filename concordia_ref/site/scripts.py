"""What the scripts of the site work with, as classic scripts: the engine in JavaScript, the rules, and the words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from concordia_ref.spec.bundle import FORMAT_VERSION, plain
from concordia_ref.spec.model import Specification
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.words.languages import Language, english

# What the scripts say, in the language of their page. Pages contain everything else ready-made.
MESSAGES = (
    "nothing",
    "kind.land",
    "kind.sea",
    "sheet.card",
    "sheet.card-capped",
    "counted.coins",
    "counted.goods",
    "counted.good",
    "counted.houses",
    "counted.cities",
    "counted.provinces_with_houses",
    "counted.goods_produced_by_houses",
    "counted.colonists_on_board",
    "problem.houses",
    "problem.colonists",
    "problem.storehouse",
    "problem.city-tokens",
    "calculator.choose-good",
)
TERMS = ("cards", "goods", "provinces", "cities", "things")
# Parts of a specification that scoring does not use.
NOT_PLAYED = ("about", "rules")
_FROM = re.compile(r"^(import|export) \{([^}]*)\} from '\./([\w./]+)';\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=class|function|const)", re.MULTILINE)


def engine_script() -> str:
    """The engine of the suite's example in JavaScript, its modules one after the other, as `window.Concordia`."""
    door = packaged_folder("conformance") / "adapters" / "javascript" / "engine.mjs"
    names = ", ".join(names for _, names, _ in _FROM.findall(door.read_text(encoding="utf-8")))
    body = "".join(_EXPORT.sub("", _FROM.sub("", file.read_text(encoding="utf-8"))) for file in _modules(door))
    return f"window.Concordia = (() => {{\n'use strict';\n{body}\nreturn {{{names}}};\n}})();\n"


def _modules(door: Path) -> list[Path]:
    """A module and all that it imports, each behind those that it imports itself."""
    found: dict[Path, None] = {}

    def follow(file: Path) -> None:
        for _, _, name in _FROM.findall(file.read_text(encoding="utf-8")):
            follow((file.parent / name).resolve())
        found.setdefault(file)

    follow(door.resolve())
    return list(found)


def data_script(spec: Specification) -> str:
    """The rules as the engine reads them, `window.ConcordiaData`: a bundle without texts."""
    rules = {
        "format": "concordia-bundle",
        "format_version": FORMAT_VERSION,
        "version": spec.version,
        "edition": spec.edition,
        "specification": {part: data for part, data in plain(spec.data).items() if part not in NOT_PLAYED},
    }
    return assigned("ConcordiaData", rules)


def words_script(words: Language) -> str:
    """What the scripts say in a language, `window.ConcordiaWords`, for `phrases.js` to fill."""
    messages = {key: unfilled(words, key) for key in MESSAGES}
    terms = {
        group: {id: {form: text for form, text in term.items() if form != "aliases"} for id, term in entries.items()}
        for group, entries in words.terms.items()
        if group in TERMS
    }
    return assigned("ConcordiaWords", {"tag": words.tag, "messages": messages, "terms": terms})


def unfilled(words: Language, key: str) -> str:
    """A message with its placeholders; what the language lacks in English."""
    return words.messages.get(key) or english().messages[key]


def assigned(name: str, value: Any) -> str:
    """A script that gives a value to the scripts after it."""
    return f"window.{name} = {json.dumps(value, ensure_ascii=False, separators=(',', ':'))};\n"
