"""Every dispute with its readings side by side, and the editions that take them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from concordia_ref.lab.simulation.in_words import SimulationText, dispute_run_texts, edition_run_texts
from concordia_ref.pictures.positions import position_picture
from concordia_ref.site import markup
from concordia_ref.site.dispute_texts import StanceText, play_text, stance_text
from concordia_ref.site.markup import capitalized
from concordia_ref.site.page import Page
from concordia_ref.site.unit import SEVERITIES, Unit
from concordia_ref.spec.disputes import Dispute
from concordia_ref.suite.scenarios import given_state, load_scenario
from concordia_ref.words.dispute_text import translated_edition


def dispute_pages(unit: Unit) -> Iterator[Page]:
    """The list of disputes, a page for each, and the editions."""
    yield _list(unit)
    disputes = list(unit.disputes.values())
    for number, entry in enumerate(disputes):
        before = disputes[number - 1] if number else None
        after = disputes[number + 1] if number + 1 < len(disputes) else None
        yield _dispute(unit, entry, before, after)
    yield _editions(unit)


# The list


def _list(unit: Unit) -> Page:
    title, books = unit.say("site.disputes"), list(unit.spec.rulebooks)
    playable = sum(entry.executable for entry in unit.disputes.values())
    parts = [
        markup.heading(1, title),
        markup.paragraph(unit.say("site.disputes.about", number=len(unit.disputes), playable=playable), "lead"),
        f"<p>{markup.link('finder.html', unit.say('site.nav.finder'), 'button')} "
        f"{markup.link('editions.html', unit.say('site.editions'), 'button')}</p>",
        f'<p class="legend">{markup.escaped(unit.say("site.disputes.signs"))}</p>',
    ]
    for severity in SEVERITIES:
        entries = [entry for entry in unit.disputes.values() if entry.severity == severity]
        heading = unit.say(f"site.severity.{severity}", number=len(entries))
        rows = [
            [
                unit.dispute_link(entry, ""),
                _topic(unit, entry),
                *(_sign(stance_text(unit, entry, entry.stances[book])) for book in books),
            ]
            for entry in entries
        ]
        header = [unit.title("dispute.question"), unit.title("what.topic"), *map(unit.language_name, books)]
        table = markup.table(heading, header, rows, "disputes")
        parts += [markup.heading(2, heading, severity), table]
    return Page("disputes.html", title, "\n".join(parts), unit.say("site.about.disputes"))


def _topic(unit: Unit, entry: Dispute) -> str:
    clauses = [unit.spec.clauses[id] for id in entry.clauses]
    return markup.escaped(unit.belongs_to(clauses[0])) if clauses else "–"


def _sign(stance: StanceText) -> str:
    meaning = markup.escaped(stance.meaning)
    return f'<abbr title="{meaning}">{stance.sign}</abbr><span class="visually-hidden">{meaning}</span>'


# A dispute


def _dispute(unit: Unit, entry: Dispute, before: Dispute | None, after: Dispute | None) -> Page:
    badges = [
        markup.badge(unit.say(f"value.dispute.{entry.kind}")),
        unit.severity(entry),
        markup.badge(unit.say("site.confidence", confidence=unit.say(f"value.confidence.{entry.confidence}"))),
    ]
    parts = [
        f'<p class="crumbs">{markup.link("../disputes.html", unit.say("site.disputes"))}</p>',
        markup.heading(1, entry.question),
        f"<p>{' '.join(badges)} <code>{entry.id}</code></p>",
        markup.heading(2, unit.say("site.readings")),
        markup.grid((_reading(unit, entry, id) for id in entry.readings), "readings"),
        markup.heading(2, unit.say("site.why")),
        markup.paragraph(entry.reason),
        _grounds(unit, entry),
        markup.heading(2, unit.say("show.in-the-rulebooks")),
        _rulebooks(unit, entry),
        markup.heading(2, unit.say("site.in-play")),
        *(_played(unit, entry) if entry.executable else [markup.paragraph(str(entry.not_executable))]),
    ]
    parts += _over_many_games(unit, dispute_run_texts(unit.words, entry))
    if entry.clauses:
        parts += [markup.heading(2, unit.say("show.rules")), unit.clause_items(entry.clauses, "../")]
    around = [
        f'<a rel="{rel}" href="{other.id}.html">{sign} {markup.escaped(other.question)}</a>'
        if other
        else "<span></span>"
        for rel, sign, other in (("prev", "←", before), ("next", "→", after))
    ]
    parts.append(f'<nav class="around" aria-label="{unit.say("site.more-disputes")}">{"".join(around)}</nav>')
    description = unit.say("site.ruling-is", rule=entry.readings[entry.ruling].says)
    return Page(f"disputes/{entry.id}.html", entry.question, "\n".join(parts), description)


def _reading(unit: Unit, entry: Dispute, id: str) -> str:
    """A reading, and the rulebooks behind it; the ruling is marked."""
    books = unit.language_names(entry.supporters(id)) or unit.say("site.no-rulebook")
    ruling = id == entry.ruling
    sign = f'<p class="mark">✓ {markup.escaped(unit.say("site.ruling"))}</p>' if ruling else ""
    supporters = markup.paragraph(books, "books")
    return markup.panel(f"{sign}{markup.paragraph(entry.readings[id].says)}{supporters}", "ruling" if ruling else "")


def _grounds(unit: Unit, entry: Dispute) -> str:
    grounds = [unit.say(f"value.because.{ground}") for ground in entry.because]
    return f"<p>{' '.join(map(markup.badge, grounds))}</p>" if grounds else ""


def _rulebooks(unit: Unit, entry: Dispute) -> str:
    header = unit.header("what.rulebook", "dispute.reads", "show.place", "dispute.note")
    stances = (stance_text(unit, entry, stance) for stance in entry.stances.values())
    rows = [
        [
            markup.escaped(stance.rulebook),
            f"{_sign(stance)} {markup.escaped(stance.says)}",
            f"<i>{markup.escaped(stance.place)}</i>",
            markup.escaped(stance.note),
        ]
        for stance in stances
    ]
    return markup.table(unit.say("show.in-the-rulebooks"), header, rows)


def _played(unit: Unit, entry: Dispute) -> Iterator[str]:
    """The position that tells the readings apart, the turn, and what comes of it under each reading."""
    scenario = load_scenario(str(entry.told_apart_by))
    state = given_state(unit.game, scenario)
    base = f"../../assets/map-{state.map}-{unit.tag}.svg"
    picture = position_picture(unit.game, state, unit.words, base, "position")
    yield markup.board(unit.title("what.position"), picture)
    played = play_text(unit, entry.id)
    yield markup.paragraph(played.turns, "turn")
    rows = [
        [
            ("✓ " if run.holds else "") + markup.escaped(run.says),
            markup.escaped(run.rulebooks),
            markup.escaped(run.outcome),
        ]
        for run in played.runs
    ]
    header = unit.header("dispute.reading", "dispute.rulebooks", "dispute.what-happens")
    yield markup.table(unit.say("site.in-play"), header, rows, "outcomes")
    yield f"<p>{markup.link(f'../../dev/scenarios/{scenario.id}.html', unit.say('site.scenario'))}</p>"


def _over_many_games(unit: Unit, runs: Iterable[SimulationText]) -> Iterator[str]:
    """What other rules change over many games, where that was simulated."""
    for number, run in enumerate(runs):
        if not number:
            yield markup.heading(2, unit.say("simulate.over-many-games"), "over-many-games")
            yield markup.paragraph(unit.say("simulate.note"))
        rows = [[markup.escaped(cell) for cell in row] for row in run.rows]
        yield markup.paragraph(f"{capitalized(run.games)}.")
        yield markup.table(unit.say("simulate.over-many-games"), [capitalized(column) for column in run.header], rows)
        yield f"<p><code>{markup.escaped(run.command)}</code></p>"


# Editions


def _editions(unit: Unit) -> Page:
    title = unit.say("site.editions")
    parts = [markup.heading(1, title), markup.paragraph(unit.say("site.editions.about"), "lead")]
    for edition in (translated_edition(unit.words, entry) for entry in unit.register.editions.values()):
        parts.append(markup.heading(2, edition.name, edition.id))
        rows = [
            [unit.dispute_link(unit.disputes[id], ""), markup.escaped(unit.disputes[id].readings[reading].says)]
            for id, reading in edition.takes.items()
        ]
        header = unit.header("dispute.question", "dispute.reading")
        parts.append(
            markup.table(edition.name, header, rows)
            if rows
            else markup.paragraph(capitalized(unit.say("dispute.every-ruling")) + ".")
        )
        if edition.exceptions:
            excepted = (
                f"{unit.dispute_link(unit.disputes[id], '')}<br>{markup.escaped(reason)}"
                for id, reason in edition.exceptions.items()
            )
            parts += [markup.paragraph(unit.say("site.stays-with-the-ruling")), markup.items(excepted)]
    names = {id: translated_edition(unit.words, entry).name for id, entry in unit.register.editions.items()}
    parts += _over_many_games(unit, edition_run_texts(unit.words, names))
    return Page("editions.html", title, "\n".join(parts), unit.say("site.editions.about"))
