"""How strong the suite is, as a page: what was measured, what is excused, and what survives."""

from __future__ import annotations

from concordia_ref.lab.mutation.excuses import Excuses, read_excuses
from concordia_ref.lab.mutation.measured import Measured, Mutants, read_measured
from concordia_ref.site.developer.files import FOLDER
from concordia_ref.site.developer.html import code, joined, passage, prose, source
from concordia_ref.site.markup import escaped, folded_away, heading, items, link, table
from concordia_ref.site.page import Page
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.golden import golden_names, read_golden

DO_NOTHING = {
    "accepts": "accepts every turn, and stays in the position",
    "refuses": "refuses every turn",
    "echoes": "answers with the request",
    "fixed": "answers with the first position that it has seen",
    "passes-on": "puts the card on the pile and does nothing with it",
}


def strength_page() -> Page:
    """The page."""
    measured = read_measured()
    strength = packaged_folder("conformance") / "strength"
    excuses = read_excuses(strength / "equivalent.yaml")
    title, about = "How strong is the suite?", "What the suite notices, measured: mutants, planted bugs, random games."
    body = joined(
        [
            heading(1, title),
            passage(
                "A suite is worth what it notices. So its strength is measured, not claimed: faults are made on "
                f"purpose, and each of them must fail a scenario. These are the numbers for {measured.scenarios:,} "
                f"scenarios, from {_file('measured.yaml')}."
            ),
            _mutants(measured, excuses),
            _planted(measured),
            _nothing(measured),
            _random_games(measured),
            _counts(),
            _excused(excuses),
        ]
    )
    return Page("strength", title, body, about)


def _file(name: str) -> str:
    return link(f"{FOLDER}/conformance/strength/{name}", name)


def _mutants(measured: Measured, excuses: Excuses) -> str:
    header = ("mutants of", "all", "no rules", "killed", "excused", "survive", "score")
    rows = [_counted("the data", measured.data), _counted("the code", measured.code)]
    return joined(
        [
            heading(2, "Every small fault", "mutants"),
            passage(
                "A mutant is the game with one small fault: a number one up or down, another value, an item dropped or "
                "doubled, a line of the map gone or changed from land to sea; or, in the code that carries out the "
                "rules, a comparison turned, a condition negated, a statement dropped. A scenario that comes out "
                "otherwise kills it. What is no valid specification any more counts as no rules; what nobody can "
                "notice is excused by name, with the reason."
            ),
            source(measured.commands["mutants"]),
            table("Mutants", header, rows),
            passage(
                "Of the mutants of the data all must be killed or excused; of those of the code at least "
                f"{excuses.code_at_least} %, or the command fails. "
                + ("Those that survive are:" if measured.surviving else "At the moment none survives.")
            ),
            items(escaped(kind) for kind in measured.surviving) if measured.surviving else "",
        ]
    )


def _counted(name: str, found: Mutants) -> tuple[str, ...]:
    numbers = (found.mutants, found.no_rules, found.killed, found.excused, found.survive)
    return name, *(f"{number:,}" for number in numbers), f"{found.score:.4g} %"


def _planted(measured: Measured) -> str:
    found = measured.planted
    return joined(
        [
            heading(2, "Planted bugs", "planted"),
            passage(
                f"Mutants are made by a machine. {found.bugs} more faults were thought of by reading the rules, as an "
                "implementer might misread them, and written without a look at the suite."
            ),
            source(measured.commands["planted"]),
            items(
                [
                    f"The suite catches {found.caught_by_the_suite} of them.",
                    f"Random games in lockstep find {found.found_by_fuzz} in {found.games} games; what is left needs a "
                    "situation that random play hardly comes to.",
                    f"Of these, {found.shrunk_to_one_turn} were made as small as one position and at most one turn by "
                    f"{code('concordia shrink')}.",
                ]
            ),
        ]
    )


def _nothing(measured: Measured) -> str:
    rows = [
        (code(kind), escaped(DO_NOTHING[kind]), f"{passed} of {measured.scenarios:,}")
        for kind, passed in measured.do_nothing.items()
    ]
    return joined(
        [
            heading(2, "Adapters that know no rule", "do-nothing"),
            passage(
                "An engine that does nothing must pass next to nothing. That is so because whole positions are "
                "compared, and because every refusal is followed by a turn that must be accepted. The few that pass "
                "ask for something that is the same in many positions, or show a turn that changes nothing but the "
                "card and whose turn it is. For one of them:"
            ),
            source(measured.commands["do_nothing"]),
            table("Adapters that know no rule", ("adapter", "what it does", "passes"), rows),
        ]
    )


def _random_games(measured: Measured) -> str:
    soak = measured.soak
    return joined(
        [
            heading(2, "Random games of the reference", "random-games"),
            passage(
                "The reference plays whole games, on tables and by editions drawn at random, and after each turn "
                "everything is checked that must always hold: houses and colonists come from the turn alone, cards "
                "only move, a turn that was drawn choice by choice is played to the same position, and turns, "
                "positions and games read back to the same."
            ),
            source(measured.commands["soak"]),
            passage(f"{soak.games:,} games, {soak.turns:,} turns, {soak.violations} violations."),
        ]
    )


def _counts() -> str:
    goldens = [read_golden(name) for name in golden_names()]
    sequences = sum(count for golden in goldens for count in golden.table.counts)
    return joined(
        [
            heading(2, "Counts of turns", "counts"),
            passage(
                f"From {len(goldens)} fixed positions, {sequences:,} sequences of legal turns are counted. Where that "
                "is feasible a second count, a brute force over the checker, agrees; it shares no code with the first. "
                f"{link('count-turns.html', 'The counts')} are there for others to compare with."
            ),
        ]
    )


def _excused(excuses: Excuses) -> str:
    by_reason: dict[str, list[str]] = {}
    for mutant, reason in excuses.reasons.items():
        by_reason.setdefault(reason, []).append(mutant)
    rows = [(prose(reason), _mutant_list(mutants)) for reason, mutants in by_reason.items()]
    return joined(
        [
            heading(2, "What is excused", "excused"),
            passage(
                f"The list is {_file('equivalent.yaml')}; an entry is a mutant or a pattern for several. The command "
                "fails when an entry matches no mutant, and when a mutant that is excused is noticed after all."
            ),
            table("Excused mutants", ("reason", "mutants"), rows, "plain"),
        ]
    )


def _mutant_list(mutants: list[str]) -> str:
    if len(mutants) == 1:
        return code(mutants[0])
    return folded_away(f"{len(mutants)} entries", items(map(code, mutants)))
