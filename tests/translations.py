"""What the tests of languages share: their tags, and a small specification with one translation to damage."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import yaml

from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.words.languages import tags
from concordia_ref.words.locale_files import write_locale
from tests.conftest import Damaged, few_disputes

SPEC = packaged_folder("spec")
TAGS = tags()
TRANSLATED = [tag for tag in TAGS if tag not in ("en", "sr-Latn")]


def small_specification(folder: Path, tag: str) -> Damaged:
    """A copy of the specification with few disputes, English and one translation, whole as far as it goes."""
    shutil.copytree(SPEC, folder, ignore=few_disputes)
    disputes = {file.stem for file in folder.glob("disputes/*.yaml")}
    if tag != "en":
        shutil.copytree(SPEC / "locales" / tag, folder / "locales" / tag)
        texts = yaml.safe_load((folder / f"locales/{tag}/disputes.yaml").read_text(encoding="utf-8"))
        texts["disputes"] = {id: text for id, text in texts["disputes"].items() if id in disputes}
        sources = yaml.safe_load((folder / f"locales/{tag}/sources.yaml").read_text(encoding="utf-8"))
        gone = re.compile(r"disputes\.([a-z0-9-]+)\.")
        kept = {key: mark for key, mark in sources.items() if not (m := gone.match(key)) or m[1] in disputes}
        write_locale(folder / "locales" / tag, {"disputes": texts, "sources": kept})
    return Damaged(folder)
