"""Writes the skeleton of an adapter into a folder."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from concordia_ref import __version__
from concordia_ref.engine.game import Game
from concordia_ref.kit.languages import LANGUAGES, Language
from concordia_ref.kit.schemas import types
from concordia_ref.spec.errors import Malformed

TEMPLATES = Path(__file__).parent / "templates"
COMMON = TEMPLATES / "common"
# Packaging tools leave out files whose names begin with a dot, so the templates have other names.
DOTTED = {"gitignore": ".gitignore", "conformance.yml": ".github/workflows/conformance.yml"}


def write_skeleton(language: str, folder: Path) -> list[Path]:
    """Write a skeleton, and return its files. Raises `Malformed` before anything is written."""
    files = skeleton(language)
    if folder.exists() and not folder.is_dir():
        raise Malformed("kit.not-a-folder", f"{str(folder)!r} is a file; name a folder that is new or empty")
    if folder.is_dir() and any(folder.iterdir()):
        message = f"{str(folder)!r} is not empty, and nothing in it is overwritten; name a folder that is new or empty"
        raise Malformed("kit.not-empty", message)
    written = []
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
        written.append(file)
    return written


def skeleton(language: str) -> dict[str, str]:
    """The texts of all files of a skeleton, by path."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        hint = "the protocol is one JSON object a line, in any language: see conformance/PROTOCOL.md"
        raise Malformed("kit.language", f"there is no skeleton in {language!r}, only in {known}; {hint}")
    made = LANGUAGES[language]
    files = {}
    for root in (COMMON, TEMPLATES / language):
        for file in sorted(file for file in root.rglob("*") if file.is_file() and "__pycache__" not in file.parts):
            path = file.relative_to(root).as_posix()
            files[DOTTED.get(path, path)] = _filled(file.read_text(encoding="utf-8"), made)
    for path, write in made.generated.items():
        files[path] = write(types())
    return files


def _filled(text: str, language: Language) -> str:
    """A template with what is known of the language."""
    build = f"{language.build}\n" if language.build else ""
    values = {
        "VERSION": __version__,
        "STATE": position(),
        "TITLE": language.title,
        "ENGINE": language.engine,
        "TYPES": ", ".join(f"`{path}`" for path in language.generated),
        "NEEDS": language.needs,
        "BUILD": _indented(build),
        "BUILD_STEP": f"      - run: {language.build}\n" if language.build else "",
        "SETUP_STEP": f"      - uses: {language.setup}\n" if language.setup else "",
        "TEST": language.test,
        "ADAPTER": language.adapter,
        "IGNORED": language.ignored,
        "FIRST_CARD": first_card(language),
    }
    for name, value in values.items():
        text = text.replace(f"{{{{{name}}}}}", value)
    return text


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def first_card(language: Language) -> str:
    """How to play a first card: what is replaced in the engine, and by what."""
    parts = []
    for old, new in language.first_card:
        parts.append(f"Replace\n\n```{language.fence}\n{old}\n```\n\nby\n\n```{language.fence}\n{new}\n```\n")
    return "\n".join(parts)


@cache
def position() -> str:
    """A small position for the tests of a skeleton: the start of a game of two."""
    game = Game()
    return json.dumps(game.state_to_json(game.start(game.setup("italia", players=2, seed=1))))
