"""A page for every scenario, with its position and outcome drawn and in words, and the list of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from concordia_ref.engine.errors import Refused, Violation
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.pictures.positions import position_picture
from concordia_ref.pictures.scores import score_picture
from concordia_ref.site.developer.html import code, joined, matrix, passage, source
from concordia_ref.site.markup import badge, board, escaped, folded_away, heading, items, link, panel
from concordia_ref.site.page import Page
from concordia_ref.spec.disputes import Dispute, read_register
from concordia_ref.spec.documents import read_document, write_json
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.suite.cases import Case
from concordia_ref.suite.scenarios import Scenario, given_state, scenario_from
from concordia_ref.words.languages import ENGLISH, Language, language
from concordia_ref.words.naming import violation_text
from concordia_ref.words.outcomes import changes_text
from concordia_ref.words.sheet import sheet_text
from concordia_ref.words.tabletop import position_text
from concordia_ref.words.turn_text import turn_text

FILTER = "filter.js"
LEVELS = {
    "core": "rests on what the rulebooks state",
    "by_convention": "rests on a ruling where the rulebooks are silent",
    "disputed": "rests on a ruling where the rulebooks contradict each other",
}


class Written(NamedTuple):
    """A scenario as its file has it."""

    scenario: Scenario
    data: Mapping[str, Any]
    text: str

    @property
    def folder(self) -> str:
        """The folder in which it lies."""
        return self.scenario.id.partition("/")[0]

    @property
    def name(self) -> str:
        """Its name, as a heading."""
        return self.scenario.id.partition("/")[2].replace("-", " ").capitalize()

    @property
    def file(self) -> str:
        """The file of its page, seen from the others in the folder."""
        return f"{self.scenario.id.partition('/')[2]}.html"

    @property
    def sort(self) -> str:
        """What is asked for in it."""
        if self.scenario.expected.refused is not None:
            return "refused"
        return "turn" if self.scenario.turns else "points" if self.scenario.expected.scores else "position"


class Played(NamedTuple):
    """The positions from the first to the last, the turns between them, and what refused the last turn."""

    states: Sequence[State]
    turns: Sequence[Turn]
    violations: Sequence[Violation]


def scenario_pages(game: Game, cases: Sequence[Case], readings: Sequence[tuple[Case, Game]]) -> Iterator[Page]:
    """The list of scenarios and the page of each; `readings` are those that come out otherwise under a reading."""
    written = _read_all()
    by_id = {case.id: case for case in cases}
    otherwise: dict[str, list[tuple[Case, Game]]] = {}
    for case, read in readings:
        otherwise.setdefault(case.id, []).append((case, read))
    yield _list(written)
    pages = _Pages(game, by_id)
    for before, entry, after in zip([None, *written], written, [*written[1:], None], strict=False):
        around = [near if near and near.folder == entry.folder else None for near in (before, after)]
        yield pages.page(entry, around, otherwise.get(entry.scenario.id, ()))


def _read_all() -> list[Written]:
    root = packaged_folder("conformance")
    found = []
    for file in sorted(root.glob("scenarios/**/*.yaml")):
        text = file.read_text(encoding="utf-8")
        data = read_document(text)
        found.append(Written(scenario_from(data, root), data, text))
    return found


def _list(written: Sequence[Written]) -> Page:
    folders: dict[str, list[Written]] = {}
    for entry in written:
        folders.setdefault(entry.folder, []).append(entry)
    links = items(_folder_link(*folder) for folder in folders.items())
    bodies = "".join(_folder(folder, entries) for folder, entries in folders.items())
    head = "".join(f'<th scope="col">{cell}</th>' for cell in ("scenario", "level", "shows"))
    title = "Scenarios"
    about = f"All {len(written):,} scenarios of the suite, each with its position, its turn and its outcome."
    body = joined(
        [
            heading(1, title),
            passage(
                f"{about} A scenario is one fact about the rules, its outcome is worked out by hand, and its id never "
                f"changes. {link('write-a-scenario.html', 'How to write one')}."
            ),
            items(f"{badge(level)} {meaning}" for level, meaning in LEVELS.items()),
            f'<nav class="contents" aria-label="Folders">{links}</nav>',
            matrix("Filter the scenarios", f"<thead><tr>{head}</tr></thead>{bodies}"),
        ]
    )
    return Page("scenarios", title, body, about, (FILTER,))


def _folder_link(folder: str, entries: Sequence[Written]) -> str:
    return f"{link(f'#{folder}', folder)} {len(entries)}"


def _folder(folder: str, entries: Sequence[Written]) -> str:
    first = f'<tr class="topic" id="{folder}"><th colspan="3" scope="rowgroup">{folder}, {len(entries)}</th></tr>'
    rows = "".join(
        f"<tr><th scope='row'>{link(f'scenarios/{entry.scenario.id}.html', entry.scenario.id)} "
        f"{escaped(entry.scenario.why)}</th><td>{entry.scenario.level.replace('_', ' ')}</td><td>{entry.sort}</td></tr>"
        for entry in entries
    )
    return f"<tbody>{first}{rows}</tbody>"


class _Pages:
    """Makes the pages of single scenarios."""

    def __init__(self, game: Game, cases: Mapping[str, Case]) -> None:
        self.game = game
        self.cases = cases
        self.words: Language = language(ENGLISH, game.spec.folder)
        self.disputes: Mapping[str, Dispute] = read_register(game.spec.folder).disputes

    def page(self, entry: Written, around: Sequence[Written | None], readings: Sequence[tuple[Case, Game]]) -> Page:
        """The page of a scenario, between its neighbours in the folder."""
        scenario = entry.scenario
        path = f"scenarios/{scenario.id}"
        up = Page(path, "", "").up
        played = play(self.game, given_state(self.game, scenario), scenario.turns)
        parts = [
            heading(1, entry.name),
            passage(
                f"{code(scenario.id)} {badge(scenario.level.replace('_', ' '))} since {escaped(entry.data['since'])}, "
                f"{LEVELS[scenario.level]}"
            ),
            passage(escaped(_sentence(scenario.why)), "lead"),
            *self.origin(scenario, up),
            heading(2, "Clauses", "clauses"),
            items(self.clause(id, up) for id in scenario.clauses),
            *self.position(entry, played, up),
            *self.outcome(scenario, played, up),
            *self.points(scenario, played),
            *self.otherwise(entry, readings, up),
            *self.running(entry, around),
        ]
        return Page(path, scenario.id, joined(parts), scenario.why)

    def origin(self, scenario: Scenario, up: str) -> Iterator[str]:
        if scenario.origin:
            yield passage(f"Origin: {escaped(scenario.origin)}.")
        if scenario.dispute:
            question = self.disputes[scenario.dispute].question
            yield passage(f"Dispute: {link(f'{up}en/disputes/{scenario.dispute}.html', question)}")

    def clause(self, id: str, up: str) -> str:
        text = escaped(self.words.clause(id, self.game.spec))
        matrix = link(f"{up}dev/clauses.html#{id}", "behind it")
        return f'{text} <a class="id" href="{up}en/clauses.html#{id}">{id}</a> · {matrix}'

    def position(self, entry: Written, played: Played, up: str) -> Iterator[str]:
        state = played.states[0]
        yield heading(2, "Set-up" if "setup" in entry.data["given"] else "Position", "position")
        yield self.picture(state, up, "position")
        yield folded_away("The position in words", source(position_text(self.words, self.game.rules, state)))
        yield folded_away("The position as JSON", source(write_json(self.game.state_to_json(state))))
        yield folded_away("The file of the scenario", source(entry.text))
        case = self.cases[entry.scenario.id]
        if case.way is not None and case.way.turns:
            turns = [code(str(turn)) for turn in self.way_turns(state, case.way.turns)]
            yield folded_away("A way to the position, for engines that cannot load it", items(turns))

    def way_turns(self, state: State, turns: Sequence[Any]) -> Iterator[Turn]:
        return (self.game.turn(state, turn) for turn in turns)

    def picture(self, state: State, up: str, name: str, before: State | None = None) -> str:
        base = f"{up}assets/map-{state.map}-en.svg"
        return board(name, position_picture(self.game, state, self.words, base, name, before))

    def outcome(self, scenario: Scenario, played: Played, up: str) -> Iterator[str]:
        expected = scenario.expected
        if played.turns:
            yield heading(2, "Turn" if len(played.turns) == 1 else "Turns", "turns")
            texts = self.turn_texts(self.game, played)
            yield texts[0] if len(texts) == 1 else f"<ol>{''.join(f'<li>{text}</li>' for text in texts)}</ol>"
        if expected.refused is not None:
            yield heading(2, "Refused", "refused")
            yield passage(f"By {link('#clauses', expected.refused)}. The position stays as it was.")
            yield from self.twin(scenario)
        elif played.turns:
            yield heading(2, "Position afterwards", "outcome")
            yield self.picture(played.states[-1], up, "outcome", played.states[0])
            yield folded_away("The outcome as JSON", source(write_json(self.game.state_to_json(played.states[-1]))))
        if expected.holds:
            yield heading(2, "What must hold", "holds")
            yield items(f"{code(path)} is {code(write_json(value))}" for path, value in expected.holds.items())

    def turn_texts(self, game: Game, played: Played) -> list[str]:
        """Each turn in words and notation, with what comes of it."""
        found = []
        for number, turn in enumerate(played.turns):
            words = turn_text(self.words, game.spec, turn)
            text = passage(escaped(words)) + source(str(turn))
            text += folded_away("The turn as JSON", source(write_json(turn.to_json())))
            if number + 1 < len(played.states):
                changes = changes_text(self.words, game, played.states[number], played.states[number + 1])
                text += passage(escaped(_sentence(changes)), "ruling")
            else:
                why = " ".join(violation_text(self.words, game.spec, violation) for violation in played.violations)
                text += passage(f"Refused: {escaped(why)}", "ruling")
            found.append(text)
        return found

    def twin(self, scenario: Scenario) -> Iterator[str]:
        """The legal turn that an engine must accept after the refusal."""
        twin = self.cases[scenario.id].twin
        if twin is None:
            return
        if scenario.twin is not None:
            yield passage(f"Just legal: {link(f'../../scenarios/{scenario.twin}.html', scenario.twin)}.")
            return
        state = self.game.state_from_json(twin.state)
        turn = self.game.turn(state, twin.turns[-1])
        yield passage(
            f"Then a legal turn must be accepted: {code(str(turn))}, "
            f"{escaped(turn_text(self.words, self.game.spec, turn))}."
        )

    def points(self, scenario: Scenario, played: Played) -> Iterator[str]:
        expected = scenario.expected
        if expected.scores is None and expected.winner is None:
            return
        sheet = self.game.score(played.states[-1])
        yield heading(2, "Points", "points")
        yield board("The points", score_picture(self.words, self.game.spec, sheet, "points"))
        yield folded_away(
            "How the points came about", source(sheet_text(self.words, self.game.spec, sheet, explain=True))
        )

    def otherwise(self, entry: Written, readings: Sequence[tuple[Case, Game]], up: str) -> Iterator[str]:
        if not readings:
            return
        dispute = self.disputes[str(entry.scenario.dispute)]
        yield heading(2, "Under other readings", "readings")
        for case, game in readings:
            reading = dispute.readings[case.edition.partition("=")[2]]
            books = [self.words.name("languages", book) for book in dispute.supporters(reading.id)]
            supported = f" ({escaped(', '.join(books))})" if books else ""
            played = play(game, given_state(game, entry.scenario), case.turns)
            why = entry.data["readings"][reading.id].get("why", "")
            parts = [
                f"<h3>{code(reading.id)}{supported}</h3>",
                passage(escaped(reading.says)),
                passage(escaped(_sentence(why))) if why else "",
                *self.turn_texts(game, played),
            ]
            yield panel(joined(parts))

    def running(self, entry: Written, around: Sequence[Written | None]) -> Iterator[str]:
        id = entry.scenario.id
        yield heading(2, "Run it", "run")
        yield source(f'concordia conform {id}\nconcordia conform {id} --adapter "node my-adapter.mjs"')
        words = ("Previous", "Next")
        links = [f"{word}: {link(near.file, near.name)}" for word, near in zip(words, around, strict=True) if near]
        links.append(link(f"../../scenarios.html#{entry.folder}", f"all of {entry.folder}"))
        yield f'<nav aria-label="Scenarios of {entry.folder}"><p>{" · ".join(links)}</p></nav>'


def play(game: Game, state: State, turns: Sequence[Any]) -> Played:
    """Play the turns of a scenario up to its end, or to the one that is refused."""
    states, done = [state], []
    for written in turns:
        turn = game.turn(states[-1], written)
        done.append(turn)
        try:
            states.append(game.play(states[-1], turn))
        except Refused as refused:
            return Played(states, done, refused.violations)
    return Played(states, done, ())


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') or not text else '.'}"
