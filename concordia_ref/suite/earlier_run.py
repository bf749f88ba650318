"""An earlier run, from the report that it left behind: what of it still holds, and whether it can be continued."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from concordia_ref.spec.errors import Malformed
from concordia_ref.suite.protocol import shown
from concordia_ref.suite.report_file import FORMAT, FORMAT_VERSION, verdict_from
from concordia_ref.suite.verdicts import Outcome

Line = Mapping[str, Any]
ANEW = "run without --resume and --rerun-failed to begin a new one"
REMOVE = f"remove that line, so that its scenario is run again, or {ANEW}"
TYPES = ("verdict", "cause", "footer")


@dataclass(frozen=True)
class EarlierRun:
    """What a report holds: its header, and a line for each verdict. A run that was cut off has no footer."""

    file: Path
    header: Line
    verdicts: tuple[Line, ...]
    cut: bool

    def of(self, label: str) -> Sequence[Line]:
        """The verdicts on an implementation."""
        return [line for line in self.verdicts if line["implementation"] == label]


def read_earlier_run(file: Path) -> EarlierRun | None:
    """The run that a report is about; None where there is no report yet. A line that was only half written is dropped.

    Raises `Malformed` with the line that is wrong, and what to do about it.
    """
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return None
    if not data:
        return None
    whole = data[: data.rfind(b"\n") + 1].split(b"\n")[:-1]
    lines = [_line(file, number, raw) for number, raw in enumerate(whole, 1)]
    if not lines or lines[0].get("format") != FORMAT:
        raise Malformed("report", f"{file}: this is not a conformance report; name another file with --report")
    header = lines[0]
    if header.get("format_version") != FORMAT_VERSION:
        found = shown(repr(header.get("format_version")))
        message = f"{file}: a report in format {found}, and this program writes format {FORMAT_VERSION}; {ANEW}"
        raise Malformed("report", message)
    verdicts = tuple(_verdicts(file, lines))
    return EarlierRun(file, header, verdicts, lines[-1].get("type") != "footer")


def _line(file: Path, number: int, raw: bytes) -> dict[str, Any]:
    try:
        line = json.loads(raw.decode("utf-8"))
    except ValueError as error:
        if number == 1:
            raise Malformed("report", f"{file}: this is not a conformance report; name another file") from None
        raise _damaged(file, number, f"this is not JSON: {error}") from None
    if not isinstance(line, dict):
        raise _damaged(file, number, "this is not a JSON object")
    return line


def _verdicts(file: Path, lines: Sequence[Line]) -> Iterator[Line]:
    """The verdicts of a report, each of them checked."""
    header = lines[0]
    try:
        labels = [entry["label"] for entry in header["implementations"]]
        _ = [(entry["command"], entry["declares"], entry["files"]) for entry in header["implementations"]]
        _ = (header["specification"], header["edition"], header["set"], header["started"])
    except (KeyError, TypeError) as error:
        raise _damaged(file, 1, f"the header lacks {error}", ANEW) from None
    places: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines[1:], 2):
        if line.get("type") not in TYPES:
            raise _damaged(file, number, f"there is no type {shown(repr(line.get('type')))} of line")
        if line["type"] == "footer" and number < len(lines):
            raise _damaged(file, number, "the footer is not the last line")
        if line["type"] != "verdict":
            continue
        try:
            verdict = verdict_from(line)
            key = line["implementation"], verdict.case
            _ = (line["details"], line["clauses"], line["cards"], line["level"], line["added"], line["refused"])
        except (KeyError, TypeError, AttributeError) as error:
            raise _damaged(file, number, f"this is not a verdict: {error}") from None
        if verdict.outcome not in get_args(Outcome) or key[0] not in labels:
            raise _damaged(file, number, "this is not a verdict on one of the implementations")
        if key in places:
            raise _damaged(file, number, f"line {places[key]} already has a verdict on {verdict.case}")
        places[key] = number
        yield line


def _damaged(file: Path, number: int, message: str, advice: str = REMOVE) -> Malformed:
    return Malformed("report", f"{file}, line {number}: {message}; {advice}")


def check_same_question(earlier: EarlierRun, header: Line) -> None:
    """Raise `Malformed` where a report was written under other rules, or by another set."""
    for key, what in (("specification", "specification"), ("edition", "edition")):
        if earlier.header[key] != header[key]:
            _refuse(earlier, f"it is about {what} {earlier.header[key]}, not {header[key]}")
    before, now = (line["set"] and line["set"]["name"] for line in (earlier.header, header))
    if before != now:
        advice = f"use --set {before or 'all'} to continue it"
        _refuse(earlier, f"it is about set {before or 'all'}, not {now or 'all'}; {advice}")


def matching_labels(earlier: EarlierRun, header: Line, *, anyway: bool) -> Mapping[str, str]:
    """Which label of a report belongs to which implementation of this run.

    Raises `Malformed` where an implementation of the report is missing here, or, but for `anyway`, has changed since:
    verdicts on two engines do not make one report.
    """
    now = list(header["implementations"])
    found: dict[str, str] = {}
    for entry in earlier.header["implementations"]:
        same = next((other for other in now if other["command"] == entry["command"]), None)
        if same is None:
            commands = ", ".join(repr(other["command"]) for other in header["implementations"])
            _refuse(earlier, f"it is about the command {entry['command']!r}, which is not among {commands}")
        assert same is not None
        now.remove(same)
        changes = [] if anyway else list(_changes(entry, same))
        if changes:
            _refuse(earlier, f"the engine has changed since: {'; '.join(changes)}", "--anyway keeps the old verdicts")
        found[entry["label"]] = same["label"]
    return found


def _changes(before: Line, now: Line) -> Iterator[str]:
    """What is not the same about an implementation."""
    for key in ("name", "version", "language"):
        if before[key] != now[key]:
            yield f"{key} {before[key]!r}, now {now[key]!r}"
    declared, declares = before["declares"], now["declares"]
    for key in dict.fromkeys([*declared, *declares]):
        if declared.get(key) != declares.get(key):
            yield f"it declares other {key}"
    if before["files"] != now["files"]:
        yield "its files are not the same"


def _refuse(earlier: EarlierRun, message: str, advice: str = "") -> None:
    raise Malformed("report", f"{earlier.file} cannot be continued: {message}; {advice and f'{advice}, or '}{ANEW}")


def what_changed(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """What is different between the outcomes of two runs, in a few words: fixed and broken scenarios by name.

    >>> what_changed({"a/b": "fail", "c/d": "pass"}, {"a/b": "pass", "c/d": "fault"})
    ['1 fixed: a/b', '1 broken: c/d']
    """
    bad = ("fail", "fault")
    fixed = [id for id, outcome in now.items() if outcome not in bad and before.get(id) in bad]
    broken = [id for id, outcome in now.items() if outcome in bad and before.get(id) not in bad]
    return [
        f"{len(ids)} {what}: {', '.join(ids[:5])}{' …' if len(ids) > 5 else ''}"
        for what, ids in (("fixed", fixed), ("broken", broken))
        if ids
    ]
