"""Pages of the things of the game: cards, goods, gods and maps."""

from __future__ import annotations

from collections.abc import Iterator

from concordia_ref.pictures.cards import card_picture, concordia_picture, praefectus_magnus_picture
from concordia_ref.pictures.icons import icon_picture
from concordia_ref.pictures.maps import map_picture
from concordia_ref.site import markup
from concordia_ref.site.glossary import term_rows
from concordia_ref.site.markup import capitalized
from concordia_ref.site.page import Page
from concordia_ref.site.unit import Unit
from concordia_ref.spec.model import Card, God, Good, Map
from concordia_ref.words.blocks import block_html
from concordia_ref.words.languages import Term
from concordia_ref.words.reference import example_blocks
from concordia_ref.words.sentences import formula, god_sentence, step_sentences

# Cards that are no personality cards.
SPECIAL_CARDS = {"concordia": concordia_picture, "praefectus_magnus": praefectus_magnus_picture}


def thing_pages(unit: Unit) -> Iterator[Page]:
    """A list of the things of each kind, and a page for each thing."""
    yield _card_list(unit)
    yield from (_card_page(unit, kind) for kind in card_kinds(unit))
    yield _good_list(unit)
    yield from (_good_page(unit, good) for good in unit.spec.goods.values())
    yield _god_list(unit)
    yield from (_god_page(unit, god) for god in unit.spec.gods.values())
    yield _map_list(unit)
    yield from (_map_page(unit, game_map) for game_map in unit.spec.maps.values())


def _names(unit: Unit, group: str, id: str) -> str:
    """What a thing is called in all languages."""
    rows = [[f'<span lang="{tag}">{markup.escaped(name)}</span>', text] for tag, name, text in term_rows(group, id)]
    table = markup.table(unit.say("site.names"), unit.header("show.language", "show.name"), rows)
    return markup.heading(2, unit.say("site.names")) + table


def _disputes(unit: Unit, clauses: list[str]) -> str:
    listed = unit.dispute_list(unit.disputes_about(clauses), "../")
    return markup.heading(2, unit.say("site.disputes")) + listed if listed else ""


# Cards


def card_kinds(unit: Unit) -> list[str]:
    """The kinds of cards, each once, in the order of the file."""
    return [*dict.fromkeys(card.kind for card in unit.spec.cards.values()), *SPECIAL_CARDS]


def _cards_of_kind(unit: Unit, kind: str) -> list[Card]:
    return [card for card in unit.spec.cards.values() if card.kind == kind]


def _card_list(unit: Unit) -> Page:
    starting = [card for card in unit.spec.cards.values() if card.deck is None]
    title = unit.title("show.cards")
    parts = [
        markup.heading(1, title),
        markup.paragraph(unit.say("site.cards.about"), "lead"),
        markup.heading(2, unit.say("reference.starting-cards"), "starting-cards"),
        _faces(unit, starting),
    ]
    for deck, ids in unit.spec.decks.items():
        parts += [
            markup.heading(2, unit.say("site.deck", deck=deck), f"deck-{deck}"),
            _faces(unit, [unit.spec.cards[id] for id in ids]),
        ]
    special = [
        f'<a class="card" href="cards/{kind}.html">{draw(unit.words, unit.spec)}</a>'
        for kind, draw in SPECIAL_CARDS.items()
    ]
    parts += [markup.heading(2, unit.say("site.special-cards"), "special-cards"), markup.grid(special, "faces")]
    return Page("cards.html", title, "\n".join(parts), unit.say("site.cards.about"))


def _faces(unit: Unit, cards: list[Card]) -> str:
    return markup.grid(
        (
            f'<a class="card" href="cards/{card.kind}.html#{card.id}">{card_picture(unit.words, unit.spec, card)}</a>'
            for card in cards
        ),
        "faces",
    )


def _card_page(unit: Unit, kind: str) -> Page:
    cards, title = _cards_of_kind(unit, kind), unit.name("cards", kind)
    if cards:
        faces = [
            f'<figure id="{card.id}">{card_picture(unit.words, unit.spec, card)}'
            f"<figcaption>{_card_caption(unit, card)}</figcaption></figure>"
            for card in cards
        ]
    else:
        faces = [f"<figure>{SPECIAL_CARDS[kind](unit.words, unit.spec)}</figure>"]
    clauses = [clause.id for clause in unit.spec.clauses_about_card(kind)]
    parts = [
        markup.heading(1, title),
        markup.grid(faces, "faces"),
        *_actions(unit, cards),
        markup.heading(2, unit.say("show.rules")),
        unit.clause_items(clauses, "../"),
        *_examples(unit, kind, cards),
        _disputes(unit, clauses),
        _names(unit, "cards", kind),
    ]
    return Page(f"cards/{kind}.html", title, "\n".join(parts), unit.say("site.card.about", card=title))


