"""The faces of cards, in a design of our own: what a card costs, does, and scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from concordia_ref.pictures import icons
from concordia_ref.pictures.lettering import fitted, size_for
from concordia_ref.pictures.palette import FINE_PRINT, GODS, GOLD, INK, PAPER, RED, SCENES
from concordia_ref.pictures.svg import element, group, number, picture, strong, text
from concordia_ref.spec.model import Card, Specification, Step
from concordia_ref.words.languages import Language
from concordia_ref.words.naming import capitalized
from concordia_ref.words.sentences import formula, step_sentences

WIDTH, HEIGHT = 300, 420
MARGIN = 22
SCENE_TOP, SCENE, RIBBON = 60, 74, 38
TEXT_TOP, TEXT_BOTTOM = 148, 322
GOD_TOP = 330
SIZES = tuple(size / 4 for size in range(66, 34, -1))
SMALL_SIZES = tuple(size / 4 for size in range(52, 32, -1))

# The cards other than personality cards, with the clauses that their faces show.
SPECIAL_CARDS = {
    "concordia": ("end.concordia", "score.concordia"),
    "praefectus_magnus": ("praefectus-magnus.doubles", "praefectus-magnus.passes"),
}

Paragraphs = list[tuple[str, bool]]


def card_picture(words: Language, spec: Specification, card: Card) -> str:
    """The face of a personality card."""
    name = words.name("cards", card.kind)
    paragraphs = list(_action(words, spec, card))
    body = "".join(
        [
            _blank(GODS[card.god]),
            _sign(card.deck),
            _name(name, GODS[card.god]),
            _scene(_scene_icons(spec, card), card),
            _text(paragraphs),
            _god(words, spec, card),
        ]
    )
    return picture(f"card-{card.id}", WIDTH, HEIGHT, _title(words, name, card), _description(paragraphs), body)


def special_picture(words: Language, spec: Specification, id: str) -> str:
    """The face of a card that is not a personality card: one of `SPECIAL_CARDS`."""
    name = words.name("cards", id)
    paragraphs = [(words.clause(clause, spec), False) for clause in SPECIAL_CARDS[id]]
    written = str(spec.concordia_points) if id == "concordia" else ""
    body = "".join(
        [
            _blank(GOLD),
            _name(name, GOLD, MARGIN),
            icons.placed(id, WIDTH / 2, 150, 150),
            strong(WIDTH / 2, 172, written, 60, fill=RED) if written else "",
            _text(paragraphs, top=250, bottom=HEIGHT - MARGIN),
        ]
    )
    return picture(f"card-{id}", WIDTH, HEIGHT, name, _description(paragraphs), body)


# Text


def _title(words: Language, name: str, card: Card) -> str:
    return f"{name} ({card.deck or words.say('show.start')}), {words.name('gods', card.god)}"


def _description(paragraphs: Paragraphs) -> str:
    return " ".join(f"{paragraph}:" if heading else paragraph for paragraph, heading in paragraphs)


def _action(words: Language, spec: Specification, card: Card) -> Iterator[tuple[str, bool]]:
    """What a card does, in short: each alternative, under its name where there are several."""
    choose = spec.actions[card.action].choose
    for alternative, steps in choose.items():
        if len(choose) > 1:
            yield capitalized(words.name("alternatives", alternative)), True
        yield " ".join(sentence for step in steps for sentence in _in_short(words, spec, step)), False


def _in_short(words: Language, spec: Specification, step: Step) -> Iterator[str]:
    if step.do not in FINE_PRINT:
        shown = {name: value for name, value in step.parameters.items() if name not in FINE_PRINT}
        yield from step_sentences(words, spec, Step(step.do, shown, step.clauses))


def _text(paragraphs: Paragraphs, top: float = TEXT_TOP, bottom: float = TEXT_BOTTOM) -> str:
    """Paragraphs as large as they fit, in the middle of their box."""
    size, lines, high = fitted(paragraphs, WIDTH - 2 * MARGIN, bottom - top, SIZES)
    start = top + (bottom - top - high) / 2
    return group(
        *(
            text(
                WIDTH / 2,
                start + line.y,
                line.text,
                size,
                font_weight="600" if line.heading else None,
                fill=RED if line.heading else None,
            )
            for line in lines
        ),
        text_anchor="middle",
        fill=INK,
    )


# Parts of a face


def _blank(colour: str) -> str:
    return (
        element("rect", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=14, fill=PAPER, stroke=INK, stroke_width=2)
        + element(
            "rect", x=7, y=7, width=WIDTH - 14, height=HEIGHT - 14, rx=9, fill="none", stroke=colour, stroke_width=3
        )
        + element("rect", x=11, y=11, width=WIDTH - 22, height=HEIGHT - 22, rx=6, fill="none", stroke=GOLD)
    )


def _sign(deck: str | None) -> str:
    """The number of its deck, or the sign of a card that players start with."""
    circle = element("circle", cx=36, cy=36, r=17, fill=PAPER, stroke=INK, stroke_width=1.8)
    if deck is None:
        return circle + icons.placed("start_city", 36, 35, 21)
    return circle + strong(36, 42, deck, size_for(deck, 26, 19), fill=INK)


def _name(name: str, colour: str, left: float = 58) -> str:
    room = WIDTH - left - MARGIN
    line = element("path", d=f"M{number(left)} 51H{WIDTH - MARGIN}", stroke=colour, stroke_width=1.5)
    return line + strong(left + room / 2, 44, name, size_for(name, room, 27, bold=True), fill=INK)


def _scene_icons(spec: Specification, card: Card) -> list[str]:
    verbs = [step.do for steps in spec.actions[card.action].choose.values() for step in steps]
    shown = dict.fromkeys(icon for verb in verbs for icon in SCENES.get(verb, ()))
    return [*shown, *([card.good] if card.good else [])]


def _scene(shown: list[str], card: Card) -> str:
    """What the card is about, in a niche, with its cost hanging at the right."""
    niche = element(
        "rect",
        x=MARGIN,
        y=SCENE_TOP,
        width=WIDTH - 2 * MARGIN,
        height=SCENE,
        rx=6,
        fill=GODS[card.god],
        fill_opacity=0.16,
    )
    step = 58
    first = (WIDTH - (RIBBON if card.cost else 0)) / 2 - (len(shown) - 1) * step / 2
    drawn = [icons.placed(icon, first + place * step, SCENE_TOP + SCENE / 2, 48) for place, icon in enumerate(shown)]
    if card.income is not None:
        x = first + shown.index("coin") * step
        plate = element("circle", cx=x, cy=SCENE_TOP + SCENE / 2, r=14, fill=PAPER, stroke=INK, stroke_width=1.5)
        drawn.append(plate + strong(x, SCENE_TOP + SCENE / 2 + 8, str(card.income), 23, fill=INK))
    return niche + "".join(drawn) + _cost(card.cost)


def _cost(cost: Mapping[str, int]) -> str:
    """The goods that a card costs, on a red ribbon."""
    goods = [good for good, amount in cost.items() for _ in range(amount)]
    if not goods:
        return ""
    high = 30 * len(goods) + 8
    x, top = WIDTH - MARGIN - RIBBON, SCENE_TOP - 6
    ribbon = f"M{number(x)} {number(top)}h34v{number(high + 8)}l-17-8-17 8z"
    return element("path", d=ribbon, fill=RED, stroke=INK, stroke_width=1.2) + "".join(
        element("circle", cx=x + 17, cy=top + 20 + 30 * place, r=14, fill=PAPER)
        + icons.placed(good, x + 17, top + 20 + 30 * place, 21)
        for place, good in enumerate(goods)
    )


def _god(words: Language, spec: Specification, card: Card) -> str:
    """The god at the foot, with what the card scores."""
    god = spec.gods[card.god]
    name, left, right = words.name("gods", god.id), 78, WIDTH - MARGIN
    if card.points is not None:
        right -= 46
    size, lines, _ = fitted([(formula(words, god), False)], right - left, HEIGHT - GOD_TOP - 46, SMALL_SIZES)
    parts = [
        element("path", d=f"M{MARGIN} {GOD_TOP - 4}H{WIDTH - MARGIN}", stroke=GODS[god.id], stroke_width=1.5),
        element("circle", cx=46, cy=368, r=25, fill=PAPER, stroke=INK, stroke_width=1.8),
        icons.placed(god.id, 46, 368, 35),
        text(left, GOD_TOP + 22, name, size_for(name, right - left, 22, bold=True), fill=INK, font_weight="600"),
        group(*(text(left, GOD_TOP + 28 + line.y, line.text, size) for line in lines), fill=INK),
    ]
    if card.points is not None and card.good:
        x = WIDTH - MARGIN - 20
        parts.append(strong(x, GOD_TOP + 34, str(card.points), 30, fill=INK))
        parts.append(icons.placed("house", x - 9, GOD_TOP + 52, 22) + icons.placed(card.good, x + 11, GOD_TOP + 52, 18))
    return "".join(parts)
