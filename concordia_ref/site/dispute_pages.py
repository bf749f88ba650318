"""Every dispute with its readings side by side, and the editions that take them."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from concordia_ref.lab.simulation.in_words import dispute_run_texts, edition_run_texts
from concordia_ref.pictures.positions import position_picture
from concordia_ref.site.dispute_texts import play_text, stance_text
from concordia_ref.site.page import Page
from concordia_ref.site.unit import SEVERITIES, Unit
from concordia_ref.spec.disputes import Dispute
from concordia_ref.suite.scenarios import given_state, load_scenario
from concordia_ref.words.dispute_text import translated_edition


def dispute_pages(unit: Unit) -> Iterator[Page]:
    """The list of disputes, a page for each, and the editions."""
    yield _list(unit)
    disputes = list(unit.disputes.values())
    for before, entry, after in zip([None, *disputes], disputes, [*disputes[1:], None], strict=False):
        yield _dispute(unit, entry, before, after)
    yield _editions(unit)


def _list(unit: Unit) -> Page:
    disputes = unit.disputes.values()
    books = [unit.name("languages", book) for book in unit.spec.rulebooks]
    return unit.page(
        "disputes.html",
        unit.say("site.disputes"),
        unit.say("site.about.disputes"),
        playable=sum(entry.executable for entry in disputes),
        groups={severity: [entry for entry in disputes if entry.severity == severity] for severity in SEVERITIES},
        header=[*unit.header("dispute.question", "what.topic"), *books],
        stance_text=stance_text,
    )


def _dispute(unit: Unit, entry: Dispute, before: Dispute | None, after: Dispute | None) -> Page:
    return unit.page(
        f"disputes/{entry.id}.html",
        entry.question,
        unit.say("site.ruling-is", rule=entry.readings[entry.ruling].says),
        template="dispute.html",
        entry=entry,
        stances=[stance_text(unit, entry, stance) for stance in entry.stances.values()],
        position=_position(unit, entry) if entry.executable else None,
        played=play_text(unit, entry.id) if entry.executable else None,
        runs=list(dispute_run_texts(unit.words, entry)),
        before=before,
        after=after,
    )


def _position(unit: Unit, entry: Dispute) -> Markup | None:
    """The position that distinguishes the readings, unless they differ on a set-up that the rules do not allow."""
    scenario = load_scenario(str(entry.told_apart_by))
    if scenario.cannot_be_set_up:
        return None
    state = given_state(unit.game, scenario)
    base = f"../../assets/map-{state.map}-{unit.tag}.svg"
    return Markup(position_picture(unit.game, state, unit.words, base, "position"))


def _editions(unit: Unit) -> Page:
    editions = [translated_edition(unit.words, edition) for edition in unit.register.editions.values()]
    names = {edition.id: edition.name for edition in editions}
    runs = list(edition_run_texts(unit.words, names))
    title, about = unit.say("site.editions"), unit.say("site.editions.about")
    return unit.page("editions.html", title, about, editions=editions, runs=runs)
