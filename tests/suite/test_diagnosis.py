"""From failures to causes: known faults that explain them, several at once, and what nothing known explains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from concordia_ref.suite.cases import Case
from concordia_ref.suite.diagnosis import Cause, causes, diagnose
from concordia_ref.suite.differences import Difference
from concordia_ref.suite.evidence import Evidence, evidence_of
from concordia_ref.suite.fingerprints import Fingerprints, KnownFault, scenario_digest
from concordia_ref.suite.loading import load_cases
from concordia_ref.suite.shapes import is_part
from concordia_ref.suite.verdicts import Verdict

CASES = {case.id: case for case in load_cases()}
COINS, HAND, WINE, REFUSED = "own coins more", "own hand +played", "own goods.wine less", "refused mercator"


def about(clause: str, number: int) -> list[str]:
    """Legal scenarios about a clause."""
    found = [case.id for case in CASES.values() if clause in case.clauses and case.turns and not case.rejected]
    assert len(found) >= number
    return found[:number]


TRADES = about("mercator.trade.buy", 4)
RECALLS = about("tribune.recall", 4)
PRODUCED = about("prefect.produce.bonus", 4)


def fault(id: str, clause: str, ids: Iterable[str], shape: str, kind: str = "planted", note: str = "") -> KnownFault:
    return KnownFault(kind, id, "", (clause,), note or f"{id.title()}.", {one: frozenset({shape}) for one in ids})


def matrix(*faults: KnownFault) -> Fingerprints:
    # Some faults more, so that cells are rarer than the rest.
    others = [fault(f"other {n}", "turn.order", [id], "to_play own") for n, id in enumerate(list(CASES)[:40])]
    return Fingerprints({id: scenario_digest(case) for id, case in CASES.items()}, {}, (*faults, *others))


def shown(failures: Mapping[str, str], skipped: Sequence[str] = ()) -> Evidence:
    """What a run shows in which scenarios fail with one shape each, and all others pass."""
    found = {id: frozenset({shape}) for id, shape in failures.items()}
    return Evidence(found, frozenset(CASES.keys() - found.keys() - set(skipped)), {})


def of(ids: Iterable[str], shape: str) -> dict[str, str]:
    return dict.fromkeys(ids, shape)


RICH = fault("too rich", "mercator.trade.buy", TRADES, COINS)
KEPT = fault("kept", "tribune.recall", RECALLS, HAND)


def test_nothing_fails_and_nothing_is_explained() -> None:
    assert diagnose(shown({}), CASES, matrix(RICH)) == []


def test_a_known_fault_names_the_cause_with_the_sentence_of_the_bug() -> None:
    (cause,) = diagnose(shown(of(TRADES, COINS)), CASES, matrix(RICH, KEPT))
    assert cause.title == "Too Rich"
    assert cause.clauses[0] == "mercator.trade.buy"
    assert len(cause.clauses) <= 4
    assert cause.explains == tuple(sorted(TRADES))
    assert cause.shown_by in TRADES
    assert cause.looks_like == ("Too Rich.",)
    assert cause.masks == ()


def test_two_faults_at_once_come_apart() -> None:
    found = diagnose(shown({**of(TRADES[:3], COINS), **of(RECALLS, HAND)}), CASES, matrix(RICH, KEPT))
    assert [(cause.title, len(cause.explains)) for cause in found] == [("Kept", 4), ("Too Rich", 3)]


def test_two_faults_in_one_scenario_both_explain_it() -> None:
    both = Evidence(
        {TRADES[0]: frozenset({COINS, HAND}), TRADES[1]: frozenset({COINS}), RECALLS[0]: frozenset({HAND})},
        frozenset(),
        {},
    )
    kept = fault("kept", "tribune.recall", [TRADES[0], RECALLS[0]], HAND)
    found = {cause.title: cause for cause in diagnose(both, CASES, matrix(RICH, kept))}
    assert TRADES[0] in found["Too Rich"].explains
    assert TRADES[0] in found["Kept"].explains
    # The shortest scenario that shows one of them shows nothing else.
    assert found["Too Rich"].shown_by == TRADES[1]
    assert found["Kept"].shown_by == RECALLS[0]


def test_what_would_break_much_that_passes_is_not_the_cause() -> None:
    everything = fault("everything", "turn.action", [*TRADES, *RECALLS, *PRODUCED], COINS)
    (cause,) = diagnose(shown(of(TRADES, COINS)), CASES, matrix(everything, RICH))
    assert cause.title == "Too Rich"


def test_skipped_scenarios_do_not_speak_against_a_fault() -> None:
    wide = fault("wide", "mercator.trade.buy", [*TRADES[:2], *RECALLS, *PRODUCED], COINS)
    failures = of(TRADES[:2], COINS)
    (cause,) = diagnose(shown(failures, skipped=[*RECALLS, *PRODUCED]), CASES, matrix(wide))
    assert cause.looks_like == ("Wide.",)
    # If the others were run and passed, little of what it predicts has come true.
    (cause,) = diagnose(shown(failures), CASES, matrix(wide))
    assert cause.looks_like == ()


def test_a_datum_is_named_with_the_value_that_would_fail_the_same_scenarios() -> None:
    dearer = fault("goods.goods.wine.price+1", "mercator.trade.buy", TRADES, "own coins less", "data", "6 > 7")
    (cause,) = diagnose(shown(of(TRADES, "own coins less")), CASES, matrix(dearer))
    assert cause.datum == "goods.goods.wine.price"
    assert cause.title == (
        "mercator.trade.buy: the player has too few sestertii, as if goods.goods.wine.price were 7 and not 6"
    )


def test_a_refusal_whose_twin_fails_is_a_repetition() -> None:
    refusal = next(case for case in CASES.values() if case.twin and not is_part(case.twin, case))
    twin = refusal.twin
    assert twin is not None
    wrong = Difference("state", "players.0.coins", 1, 2, stage="twin")
    own = wrong._replace(stage="")
    verdicts = [Verdict(twin.id, "fail", (own,)), Verdict(refusal.id, "fail", (wrong,))]
    assert evidence_of(verdicts, CASES).repeated == {refusal.id: twin.id}
    (cause,) = causes(verdicts, CASES, Fingerprints())
    assert set(cause.explains) == {refusal.id, twin.id}
    assert cause.shown_by == twin.id
    # Where the twin itself was not run, the refusal is all there is.
    (cause,) = causes(verdicts[1:], CASES, Fingerprints())
    assert cause.explains == (refusal.id,)


def test_scenarios_about_something_else_that_ended_early_are_masked() -> None:
    stopped = fault("stopped", "mercator.order", [*TRADES, *RECALLS], REFUSED)
    (cause,) = diagnose(shown(of([*TRADES, *RECALLS], REFUSED)), CASES, matrix(stopped))
    others = {id for id in RECALLS if not set(CASES[id].clauses) & set(cause.clauses)}
    assert others <= set(cause.masks) <= set(cause.explains)
    # What was judged to the end is not masked, whatever it is about.
    (cause,) = diagnose(shown(of([*TRADES, *RECALLS], COINS)), CASES, Fingerprints())
    assert cause.masks == ()


def test_changed_scenarios_are_not_compared_with_known_faults() -> None:
    stale = matrix(RICH)
    stale = stale._replace(scenarios={**stale.scenarios, **dict.fromkeys(TRADES, "changed")})
    (cause,) = diagnose(shown(of(TRADES, COINS)), CASES, stale)
    assert cause.looks_like == ()
    assert "mercator.trade.buy" in cause.clauses


# Without known faults


def test_what_nothing_explains_is_grouped_by_the_part_of_the_game() -> None:
    failures = {**of(TRADES, COINS), **of(PRODUCED[:2], WINE), PRODUCED[2]: "other goods.food less"}
    coins, goods = diagnose(shown(failures), CASES, Fingerprints())
    assert coins.explains == tuple(sorted(TRADES))
    assert coins.title.endswith(": the player has too many sestertii")
    assert "mercator.trade.buy" in coins.clauses
    assert goods.explains == tuple(sorted(PRODUCED[:3]))
    assert "prefect.produce.bonus" in goods.clauses


def test_an_illegal_turn_that_is_accepted_names_the_clause_that_should_refuse_it() -> None:
    refusal = CASES["course/card-from-the-pile"]
    turn = refusal.turns[-1]
    verdict = Verdict(refusal.id, "fail", (Difference("accepted", got="ok: {}", turn=turn),))
    (cause,) = causes([verdict], CASES, Fingerprints())
    assert cause.clauses[0] == refusal.refused == "turn.hand"


# Whole engines


def test_a_clause_that_an_engine_names_for_refusing_what_is_legal_is_suspected() -> None:
    refused = Difference("refused", got='reject: {"clause": "mercator.trade.any-order"}', turn={"card": "mercator"})
    verdicts = [Verdict(id, "fail", (refused,)) for id in TRADES]
    passed = [Verdict(id, "pass") for id in CASES.keys() - set(TRADES)]
    assert evidence_of(verdicts, CASES).named == dict.fromkeys(TRADES, "mercator.trade.any-order")
    assert "mercator.trade.any-order" in causes([*verdicts, *passed], CASES, matrix())[0].clauses
    silent = [Verdict(id, "fail", (refused._replace(got="reject: {}"),)) for id in TRADES]
    assert "mercator.trade.any-order" not in causes([*silent, *passed], CASES, matrix())[0].clauses


def run(answer: object) -> list[Cause]:
    """The causes where every scenario comes out in one way."""
    return causes([verdict_of(case, answer) for case in CASES.values()], CASES, matrix(RICH, KEPT))


def verdict_of(case: Case, answer: object) -> Verdict:
    if answer == "crash":
        return Verdict(case.id, "fault", notes=("ended with exit code 1",))
    if answer == "position":
        return Verdict(case.id, "fail", (Difference("position", got='reject: {"message": "no"}'),))
    if not case.turns or case.rejected:
        return Verdict(case.id, "pass")
    return Verdict(case.id, "fail", (Difference("refused", got="reject: {}", turn=case.turns[0]),))


def test_an_engine_that_crashes_at_everything_has_one_cause() -> None:
    (cause,) = run("crash")
    assert cause.title == "The adapter breaks at nearly everything: ended with exit code _"
    assert len(cause.explains) == len(CASES)


def test_an_engine_that_accepts_no_position_has_one_cause() -> None:
    (cause,) = run("position")
    assert cause.title == "Positions are not accepted"


def test_an_engine_that_refuses_every_turn_has_one_cause() -> None:
    (cause,) = run("refuse")
    assert cause.title == "Legal turns are refused, whatever the card"


def test_an_engine_whose_turns_do_nothing_has_one_cause() -> None:
    verdicts = []
    for case in CASES.values():
        wrong: tuple[Difference, ...] = ()
        if case.turns and not case.rejected and case.state is not None and case.after is not None:
            seat = case.state["to_play"]
            path = f"players.{seat}.hand"
            hand = Difference("state", path, [], case.state["players"][seat]["hand"])
            wrong = (hand, Difference("state", "to_play", case.after["to_play"], seat))
        verdicts.append(Verdict(case.id, "fail" if wrong else "pass", wrong))
    (cause,) = causes(verdicts, CASES, matrix(RICH, KEPT))
    assert cause.title == "Turns are accepted, but change nothing"
