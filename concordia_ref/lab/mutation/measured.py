"""The measured strength of the suite, as `conformance/strength/measured.yaml` holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from concordia_ref.spec.documents import read_document
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.positions import check_shape


@dataclass(frozen=True)
class Mutants:
    """The results of all mutants of the data or of the code."""

    mutants: int
    no_rules: int
    killed: int
    excused: int
    survive: int

    @property
    def score(self) -> float:
        """How many of those that are rules are killed or excused, in percent."""
        return 100 * (self.killed + self.excused) / (self.mutants - self.no_rules)


@dataclass(frozen=True)
class Planted:
    """The results of the planted bugs."""

    bugs: int
    caught_by_the_suite: int
    games: int
    found_by_fuzz: int
    shrunk_to_one_turn: int


@dataclass(frozen=True)
class Soak:
    """Random games of the reference alone."""

    games: int
    turns: int
    violations: int


@dataclass(frozen=True)
class Measured:
    """All measurements; `commands` holds the command that repeats each part."""

    scenarios: int
    data: Mutants
    code: Mutants
    surviving: tuple[str, ...]
    planted: Planted
    soak: Soak
    do_nothing: Mapping[str, int]
    commands: Mapping[str, str]


def read_measured(file: Path | None = None) -> Measured:
    """The measurements; `Malformed` says what is wrong with the file."""
    file = file or packaged_folder("conformance") / "strength" / "measured.yaml"
    data: Any = read_document(file.read_text(encoding="utf-8"))
    check_shape("measured", data)
    parts = ("mutants", "planted", "soak", "do_nothing")
    commands = {part: data[part].pop("command") for part in parts}
    return Measured(
        scenarios=data["scenarios"],
        data=_mutants(data, "data"),
        code=_mutants(data, "code"),
        surviving=tuple(data["mutants"]["surviving"]),
        planted=Planted(**data["planted"]),
        soak=Soak(**data["soak"]),
        do_nothing=data["do_nothing"]["passed"],
        commands=commands,
    )


def _mutants(data: Any, kind: str) -> Mutants:
    found = Mutants(**data["mutants"][kind])
    parts = found.no_rules + found.killed + found.excused + found.survive
    if parts != found.mutants:
        problem = f"no_rules, killed, excused and survive make {parts}, and there are {found.mutants} mutants"
        raise Malformed("shape", problem, f"/mutants/{kind}")
    return found