def _card_caption(unit: Unit, card: Card) -> str:
    god = markup.link(f"../gods/{card.god}.html", unit.name("gods", card.god))
    if card.deck is None:
        return f"{markup.escaped(unit.title('site.starting-card'))} · {god}"
    deck = markup.escaped(unit.say("site.deck", deck=card.deck))
    return f"{deck} · {god} · {markup.escaped(unit.words.amounts(card.cost))}"


def _actions(unit: Unit, cards: list[Card]) -> Iterator[str]:
    if not cards:
        return
    yield markup.heading(2, unit.say("show.what-it-does"))
    alternatives = unit.spec.actions[cards[0].action].choose
    for alternative, steps in alternatives.items():
        if len(alternatives) > 1:
            yield markup.heading(3, unit.name("alternatives", alternative))
        sentences = [text for step in steps for text in step_sentences(unit.words, unit.spec, step)]
        yield f"<ol>{''.join(f'<li>{markup.escaped(sentence)}</li>' for sentence in sentences)}</ol>"


def _examples(unit: Unit, kind: str, cards: list[Card]) -> Iterator[str]:
    section = "specialists" if cards and cards[0].action == "specialist" else kind
    for example in unit.examples.get(section, ()):
        heading = markup.heading(2, unit.say("reference.example"))
        blocks = example_blocks(unit.words, unit.game, example)
        text = "".join(piece for block in blocks for piece in block_html(block))
        more = markup.link(f"../../dev/scenarios/{example.scenario}.html", unit.say("site.scenario-drawn"))
        yield f'<div class="panel example">{heading}{text}<p>{more}</p></div>'


# Goods


def _good_list(unit: Unit) -> Page:
    markers = unit.spec.setup.bonus_markers.coins_on_the_back
    rows = [
        [
            f"{icon_picture(good.id)} {markup.link(f'goods/{good.id}.html', unit.name('goods', good.id))}",
            unit.words.number(good.price),
            unit.words.number(markers[good.id]),
            markup.escaped(_house_cost(unit, good)),
        ]
        for good in unit.spec.goods.values()
    ]
    header = unit.header("show.good", "show.price", "show.marker-coins", "show.house-cost")
    title = unit.title("value.thing.goods")
    clauses = unit.clauses_of(("thing", "goods"))
    parts = [
        markup.heading(1, title),
        markup.table(title, header, rows),
        markup.heading(2, unit.say("show.rules")),
        unit.clause_items(clauses, ""),
    ]
    return Page("goods.html", title, "\n".join(parts), unit.say("site.about.goods"))


def _house_cost(unit: Unit, good: Good) -> str:
    cost = unit.spec.costs.house.in_city_of[good.id]
    return unit.say("show.house-price", coins=cost.coins, goods=cost.goods)


def _good_page(unit: Unit, good: Good) -> Page:
    spec, title = unit.spec, unit.name("goods", good.id)
    specialists = dict.fromkeys(card.kind for card in spec.cards.values() if card.good == good.id)
    costing = [card for card in spec.cards.values() if good.id in card.cost]
    bags = spec.setup.city_tokens
    tokens = [unit.say("pair", name=letter, value=bag[good.id]) for letter, bag in bags.items() if good.id in bag]
    rows = [
        [unit.title("show.price"), unit.words.counted(good.price, "coin")],
        [unit.title("show.house-cost"), markup.escaped(_house_cost(unit, good))],
        [unit.title("show.marker-coins"), unit.words.number(spec.setup.bonus_markers.coins_on_the_back[good.id])],
        [unit.title("show.tokens"), " · ".join(tokens)],
        [unit.title("show.start-with"), unit.words.number(spec.setup.players.goods.get(good.id, 0))],
        [
            unit.title("show.specialist"),
            ", ".join(markup.link(f"../cards/{kind}.html", unit.name("cards", kind)) for kind in specialists),
        ],
        [unit.title("show.cards-that-cost-it"), ", ".join(_card_link(unit, card) for card in costing)],
    ]
    parts = [
        f'<div class="titled">{icon_picture(good.id)}{markup.heading(1, title)}</div>',
        markup.table(title, ["", ""], rows, "facts"),
        _names(unit, "goods", good.id),
    ]
    return Page(f"goods/{good.id}.html", title, "\n".join(parts), unit.say("site.good.about", good=title))


