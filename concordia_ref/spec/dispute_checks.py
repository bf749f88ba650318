"""Cross-checks of disputes and editions: readings exist, patches fit the data, no datum is patched twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from concordia_ref.spec.findings import Finding, did_you_mean, shown
from concordia_ref.spec.overlay import missing_paths, overlaps
from concordia_ref.spec.view import View


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
            if says and says not in (*readings, "silent", "damaged"):
                yield _unknown_reading(view, name, ("rulebooks", rulebook, "says"), says, readings)


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


def _takes(view: View, name: str) -> dict[str, tuple[str, Any]]:
    """The readings that an edition takes, with the place that says so."""
    takes: dict[str, tuple[str, Any]] = {}
    rulebook = view.text(name, "follows")
    excepted = view.mapping(name, "except")
    for file in view.files("disputes") if rulebook else ():
        dispute, says = view.text(file, "id"), view.text(file, "rulebooks", rulebook, "says")
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


DISPUTE_CHECKS = (readings_exist, readings_can_be_told_apart, patches_fit_the_data, editions_fit)
