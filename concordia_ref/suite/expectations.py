"""The known failures of an implementation: a list that also reports a scenario that passes unexpectedly."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from concordia_ref.spec.documents import read_document
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.findings import did_you_mean, shown
from concordia_ref.suite.differences import STAGES, Difference
from concordia_ref.suite.verdicts import Verdict

FORMAT_VERSION = 2
KEYS = ("scenario", "fails", "reason")
MOST_PARTS = 4
HEADING = """\
# Scenarios that this implementation is known to fail. Written by `concordia conform --update-expectations`, which keeps
# every `reason`. `fails` is the kind of the failure: a scenario that fails in another way is reported.
"""


class Expected(NamedTuple):
    """A known failure: a scenario, or a glob; the kind of failure and the reason, if they are written down."""

    scenario: str
    fails: str = ""
    reason: str = ""
    line: int = 0

    @property
    def is_glob(self) -> bool:
        """Whether it may match several scenarios."""
        return any(letter in self.scenario for letter in "*?[")


class Changed(NamedTuple):
    """A known failure that now fails differently."""

    scenario: str
    was: str
    now: str


class Comparison(NamedTuple):
    """How a run compares with what was expected of it."""

    known: tuple[str, ...]
    new: tuple[str, ...]
    changed: tuple[Changed, ...]
    passing: tuple[str, ...]
    faulty: tuple[str, ...]
    """Entries that match no scenario, or too many, each with its line and what to do."""

    @property
    def unexpected(self) -> tuple[str, ...]:
        """Unexpected failures: new ones, and those that now fail differently."""
        return (*self.new, *(entry.scenario for entry in self.changed))

    @property
    def as_expected(self) -> bool:
        """Whether everything is as expected."""
        return not (self.new or self.changed or self.passing or self.faulty)


def read_expectations(file: Path) -> tuple[Expected, ...]:
    """The scenarios that are expected to fail; `Malformed` names the file and the line in which something is wrong."""
    try:
        text = file.read_text(encoding="utf-8")
        data: Any = read_document(text)
    except UnicodeDecodeError:
        raise _wrong(file, 0, "this is not text in UTF-8") from None
    except Malformed as error:
        raise _wrong(file, 0, error.message) from None
    if not isinstance(data, dict) or not isinstance(data.get("expected_failures"), list):
        raise _wrong(file, 1, "must hold `expected_failures`, a list of scenario ids")
    version = data.get("format_version", 1)
    if version not in (1, FORMAT_VERSION):
        raise _wrong(file, _line(text, "format_version"), f"format_version {shown(version)} is not known here")
    entries = [_entry(file, text, number, entry) for number, entry in enumerate(data["expected_failures"], 1)]
    return tuple(entries)


def _entry(file: Path, text: str, number: int, entry: Any) -> Expected:
    fields = {"scenario": entry} if isinstance(entry, str) else entry
    if not isinstance(fields, dict) or not isinstance(fields.get("scenario"), str):
        wanted = "must be the id of a scenario, or a mapping with `scenario`"
        raise _wrong(file, _line(text, "expected_failures"), f"entry {number} of the list of scenario ids {wanted}")
    line = _line(text, fields["scenario"])
    for key, value in fields.items():
        if key not in KEYS:
            known = f"the keys are {', '.join(KEYS)}"
            raise _wrong(file, line, f"{fields['scenario']} has an unknown key {shown(key)}; {known}")
        if not isinstance(value, str):
            raise _wrong(file, line, f"{key} of {fields['scenario']} must be text, not {shown(value)}")
    return Expected(**fields, line=line)


def _wrong(file: Path, line: int, problem: str) -> Malformed:
    place = f"{file}:{line}" if line else str(file)
    hint = "correct it, or delete the file and write it again with --update-expectations"
    return Malformed("expectations", f"{place}: {problem}", hint=hint)


def _line(text: str, part: str) -> int:
    """The first line in which something stands."""
    return next((number for number, line in enumerate(text.splitlines(), 1) if part in line), 1)


def write_expectations(file: Path, verdicts: Mapping[str, Verdict], suite: Iterable[str]) -> tuple[Expected, ...]:
    """Write the failures of a run as the expected ones.

    Reasons are kept, and so are entries about scenarios that were not run.
    """
    before = read_expectations(file) if file.exists() else ()
    suite = set(suite)
    entries = [old for old in before if not _matched(old, verdicts) and _matched(old, suite)]
    for case, verdict in verdicts.items():
        if is_failure(verdict):
            reasons = (old.reason for old in before if old.reason and fnmatchcase(case, old.scenario))
            entries.append(Expected(case, kind_of(verdict), next(reasons, "")))
    entries.sort()
    lines = [f"format_version: {FORMAT_VERSION}", "expected_failures:" if entries else "expected_failures: []"]
    for entry in entries:
        written = {key: getattr(entry, key) for key in KEYS}
        pairs = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in written.items() if value]
        lines += [f"  - {pairs[0]}", *(f"    {pair}" for pair in pairs[1:])]
    file.write_text(HEADING + "\n".join(lines) + "\n", encoding="utf-8")
    return tuple(entries)


def is_failure(verdict: Verdict) -> bool:
    """Whether a verdict is a failure, of whichever kind."""
    return verdict.outcome in ("fail", "fault")


def kind_of(verdict: Verdict) -> str:
    """The kind of a failure in a few words: what is wrong, whoever it happens to and however much it is.

    >>> kind_of(Verdict("a/b", "fail", (Difference("state", "players.0.coins", 11, 10),)))
    'coins'
    """
    if verdict.outcome == "fault":
        return "breaks the adapter"
    parts = sorted({_shape(difference) for difference in verdict.differences})
    if len(parts) > MOST_PARTS:
        parts[MOST_PARTS:] = ["…"]
    return ", ".join(parts) or "cannot be run"


def _shape(difference: Difference) -> str:
    match difference.kind:
        case "position":
            what = "the position is not accepted"
        case "refused":
            what = "a legal turn is refused"
        case "accepted":
            what = "an illegal turn is accepted"
        case "answer":
            what = f"no answer to {difference.path}"
        case _:
            what = place_of(difference.path)
    return STAGES[difference.stage] + what


def place_of(path: str) -> str:
    """The place to which a path leads, whoever's it is.

    >>> place_of("players.2.goods.wine")
    'goods'
    """
    parts = [part for part in path.split(".") if part != "players" and not part.isdigit()]
    return parts[0] if parts and parts[0] else "the state"


def compare(expected: Iterable[Expected], verdicts: Mapping[str, Verdict], suite: Iterable[str]) -> Comparison:
    """Compare a run with what was expected of it.

    An entry about scenarios of the suite that were not run says nothing about this run.
    """
    suite = set(suite)
    known: dict[str, Expected] = {}
    passing: dict[str, None] = {}
    faulty = []
    for entry in expected:
        matched = _matched(entry, verdicts)
        passed = [case for case in matched if verdicts[case].outcome == "pass"]
        place = f"line {entry.line}: " if entry.line else ""
        if not _matched(entry, suite):
            hint = did_you_mean(entry.scenario, suite) or "delete the entry, or let --update-expectations do so"
            faulty.append(f"{place}there is no scenario {entry.scenario}; {hint}")
        elif passed and entry.is_glob:
            covers = f"of the {len(matched)} scenarios that it covers {len(passed)} pass, first {passed[0]}"
            faulty.append(f"{place}{entry.scenario} is too wide: {covers}; name the failing ones")
        else:
            passing |= dict.fromkeys(passed)
        known |= {case: entry for case in matched if case not in known or not entry.is_glob}
    failing = [case for case, verdict in verdicts.items() if is_failure(verdict)]
    changed = {
        case: Changed(case, known[case].fails, now)
        for case in failing
        if case in known and known[case].fails not in ("", now := kind_of(verdicts[case]))
    }
    return Comparison(
        known=tuple(case for case in failing if case in known and case not in changed),
        new=tuple(case for case in failing if case not in known),
        changed=tuple(changed.values()),
        passing=tuple(passing),
        faulty=tuple(faulty),
    )


def _matched(entry: Expected, cases: Iterable[str]) -> list[str]:
    return sorted(case for case in cases if fnmatchcase(case, entry.scenario))
