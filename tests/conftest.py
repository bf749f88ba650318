"""What several tests use: a copy of the specification to damage, and the command."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from concordia_ref.cli.main import main
from concordia_ref.spec.findings import Finding
from concordia_ref.spec.packaged import PACKAGE, packaged_folder
from concordia_ref.spec.schemas import schema_findings
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.validation import validate

SPEC = packaged_folder("spec")


@dataclass(frozen=True)
class Damaged:
    """A copy of the specification that a test may damage."""

    folder: Path

    def file(self, name: str) -> Path:
        return self.folder / name

    def text(self, name: str) -> str:
        return self.file(name).read_text(encoding="utf-8")

    def write(self, name: str, content: str | bytes) -> None:
        self.file(name).write_bytes(content.encode() if isinstance(content, str) else content)

    def replace(self, name: str, old: str, new: str) -> None:
        text = self.text(name)
        assert old in text, f"{name} no longer holds {old!r}: mend this test"
        self.write(name, text.replace(old, new))

    def append(self, name: str, text: str) -> None:
        self.write(name, self.text(name) + text)

    def place(self, name: str, marker: str) -> tuple[int, int]:
        """Line and column of the sign ▸ in a text that stands in the file just once."""
        text, wanted = self.text(name), marker.replace("▸", "")
        assert text.count(wanted) == 1, f"{wanted!r} stands in {name} {text.count(wanted)} times"
        before = text[: text.index(wanted) + marker.index("▸")]
        return before.count("\n") + 1, len(before) - before.rfind("\n")

    def findings(self) -> list[Finding]:
        return validate(self.folder)


@dataclass(frozen=True)
class Answer:
    """What the command answered."""

    code: int
    out: str
    err: str


Command = Callable[..., Answer]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the machine speaks, the tests expect English where they do not ask for another language."""
    monkeypatch.setenv("CONCORDIA_LANG", "en")


@pytest.fixture
def damaged(tmp_path: Path) -> Damaged:
    folder = tmp_path / "spec"
    shutil.copytree(SPEC, folder, ignore=few_disputes)
    return Damaged(folder)


# Those in which a rulebook says otherwise than a clause, which must stand beside the citations; and some for the tests.
KEPT_DISPUTES = {
    "architect-build-next-to-colonies",
    "architect-build-next-to-whose-colonists",
    "architect-build-without-moving",
    "architect-cost-of-passing",
    "architect-moment-of-the-ban-on-shared-lines",
    "colonist-income",
    "colonist-sea-piece-inland",
    "diplomat-may-decline",
    "interim-moment",
    "last-turn-right-or-duty",
    "mercator-prices-in-numbers",
    "passing",
    "praefectus-magnus-moment-of-handing-on",
    "prefect-bonus-stored-with-the-houses",
    "tribune-heading",
    "tribune-recall-optional",
    "vesta-goods-sold-or-valued",
}


def few_disputes(folder: str, names: list[str]) -> list[str]:
    """All disputes but a few and those that editions name, and all translations: they would only make tests slow."""
    if Path(folder).name == "locales":
        return [name for name in names if name != "en"]
    if Path(folder).name != "disputes":
        return []
    editions = "".join(file.read_text(encoding="utf-8") for file in SPEC.glob("editions/*.yaml"))
    kept = {*KEPT_DISPUTES, *re.findall(r"^  ([a-z0-9-]+):", editions, re.MULTILINE)}
    return [name for name in names if name.removesuffix(".yaml") not in kept]


@pytest.fixture
def concordia(capsys: pytest.CaptureFixture[str]) -> Command:
    """The command, run in this process."""

    def run(*arguments: str | Path) -> Answer:
        try:
            code: object = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        assert isinstance(code, int)
        return Answer(code, out, err)

    return run


@pytest.fixture
def concordia_process() -> Command:
    """The command in a process of its own, with changes to its environment."""

    def run(*arguments: str | Path, **environment: str) -> Answer:
        done = subprocess.run(
            [sys.executable, "-m", "concordia_ref", *map(str, arguments)],
            capture_output=True,
            encoding="utf-8",
            check=False,
            env={**os.environ, **environment},
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    return run


def finding_codes() -> set[str]:
    """The codes of everything that `concordia validate` can find, as the code that finds it writes them."""
    names = ("files", "strict_yaml", "schemas", "crosschecks", "dispute_checks")
    files = [*(PACKAGE / "spec" / f"{name}.py" for name in names), PACKAGE / "words" / "locale_checks.py"]
    kinds = "file|yaml|schema|id|clause|map|cards|setup|dispute|edition|locale|term|text"
    codes = re.compile(rf'"((?:{kinds})\.(?!yaml"|yml")[a-z0-9-]+)"')
    return {code for file in files for code in codes.findall(file.read_text(encoding="utf-8"))}


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of root, for whom no folder is locked."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def open_to_nobody(damaged: Damaged) -> Damaged:
    """A copy of the specification that `as_nobody` may read."""
    schema_findings(read_tree(SPEC)[0])  # What is imported and cached for root need not be readable for others.
    temporary = Path(tempfile.gettempdir()).resolve()
    for folder in [damaged.folder, *damaged.folder.parents]:
        if temporary in folder.parents:
            folder.chmod(folder.stat().st_mode | 0o055)
    return damaged
