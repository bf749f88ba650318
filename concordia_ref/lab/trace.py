"""The traceability matrix: the data, code, scenarios and texts behind every clause."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.spec.citations import Place
from concordia_ref.spec.clauses import Clause
from concordia_ref.spec.disputes import read_register
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.packaged import PACKAGE
from concordia_ref.suite.observation import Seen, observe
from concordia_ref.suite.scenarios import Scenario, given_state, load_scenarios
from concordia_ref.words.languages import language, tags

FORMAT_VERSION = 1
NEEDED = ("data", "code", "kept", "texts")


@dataclass(frozen=True)
class Traced:
    """A clause with all that belongs to it. `consulted` counts the scenarios in which the reference looks at it."""

    clause: Clause
    places: Mapping[str, Place]
    code: tuple[str, ...]
    kept: tuple[str, ...]
    broken: tuple[str, ...]
    consulted: int
    languages: tuple[str, ...]
    disputes: tuple[str, ...]

    def parts(self) -> dict[str, tuple[str, ...]]:
        """What belongs to the clause, by the names of the columns of the matrix."""
        return {
            "data": self.clause.carried_out_by,
            "code": self.code,
            "kept": self.kept,
            "broken": self.broken,
            "texts": self.languages,
            "disputes": self.disputes,
        }

    def lacks(self) -> Iterator[str]:
        """What no clause may be without, and this one is."""
        return (name for name, found in self.parts().items() if not found and name in NEEDED)

    def to_json(self) -> dict[str, Any]:
        """The clause as plain JSON."""
        clause = self.clause
        return {
            "id": clause.id,
            "kind": clause.kind,
            "belongs_to": dict([clause.belongs_to]),
            "data": list(clause.carried_out_by),
            "code": list(self.code),
            "kept": list(self.kept),
            "broken": list(self.broken),
            "consulted": self.consulted,
            "languages": list(self.languages),
            "rulebooks": {
                book: {"status": place.status, "section": place.section, "heading": place.heading, "at": place.at}
                for book, place in self.places.items()
            },
            "disputes": list(self.disputes),
        }


def trace(game: Game, progress: Callable[[int, int], None] = lambda done, every: None) -> list[Traced]:
    """Every clause in the order of the files, after playing all scenarios; `progress` is called after each."""
    scenarios = list(load_scenarios())
    consulted: dict[str, list[Seen]] = {}
    for done, seen in enumerate(watch(game, scenarios), 1):
        for clause in seen.consulted:
            consulted.setdefault(clause, []).append(seen)
        progress(done, len(scenarios))
    named = named_in_code(game)
    own_tags = [tag for tag in tags(game.spec.folder) if language(tag).written_in == tag]
    disputes = read_register(game.spec.folder).disputes.values()

    def traced(clause: Clause) -> Traced:
        id, watched = clause.id, consulted.get(clause.id, [])
        declaring = [scenario for scenario in scenarios if id in scenario.clauses]
        return Traced(
            clause=clause,
            places=game.spec.places[id],
            code=tuple(sorted({*named.get(id, ()), *(where for seen in watched for where in seen.consulted[id])})),
            kept=tuple(scenario.id for scenario in declaring if not scenario.expected.rejected),
            broken=tuple(scenario.id for scenario in declaring if scenario.expected.refused == id),
            consulted=len(watched),
            languages=tuple(tag for tag in own_tags if id in language(tag, game.spec.folder).clauses),
            disputes=tuple(dispute.id for dispute in disputes if id in dispute.clauses),
        )

    return [traced(clause) for clause in game.spec.clauses.values()]


def watch(game: Game, scenarios: Iterable[Scenario]) -> Iterator[Seen]:
    """What is consulted and what refuses while each scenario is played: set up, turns, and points where it has some."""
    observed, seen = observe(game)
    for scenario in scenarios:
        try:
            # A position is loaded, not played: what is read to write it out does not concern the scenario.
            if "setup" in scenario.given:
                state = given_state(observed, scenario)
            else:
                state = given_state(game, scenario)
            for written in scenario.turns:
                state = observed.play(state, game.turn(state, written))
            if scenario.expected.scores is not None or scenario.expected.winner is not None:
                observed.score(state)
        except Refused:
            pass  # The refusing clauses are recorded.
        except Malformed:
            if not scenario.expected.rejected:
                raise
        yield Seen(dict(seen.consulted), set(seen.refused))
        seen.forget()


def named_in_code(game: Game) -> dict[str, set[str]]:
    """The clauses that the code names to refuse a turn, each with the classes and functions that do."""
    found: dict[str, set[str]] = {}
    for file in sorted((PACKAGE / "engine").rglob("*.py")):
        module = ".".join(file.relative_to(PACKAGE / "engine").with_suffix("").parts)
        for part in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(part, (ast.ClassDef, ast.FunctionDef)):
                texts = {str(node.value) for node in ast.walk(part) if isinstance(node, ast.Constant)}
                for clause in texts.intersection(game.spec.clauses):
                    found.setdefault(clause, set()).add(f"{module}.{part.name}")
    return found


def trace_json(game: Game, rows: Sequence[Traced]) -> dict[str, Any]:
    """The matrix as `spec/schema/trace.schema.json` describes it."""
    return {
        "format": "concordia-trace",
        "format_version": FORMAT_VERSION,
        "version": game.spec.version,
        "totals": totals(rows),
        "clauses": [row.to_json() for row in rows],
    }


def totals(rows: Sequence[Traced]) -> dict[str, int]:
    """How many different things of each sort there are."""
    return {
        "clauses": len(rows),
        "data": len({path for row in rows for path in row.clause.carried_out_by}),
        "code": len({where for row in rows for where in row.code}),
        "scenarios": len({id for row in rows for id in (*row.kept, *row.broken)}),
        "languages": len({tag for row in rows for tag in row.languages}),
        "disputes": len({id for row in rows for id in row.disputes}),
    }