def _card_link(unit: Unit, card: Card) -> str:
    name = unit.name("cards", card.kind)
    return markup.link(f"../cards/{card.kind}.html#{card.id}", f"{name} ({card.deck})" if card.deck else name)


# Gods


def _god_list(unit: Unit) -> Page:
    title = unit.title("site.gods")
    panels = [
        markup.panel(
            f"{icon_picture(god.id)}<h2>{markup.link(f'gods/{god.id}.html', unit.name('gods', god.id))}</h2>"
            + markup.paragraph(capitalized(formula(unit.words, god)) + ".")
        )
        for god in unit.spec.gods.values()
    ]
    scoring = unit.spec.scoring
    said = [unit.say(f"scoring.cards.{scoring.cards}"), unit.say(f"scoring.maximum.{scoring.maximum}")]
    parts = [markup.heading(1, title), markup.paragraph(" ".join(said), "lead"), markup.grid(panels)]
    return Page("gods.html", title, "\n".join(parts), unit.say("site.about.gods"))


def _god_page(unit: Unit, god: God) -> Page:
    title = unit.name("gods", god.id)
    cards = [card for card in unit.spec.cards.values() if card.god == god.id]
    clauses = list(unit.clauses_of(("god", god.id)))
    faces = (
        f'<a class="card" href="../cards/{card.kind}.html#{card.id}">{card_picture(unit.words, unit.spec, card)}</a>'
        for card in cards
    )
    parts = [
        f'<div class="titled">{icon_picture(god.id)}{markup.heading(1, title)}</div>',
        markup.paragraph(capitalized(god_sentence(unit.words, god)) + ".", "lead"),
        markup.heading(2, unit.say("show.rules")),
        unit.clause_items(clauses, "../"),
        markup.heading(2, unit.title("show.cards")),
        markup.grid(faces, "faces"),
        _disputes(unit, clauses),
        _names(unit, "gods", god.id),
    ]
    return Page(f"gods/{god.id}.html", title, "\n".join(parts), unit.say("site.god.about", god=title))


# Maps


def _map_list(unit: Unit) -> Page:
    title = unit.title("reference.maps")
    panels = [
        markup.panel(
            f"<h2>{markup.link(f'maps/{game_map.id}.html', unit.name('maps', game_map.id))}</h2>"
            + markup.paragraph(_map_title(unit, game_map))
            + markup.board(
                unit.name("maps", game_map.id),
                f'<a href="maps/{game_map.id}.html">{map_picture(unit.words, game_map)}</a>',
            )
        )
        for game_map in unit.spec.maps.values()
    ]
    parts = [
        markup.heading(1, title),
        *panels,
        markup.heading(2, unit.say("show.rules")),
        unit.clause_items(unit.clauses_of(("thing", "map")), ""),
    ]
    return Page("maps.html", title, "\n".join(parts), unit.say("site.about.maps"))


def _map_title(unit: Unit, game_map: Map) -> str:
    kinds = [line.kind for line in game_map.lines.values()]
    return unit.say(
        "show.map-title",
        map=Term("maps", game_map.id),
        players=game_map.players,
        provinces=len(game_map.provinces),
        cities=len(game_map.cities) - 1,
        land=kinds.count("land"),
        sea=kinds.count("sea"),
    )


def _map_page(unit: Unit, game_map: Map) -> Page:
    title = unit.name("maps", game_map.id)

    def reached(city: str, kind: str) -> str:
        ends = [end for line in game_map.lines_at(city) if line.kind == kind for end in line.cities if end != city]
        return markup.escaped(", ".join(unit.words.name("cities", end) for end in ends)) or "–"

    rows = []
    for city in game_map.cities.values():
        province = game_map.provinces[city.province] if city.province else None
        rows.append(
            [
                f'<span id="{city.id}">{markup.escaped(unit.words.name("cities", city.id))}</span>',
                city.letter or "–",
                markup.escaped(f"{province.number} {unit.words.name('provinces', province.id)}") if province else "–",
                reached(city.id, "land"),
                reached(city.id, "sea"),
            ]
        )
    header = unit.header("show.city", "show.letter", "show.province", "show.by-land", "show.by-sea")
    parts = [
        markup.heading(1, title),
        markup.paragraph(_map_title(unit, game_map), "lead"),
        markup.board(title, map_picture(unit.words, game_map)),
        markup.heading(2, unit.title("show.cities")),
        markup.table(unit.title("show.cities"), header, rows),
        _names(unit, "maps", game_map.id),
    ]
    return Page(f"maps/{game_map.id}.html", title, "\n".join(parts), _map_title(unit, game_map))
