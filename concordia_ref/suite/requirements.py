"""Requirement sets: the scenarios that an engine is scored by, frozen under a name, `conformance/requirements/0.2.txt`.

    # name: 0.2
    # date: 2026-11-18
    # scenarios: 1048
    # digest: sha256:…
    architect/a-house-is-paid-to-the-bank
    …

A scenario that is newer than the set is run and shown, and fails nobody. What was published never changes: its digest
stands in `published.txt`, to which lines are only added.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from concordia_ref.spec.errors import unknown
from concordia_ref.suite.errors import Corrupt, blaming

FOLDER = "requirements"
PUBLISHED = "published.txt"
ALL = ("all", "none")
"""Names that mean no set: every scenario counts."""
NAME = re.compile(r"\d+(\.\d+)+")
KEYS = ("name", "date", "scenarios", "digest")
AGAIN = "take the file from the release again, or write another set with `concordia conform --freeze NAME`"


@dataclass(frozen=True)
class RequirementSet:
    """The ids that an engine is scored by."""

    name: str
    date: date
    ids: tuple[str, ...]

    @property
    def digest(self) -> str:
        """The digest of the ids."""
        return digest_of(self.ids)

    def to_text(self) -> str:
        """The set as its file has it."""
        values = (self.name, self.date.isoformat(), str(len(self.ids)), self.digest)
        head = [f"# {key}: {value}" for key, value in zip(KEYS, values, strict=True)]
        return "\n".join([*head, *self.ids]) + "\n"

    def to_json(self, suite: Collection[str]) -> dict[str, Any]:
        """The set as a report names it; `suite` has the ids of all scenarios."""
        return {
            "name": self.name,
            "scenarios": len(self.ids),
            "date": self.date.isoformat(),
            "added": len(set(suite) - set(self.ids)),
        }


def digest_of(ids: Iterable[str]) -> str:
    """The digest of a list of ids."""
    return "sha256:" + hashlib.sha256("".join(f"{id}\n" for id in ids).encode()).hexdigest()


def set_text(data: Mapping[str, Any] | None, today: date) -> str:
    """The set of a report and its age, in a line.

    >>> set_text({"name": "0.2", "scenarios": 1048, "date": "2026-11-18", "added": 3}, date(2026, 11, 20))
    'set 0.2 (1048 scenarios, 2 days old); 3 scenarios were added after it and are not scored'
    """
    if data is None:
        return "no set: every scenario is scored"
    days = (today - date.fromisoformat(data["date"])).days
    age = "frozen today" if days <= 0 else f"{days} day{'s' if days > 1 else ''} old"
    text = f"set {data['name']} ({data['scenarios']} scenarios, {age})"
    if data["added"] == 1:
        return f"{text}; 1 scenario was added after it and is not scored"
    return f"{text}; {data['added']} scenarios were added after it and are not scored" if data["added"] else text


def choose_set(root: Path, name: str | None, suite: Collection[str]) -> RequirementSet | None:
    """The set of this name in the folder of a suite, or the newest one; None where every scenario counts.

    `suite` has the ids of all scenarios. Raises `Malformed` for a name that is unknown and `Corrupt` for a damaged set.
    """
    names = set_names(root)
    if name in ALL or (name is None and not names):
        return None
    if name is not None and name not in names:
        error = unknown("requirement set", name, "", [*names, *ALL])
        error.hint = error.hint or f"the sets are {', '.join(names)}; `all` scores every scenario"
        raise error
    return read_set(root / FOLDER / f"{name or names[-1]}.txt", suite)


def set_names(root: Path) -> list[str]:
    """The names of the sets in the folder of a suite, the newest last."""
    found = [file.stem for file in (root / FOLDER).glob("*.txt") if NAME.fullmatch(file.stem)]
    return sorted(found, key=_version)


def read_set(file: Path, suite: Collection[str]) -> RequirementSet:
    """A set from its file; raises `Corrupt` with the line that is wrong, and what to do."""
    with blaming(file):
        lines = file.read_text(encoding="utf-8").splitlines()
    head = [line.removeprefix("# ").partition(": ")[::2] for line in lines[: len(KEYS)]]
    for number, (wanted, (key, _)) in enumerate(zip(KEYS, [*head, *[("", "")] * len(KEYS)], strict=False), 1):
        if key != wanted:
            raise _damaged(file, number, f"must be `# {wanted}: …`")
    values = dict(head)
    if values["name"] != file.stem:
        raise _damaged(file, 1, f"the name is {values['name']!r}, that of the file {file.stem!r}")
    try:
        when = date.fromisoformat(values["date"])
    except ValueError:
        raise _damaged(file, 2, f"{values['date']!r} is not a date") from None
    ids: dict[str, int] = {}
    for number, id in enumerate(lines[len(KEYS) :], len(KEYS) + 1):
        if id in ids:
            raise _damaged(file, number, f"{id} is already in line {ids[id]}")
        if id not in suite:
            raise _damaged(file, number, str(unknown("scenario", id, "", suite)))
        ids[id] = number
    found = RequirementSet(values["name"], when, tuple(ids))
    if values["scenarios"] != str(len(ids)):
        raise _damaged(file, 3, f"there are {len(ids)} scenarios, not {values['scenarios']}")
    if values["digest"] != found.digest:
        raise _damaged(file, 4, f"the digest of the scenarios is {found.digest}")
    if published(file.parent).get(found.name, found.digest) != found.digest:
        raise _damaged(file, 4, f"the set was published with other scenarios, see {PUBLISHED}")
    return found


def published(folder: Path) -> Mapping[str, str]:
    """The digests of the sets that were published, by name."""
    file = folder / PUBLISHED
    if not file.exists():
        return {}
    found: dict[str, str] = {}
    with blaming(file):
        lines = file.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            continue
        name, _, digest = line.partition(" ")
        if not NAME.fullmatch(name) or not digest.startswith("sha256:") or name in found:
            raise _damaged(file, number, "must be the name of a set and its digest, each set once")
        found[name] = digest
    return found


def freeze(root: Path, name: str, ids: Iterable[str], today: date) -> RequirementSet:
    """Write a set with these scenarios. Raises `ValueError` where its name is wrong or the set is published already."""
    folder = root / FOLDER
    if not NAME.fullmatch(name):
        raise ValueError(f"a set is named by a version, such as 0.2, not {name!r}")
    if name in published(folder):
        raise ValueError(f"the set {name} is published and never changes; choose another name")
    later = [other for other in set_names(root) if _version(other) > _version(name)]
    if later:
        raise ValueError(f"there is already a newer set, {later[-1]}; choose a name after it")
    found = RequirementSet(name, today, tuple(sorted(ids)))
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.txt").write_text(found.to_text(), encoding="utf-8")
    return found


def _version(name: str) -> tuple[int, ...]:
    return tuple(map(int, name.split(".")))


def _damaged(file: Path, line: int, message: str) -> Corrupt:
    return Corrupt(f"{file}, line {line}: {message}; {AGAIN}")
