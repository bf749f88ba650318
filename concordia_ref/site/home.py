"""The first page of a language, and the page that leads there."""

from __future__ import annotations

from concordia_ref.pictures.cards import card_picture
from concordia_ref.pictures.maps import map_picture
from concordia_ref.site import markup
from concordia_ref.site.page import Page
from concordia_ref.site.unit import Unit
from concordia_ref.suite.scenarios import load_scenarios
from concordia_ref.words.languages import language, tags

# What the navigation leads to, in its order.
SECTIONS = ("rules", "cards", "maps", "setup", "score", "disputes", "glossary")
TOOLS = ("calculator", "finder")
MORE = ("clauses", "goods", "gods")
# Cards of the picture on the first page.
SHOWN_CARDS = ("architect", "i_colonist", "ii_weaver")


def home_page(unit: Unit) -> Page:
    """The first page: what there is, and the questions that matter most."""
    title = unit.say("site.name")
    counts = {
        "clauses": len(unit.spec.clauses),
        "disputes": len(unit.disputes),
        "scenarios": sum(1 for _ in load_scenarios()),
    }
    argued = [entry for entry in unit.disputes.values() if entry.severity == "outcome" and entry.contested]
    first_map = next(iter(unit.spec.maps.values()))
    cards = "".join(card_picture(unit.words, unit.spec, unit.spec.cards[id]) for id in SHOWN_CARDS)
    parts = [
        f'<div class="hero"><div>{markup.heading(1, title)}{markup.paragraph(unit.say("site.tagline"), "lead")}'
        f"<p>{markup.link('rules.html', unit.say('site.nav.rules'), 'button first')} "
        f"{markup.link('finder.html', unit.say('site.nav.finder'), 'button')} "
        f"{markup.link('calculator.html', unit.say('site.nav.calculator'), 'button')}</p></div>"
        f'<a class="hero-cards" href="cards.html" aria-label="{unit.title("show.cards")}">{cards}</a></div>',
        markup.paragraph(unit.say("site.counts", **counts), "counts"),
        markup.heading(2, unit.say("site.contents")),
        markup.grid((_panel(unit, section) for section in (*SECTIONS, *TOOLS, *MORE)), "ways"),
        markup.heading(2, unit.say("site.most-argued")),
        markup.items((unit.dispute_link(entry, "") for entry in argued), "questions"),
        markup.board(
            unit.name("maps", first_map.id),
            f'<a href="maps/{first_map.id}.html">{map_picture(unit.words, first_map)}</a>',
        ),
        markup.heading(2, unit.say("site.nav.dev")),
        markup.paragraph(unit.say("site.about.dev")),
        f"<p>{markup.link('../dev/index.html', unit.say('site.nav.dev'), 'button')}</p>",
    ]
    return Page("index.html", title, "\n".join(parts), unit.say("site.tagline"))


def _panel(unit: Unit, section: str) -> str:
    name = markup.link(f"{section}.html", unit.say(f"site.nav.{section}"))
    return markup.panel(f"<h3>{name}</h3>{markup.paragraph(unit.say(f'site.about.{section}'))}")


def root_page() -> str:
    """The page at the root of the site: it opens the language that the reader has chosen before, or asks for."""
    names = {tag: markup.escaped(str(language(tag).terms["name"])) for tag in tags()}
    links = "".join(
        f'<li><a href="{tag}/index.html" hreflang="{tag}" lang="{tag}">{name}</a></li>' for tag, name in names.items()
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Concordia</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="assets/mark.svg" type="image/svg+xml">'
        '<link rel="stylesheet" href="assets/style.css"></head>'
        f'<body class="root"><main><h1>Concordia</h1><ul class="languages">{links}</ul></main>'
        '<script src="assets/root.js"></script></body></html>\n'
    )
