"""Cross-checks of disputes and editions: readings exist, patches fit the data, no datum is patched twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from concordia_ref.spec.findings import Finding, did_you_mean, shown
from concordia_ref.spec.overlay import leaves, missing_paths, overlaps
from concordia_ref.spec.view import View

NO_READING = ("silent", "damaged")
"""What is given instead of a reading if a rulebook takes none."""
FOLLOWS_FROM = {
    "stated": ("stated", "example", "silent"),
    "example": ("example", "silent"),
    "silent": ("silent",),
    "otherwise": ("otherwise",),
}
"""What a rulebook can say on a clause, by what it says on a question that decides it; the clause may say more."""


def readings_exist(view: View) -> Iterator[Finding]:
    """The ruling and what a rulebook says are readings of the dispute; the ruling changes nothing in the data."""
    for name in view.files("disputes"):
        readings = view.mapping(name, "readings")
        if not readings:
            continue
        ruling = view.text(name, "ruling")
        if ruling and ruling not in readings:
            yield _unknown_reading(view, name, ("ruling",), ruling, readings)
        elif view.mapping(name, "readings", ruling, "patch"):
            path = ("readings", ruling, "patch")
            message = f"{shown(ruling)} is the ruling: it has no patch, because the data are the ruling"
            yield view.finding(name, path, "dispute.ruling-patched", message, key=True)
        for rulebook in view.mapping(name, "rulebooks"):
            says = view.text(name, "rulebooks", rulebook, "says")
            literally = view.text(name, "rulebooks", rulebook, "literally")
            if says and says not in (*readings, *NO_READING):
                yield _unknown_reading(view, name, ("rulebooks", rulebook, "says"), says, readings)
            if literally and literally not in readings:
                yield _unknown_reading(view, name, ("rulebooks", rulebook, "literally"), literally, readings)


def other_readings_are_played_or_not(view: View) -> Iterator[Finding]:
    """A reading other than the ruling has a patch or the reason why it cannot be played; the dispute explains it."""
    for name in view.files("disputes"):
        ruling, readings = view.text(name, "ruling"), view.mapping(name, "readings")
        for reading, entry in readings.items():
            ways = [way for way in ("patch", "not_played") if way in view.mapping(name, "readings", reading)]
            if not isinstance(entry, dict) or len(ways) == (0 if reading == ruling else 1):
                continue
            message = f"{shown(reading)} needs either a patch or not_played, which says why it cannot be played"
            if reading == ruling:
                message = f"{shown(reading)} is the ruling: it is always played, and has no not_played"
            if reading != ruling or "not_played" in ways:
                yield view.finding(name, ("readings", reading), "dispute.not-played", message, key=True)
        unplayed = any("not_played" in view.mapping(name, "readings", reading) for reading in readings)
        if unplayed != ("not_executable" in view.mapping(name)):
            message = (
                "not_executable explains, in words, the readings that have not_played; one is here without the other"
            )
            yield view.finding(name, ("readings",), "dispute.not-executable", message, key=True)


def clauses_follow_the_disputes(view: View) -> Iterator[Finding]:
    """What a rulebook says on a clause agrees with what it says on the questions that decide the clause."""
    if view.incomplete & {"disputes", "citations"}:
        return
    for name in view.files("disputes"):
        for index, clause in enumerate(view.items(name, "decides")):
            if clause not in view.items(name, "clauses"):
                message = f"the dispute decides {shown(clause)}, which its clauses do not name"
                yield view.finding(name, ("decides", index), "dispute.decides", message)
    for file in view.files("citations"):
        book = file.removeprefix("citations/").removesuffix(".yaml")
        decided = _decided(view, book)
        for clause in view.mapping(file):
            says = view.text(file, clause, "says")
            wanted, dispute = decided.get(clause, ("", ""))
            if says not in FOLLOWS_FROM.get(wanted, (says,)):
                message = f"{shown(clause)} is {says} here, but in the dispute {dispute} the rulebook is {wanted}"
                yield view.finding(file, (clause, "says"), "clause.stance", message)
            elif says == "otherwise" and wanted != "otherwise":
                message = f"{shown(clause)} is otherwise here, but in no dispute that decides it"
                yield view.finding(file, (clause, "says"), "clause.stance", message)


def _decides(view: View, name: str) -> list[str]:
    """The clauses that a dispute decides, as far as they are texts."""
    return [clause for clause in view.items(name, "decides") if isinstance(clause, str)]


def _decided(view: View, book: str) -> dict[str, tuple[str, str]]:
    """What follows for the clauses from the stances of a rulebook: of several disputes, the one farthest from it."""
    order = list(FOLLOWS_FROM)
    decided: dict[str, tuple[str, str]] = {}
    for name in view.files("disputes"):
        says = view.text(name, "rulebooks", book, "says")
        if says in NO_READING:
            stance = "silent"
        elif says != view.text(name, "ruling"):
            stance = "otherwise"
        else:
            stance = "example" if view.value(name, "rulebooks", book, "example") is True else "stated"
        for clause in _decides(view, name):
            if order.index(stance) >= order.index(decided.get(clause, ("stated", ""))[0]):
                decided[clause] = (stance, view.text(name, "id"))
    return decided


def kinds_fit_the_stances(view: View) -> Iterator[Finding]:
    """A contradiction has rulebooks on two readings, and a silence one that is silent."""
    for name in view.files("disputes"):
        says = [view.text(name, "rulebooks", book, "says") for book in view.mapping(name, "rulebooks")]
        speaking = {reading for reading in says if reading not in NO_READING}
        kind = view.text(name, "kind")
        if kind == "contradiction" and len(speaking) < 2:
            message = "no two rulebooks take different readings, so this is not a contradiction"
            yield view.finding(name, ("kind",), "dispute.kind", message)
        if kind == "silence" and len(speaking) == len(set(says)):
            message = "no rulebook is silent, so this is not a silence"
            yield view.finding(name, ("kind",), "dispute.kind", message)


def readings_can_be_told_apart(view: View) -> Iterator[Finding]:
    """A dispute names the scenario that distinguishes its readings if and only if some reading can be played."""
    for name in view.files("disputes"):
        readings = view.mapping(name, "readings")
        played = any(view.mapping(name, "readings", reading, "patch") for reading in readings)
        told_apart = "told_apart_by" in view.mapping(name)
        if readings and played and not told_apart:
            message = "some reading can be played, but told_apart_by names no scenario"
            yield view.finding(name, ("readings",), "dispute.no-scenario", message, key=True)
        elif readings and told_apart and not played:
            message = "told_apart_by names a scenario, but no reading has a patch to play"
            yield view.finding(name, ("readings",), "dispute.no-patch", message, key=True)


def patches_fit_the_data(view: View) -> Iterator[Finding]:
    """Every path of a patch leads to a datum."""
    for name in view.files("disputes"):
        for reading in view.mapping(name, "readings"):
            patch = view.mapping(name, "readings", reading, "patch")
            for path in missing_paths(view.data, patch):
                if path.split(".")[0] not in view.incomplete:
                    written = next(key for key in patch if path.startswith(key))
                    at = ("readings", reading, "patch", written)
                    message = f"the patch names {shown(path)}, which is not in the data"
                    yield view.finding(name, at, "dispute.patch-path", message, key=True)


def editions_fit(view: View) -> Iterator[Finding]:
    """An edition takes readings that exist and can be played, and no two of them change the same datum."""
    if "disputes" in view.incomplete:
        return
    for name in view.files("editions"):
        takes = _takes(view, name)
        for dispute, (reading, path) in takes.items():
            readings = view.mapping(_file(dispute), "readings")
            if not readings:
                continue
            if reading not in readings:
                yield _unknown_reading(view, name, path, reading, readings)
            elif reading != view.text(_file(dispute), "ruling") and not _patch(view, dispute, reading):
                message = f"the reading {shown(reading)} cannot be played: it has no patch"
                yield view.finding(name, path, "edition.not-playable", message)
        patches = {dispute: _patch(view, dispute, reading) for dispute, (reading, _) in takes.items()}
        for first, dispute, datum in overlaps(patches):
            message = f"{shown(first)} and {shown(dispute)} both change {shown(datum)} in this edition"
            yield view.finding(name, takes[dispute][1], "edition.overlap", message)


def texts_follow_the_readings(view: View) -> Iterator[Finding]:
    """The texts of an edition are those of the readings that it takes, and no two readings word the same clause.

    The text of a clause follows a reading by itself where it names the datum that the reading changes.
    """
    if view.incomplete & {"disputes", "locales"}:
        return
    for name in view.files("editions"):
        own, worded = view.mapping(name, "clauses"), dict[str, str]()
        for dispute, (reading, path) in _takes(view, name).items():
            file = _file(dispute)
            texts, patched = view.mapping(file, "readings", reading, "clauses"), leaves(_patch(view, dispute, reading))
            for clause in _decides(view, file):
                text = view.text("locales/en/clauses.yaml", clause)
                if clause not in (*texts, *own) and not any(f"{{{changed}" in text for changed in patched):
                    message = (
                        f"the edition takes {shown(reading)} of {dispute}, but {shown(clause)} reads as by the ruling"
                    )
                    yield view.finding(name, path, "edition.text", message)
            for clause in texts:
                if clause in worded and clause not in own:
                    message = (
                        f"{worded[clause]} and {dispute} both word {shown(clause)}: the edition needs a text of its own"
                    )
                    yield view.finding(name, path, "edition.clause-twice", message)
                worded.setdefault(clause, dispute)


def _takes(view: View, name: str) -> dict[str, tuple[str, Any]]:
    """The readings that an edition takes, with the place that says so."""
    takes: dict[str, tuple[str, Any]] = {}
    rulebook = view.text(name, "follows")
    excepted = view.mapping(name, "except")
    for file in view.files("disputes") if rulebook else ():
        dispute, says = view.text(file, "id"), view.text(file, "rulebooks", rulebook, "says")
        if view.value(name, "to_the_letter") is True:
            says = view.text(file, "rulebooks", rulebook, "literally") or says
        if dispute not in excepted and view.mapping(file, "readings", says, "patch"):
            takes[dispute] = (says, ("follows",))
    for dispute in view.mapping(name, "takes"):
        if reading := view.text(name, "takes", dispute):
            takes[dispute] = (reading, ("takes", dispute))
    return takes


def _patch(view: View, dispute: str, reading: str) -> dict[str, Any]:
    return view.mapping(_file(dispute), "readings", reading, "patch")


def _file(dispute: str) -> str:
    return f"disputes/{dispute}.yaml"


def _unknown_reading(view: View, name: str, path: Any, reading: str, readings: dict[str, Any]) -> Finding:
    message = f"there is no reading {shown(reading)}"
    return view.finding(name, path, "id.unknown", message, hint=did_you_mean(reading, readings))


DISPUTE_CHECKS = (
    readings_exist,
    other_readings_are_played_or_not,
    clauses_follow_the_disputes,
    kinds_fit_the_stances,
    readings_can_be_told_apart,
    patches_fit_the_data,
    editions_fit,
    texts_follow_the_readings,
)
