"""A report made by hand: three failures by two causes, one without, one newer than the set, a skip and two passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from concordia_ref.engine.game import Game
from concordia_ref.reports.context import Context
from concordia_ref.reports.reading import Report, read_report
from concordia_ref.suite.cases import Case
from concordia_ref.suite.differences import Difference
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.report_file import FORMAT, cause_line, footer_line, verdict_line
from concordia_ref.suite.verdicts import Verdict

LABEL = "mine 1.0"
COINS = "mercator/from-two-to-eleven-coins"
HAND = "tribune/no-second-colonist"
CLOTH = "mercator/cloth-bought-at-seven"
ALONE = "diplomat/bought-mercator-copied"
NEWER = "mercator/no-cloth-for-six-coins"
PASSES = "components/god-of-the-mercators"
SKIPPED = "setup/colonists-of-three-players"
TURN = {"card": "mercator", "sell": {"wine": 3}, "buy": {"brick": 4}}

VERDICTS = (
    Verdict(COINS, "fail", (Difference("state", "players.0.coins", 11, 10),), seconds=0.25),
    Verdict(CLOTH, "fail", (Difference("state", "players.0.coins", 3, 2),), stderr="Traceback\nKeyError"),
    Verdict(HAND, "fail", (Difference("state", "players.0.hand", ["tribune", "senator"], ["senator", "mason"]),)),
    Verdict(ALONE, "fault", notes=("no answer within 10 s",)),
    Verdict(NEWER, "fail", (Difference("accepted", got="ok: {}", turn=TURN),)),
    Verdict(PASSES, "pass", named=None),
    Verdict(SKIPPED, "skip", notes=("not declared: operation new",)),
)
CAUSES: Sequence[Mapping[str, Any]] = (
    {
        "title": "Coins are not counted right",
        "clauses": ("mercator.order", "mercator.trade.money"),
        "datum": "",
        "explains": (COINS, CLOTH),
        "shown_by": COINS,
        "masks": (PASSES,),
        "looks_like": ("mercator-pays-one-less",),
    },
    {
        "title": "A played card does not leave the hand",
        "clauses": ("turn.hand",),
        "datum": "actions.tribune",
        "explains": (HAND,),
        "shown_by": HAND,
        "masks": (),
        "looks_like": (),
    },
)


@cache
def cases() -> Mapping[str, Case]:
    return {case.id: case for case in load_cases() if case.id in {verdict.case for verdict in VERDICTS}}


def sample_lines(
    verdicts: Sequence[Verdict] = VERDICTS,
    causes: Sequence[Mapping[str, Any]] = CAUSES,
    *,
    started: str = "2026-11-18T03:00:00+00:00",
    label: str = LABEL,
    remarks: Sequence[str] = (),
    command: str = "./mine --fast",
) -> list[dict[str, Any]]:
    counted = [verdict for verdict in verdicts if verdict.case != NEWER]
    header: dict[str, Any] = {
        "type": "header",
        "format": FORMAT,
        "format_version": 2,
        "specification": "0.2.1",
        "edition": "canonical",
        "set": {"name": "0.2", "scenarios": len(counted) + 2, "date": "2026-11-08", "added": 1},
        "left_out": {"no such reading": ["a/b", "c/d"]},
        "scenarios": len(verdicts),
        "started": started,
        "implementations": [{"label": label, "name": "mine", "version": "1.0", "command": command}],
    }
    lines = [verdict_line(label, cases()[entry.case], entry, added=entry.case == NEWER) for entry in verdicts]
    named = [cause_line(label, cause) for cause in causes]
    return [header, *lines, *named, footer_line(lines, [label], interrupted=False, remarks={label: remarks})]


def sample(*arguments: Any, **options: Any) -> Report:
    return read_report(sample_lines(*arguments, **options))


def context(site: str = "", label: str = LABEL) -> Context:
    return Context(Game(), {label: cases()}, site=site)


def all_passing() -> list[Verdict]:
    return [Verdict(verdict.case, "pass") for verdict in VERDICTS if verdict.case != NEWER]
