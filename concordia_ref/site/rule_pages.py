"""The rule reference, and every clause with its place in the rulebooks."""

from __future__ import annotations

from collections.abc import Iterator

from concordia_ref.pictures.maps import map_picture
from concordia_ref.site import markup
from concordia_ref.site.page import Entry, Page
from concordia_ref.site.unit import Unit
from concordia_ref.spec.clauses import Clause, Place
from concordia_ref.words.blocks import Block, Heading, Items, block_html
from concordia_ref.words.reference import reference_blocks


def rule_pages(unit: Unit) -> Iterator[Page]:
    """The page of the rules and the page of the clauses."""
    yield _rules(unit)
    yield _clauses(unit)


# The reference


def _rules(unit: Unit) -> Page:
    title, about, *rest = reference_blocks(unit.words, unit.game, unit.examples)
    assert isinstance(title, Heading)
    contents = [
        markup.link(f"#{block.id}", block.text) for block in rest if isinstance(block, Heading) and block.level == 2
    ]
    body = [
        markup.heading(1, title.text),
        "".join(block_html(about)),
        f'<p class="no-print">{markup.link(f"rules-{unit.tag}.pdf", unit.say("site.pdf"), "button")}</p>',
        f'<nav class="contents" aria-label="{unit.title("reference.contents")}">{markup.items(contents)}</nav>',
        *(_block(unit, block) for block in rest),
    ]
    return Page("rules.html", title.text, "\n".join(body), unit.say("site.about.rules"))


def _block(unit: Unit, block: Block) -> str:
    match block:
        case Items(items):
            return markup.items(
                (
                    f'<span id="{item.id}">{markup.escaped(item.text)}</span> '
                    f"{markup.link(f'clauses.html#{item.id}', item.id, 'id')}{unit.dispute_notes([item.id], '')}"
                    for item in items
                ),
                "rules",
            )
        case Heading(id=id) if id.startswith("map-"):
            game_map = unit.spec.maps[id.removeprefix("map-")]
            return "".join(block_html(block)) + markup.board(block.text, map_picture(unit.words, game_map))
        case _:
            return "".join(block_html(block))


# Clauses


def _clauses(unit: Unit) -> Page:
    groups: dict[tuple[str, str], list[Clause]] = {}
    for clause in unit.spec.clauses.values():
        groups.setdefault(clause.belongs_to, []).append(clause)
    contents = [
        markup.link(f"#about-{kind}-{id}", unit.belongs_to(clauses[0])) for (kind, id), clauses in groups.items()
    ]
    parts = [
        markup.heading(1, unit.say("site.clauses")),
        markup.paragraph(unit.say("site.clauses.about", number=len(unit.spec.clauses)), "lead"),
        f'<nav class="contents" aria-label="{unit.title("reference.contents")}">{markup.items(contents)}</nav>',
    ]
    for (kind, id), clauses in groups.items():
        parts.append(markup.heading(2, unit.belongs_to(clauses[0]), f"about-{kind}-{id}"))
        parts += [_clause(unit, clause) for clause in clauses]
    entries = tuple(
        Entry(clause.id, unit.words.clause(clause.id, unit.spec), f"{clause.id} {unit.belongs_to(clause)}")
        for clause in unit.spec.clauses.values()
    )
    title = unit.say("site.clauses")
    return Page("clauses.html", title, "\n".join(parts), unit.say("site.about.clauses"), entries=entries)


def _clause(unit: Unit, clause: Clause) -> str:
    places = (
        [unit.language_name(book), f"<i>{markup.escaped(place_text(unit, place))}</i>"]
        for book, place in clause.places.items()
    )
    rulebooks = markup.table(unit.say("show.in-the-rulebooks"), unit.header("show.language", "show.place"), places)
    disputes = unit.disputes_about([clause.id])
    about = [markup.badge(unit.say(f"value.kind.{clause.kind}"))]
    if disputes:
        about.append(markup.badge(unit.say("site.disputes.number", number=len(disputes)), "edge"))
    inside = [
        rulebooks,
        unit.dispute_list(disputes, ""),
        f"<p>{markup.link(f'../dev/clauses.html#{clause.id}', unit.say('site.behind-the-clause'))}</p>",
    ]
    return (
        f'<section class="clause" id="{clause.id}"><p>{markup.escaped(unit.words.clause(clause.id, unit.spec))} '
        f"{markup.link(f'#{clause.id}', clause.id, 'id')} {' '.join(about)}</p>"
        f"{markup.folded_away(unit.say('show.in-the-rulebooks'), ''.join(inside))}</section>"
    )


def place_text(unit: Unit, place: Place) -> str:
    """Where a rulebook states a clause, and how."""
    if place.heading is None:
        return unit.say("show.silent")
    keys = {"example": "show.only-example", "otherwise": "show.otherwise"}
    return unit.say(keys[place.status], heading=place.heading) if place.status in keys else place.heading
