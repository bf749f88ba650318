"""The finder of disputes: choose a card or a topic and a question about it, and a script shows the answer.

Without the script the page is a list of all questions, each a link to the page of its dispute.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from concordia_ref.site.dispute_texts import RunText, play_text, stance_text
from concordia_ref.site.markup import escaped, heading, items, paragraph, table
from concordia_ref.site.page import Page
from concordia_ref.site.scripts import assigned
from concordia_ref.site.unit import Unit
from concordia_ref.spec.disputes import Dispute, Stance
from concordia_ref.spec.model import Specification

CARDS = (
    "tribune",
    "architect",
    "prefect",
    "praefectus_magnus",
    "colonist",
    "mercator",
    "diplomat",
    "senator",
    "consul",
    "specialists",
)
# The other subjects, each with the name that it goes by: a group of terms and an id, or a message.
TOPICS = {
    "setup": ("phases", "setup"),
    "turn": ("phases", "turn"),
    "components": "reference.components",
    "map": "reference.maps",
    "display": ("places", "display"),
    "storehouse": ("places", "storehouse"),
    "end": ("phases", "end"),
    "scoring": ("phases", "scoring"),
    "interim": ("phases", "interim"),
    "terms": "finder.terms",
    "layout": "finder.layout",
}
# Sections of the rulebooks that are part of another subject.
PART_OF = {"course": "turn", "end_overview": "end", "scoring_overview": "scoring", "supply": "components"}


def finder_page(unit: Unit) -> Page:
    """The page of the finder."""
    title, about = unit.say("site.nav.finder"), unit.say("site.about.finder")
    questions = questions_by_subject(unit)
    anchored: set[str] = set()
    body = "\n".join(
        [
            heading(1, title),
            paragraph(about),
            '<div id="finder" class="finder">',
            _choice(unit, questions),
            '<article class="finder-answer panel" hidden></article>',
            *(_section(unit, subject, entries, anchored) for subject, entries in questions.items()),
            "</div>",
            _template(unit),
        ]
    )
    return Page("finder.html", title, body, about, (f"finder-{unit.tag}.js", "finder.js"))


def finder_script(unit: Unit) -> str:
    """The answers by dispute, `window.ConcordiaAnswers`."""
    return assigned("ConcordiaAnswers", {entry.id: answer(unit, entry) for entry in unit.disputes.values()})


def questions_by_subject(unit: Unit) -> dict[str, list[Dispute]]:
    """The disputes about each card and topic, those that change most in play first."""
    found: dict[str, list[Dispute]] = {subject: [] for subject in (*CARDS, *TOPICS)}
    clauses = {card: _clauses_about(unit.spec, card) for card in CARDS}
    for entry in unit.disputes.values():
        cards = {card for card in CARDS if clauses[card].intersection(entry.clauses)}
        for subject in cards | _topics(unit.spec, entry):
            found[subject].append(entry)
    return found


def _topics(spec: Specification, entry: Dispute) -> set[str]:
    """The topics that a dispute is about: its own, which may be a card, and those of its clauses."""
    topic = "scoring" if entry.topic in spec.gods else PART_OF.get(entry.topic, entry.topic)
    belongs_to = {spec.clauses[clause].belongs_to for clause in entry.clauses}
    return {topic, *(id for kind, id in belongs_to if kind == "thing" and id in TOPICS)}


def _clauses_about(spec: Specification, card: str) -> set[str]:
    # Specialists differ only in their goods.
    kinds = [known.kind for known in spec.cards.values() if known.good] if card == "specialists" else [card]
    return {clause.id for kind in kinds for clause in spec.clauses_about_card(kind)}


def _name(unit: Unit, subject: str) -> str:
    if subject == "specialists":
        return unit.title("reference.specialists")
    name = TOPICS.get(subject, ("cards", subject))
    return unit.title(name) if isinstance(name, str) else unit.name(*name)


# The page


def _choice(unit: Unit, questions: Mapping[str, list[Dispute]]) -> str:
    groups = {unit.title("show.cards"): CARDS, unit.say("finder.topics"): TOPICS}
    options = [f'<option value="">{escaped(unit.say("finder.choose"))}</option>']
    for label, group in groups.items():
        listed = "".join(_option(unit, subject, questions) for subject in group)
        options.append(f'<optgroup label="{escaped(label)}">{listed}</optgroup>')
    label = f'<label for="finder-subject">{escaped(unit.say("finder.subject"))}</label>'
    return f'<p class="finder-choice" hidden>{label} <select id="finder-subject">{"".join(options)}</select></p>'


def _option(unit: Unit, subject: str, questions: Mapping[str, list[Dispute]]) -> str:
    return f'<option value="{subject}">{escaped(_name(unit, subject))} ({len(questions[subject])})</option>'


def _section(unit: Unit, subject: str, entries: Iterable[Dispute], anchored: set[str]) -> str:
    """The questions of a subject. Each question has an anchor where it stands first."""
    listed = []
    for entry in entries:
        anchor = "" if entry.id in anchored else f' id="{entry.id}"'
        anchored.add(entry.id)
        question = escaped(entry.question)
        page = f'href="disputes/{entry.id}.html" data-dispute="{entry.id}"'
        listed.append(f"<a{anchor} {page}>{question}</a> {unit.severity(entry)}")
    return f'<section data-subject="{subject}">{heading(2, _name(unit, subject))}{items(listed, "questions")}</section>'


def _template(unit: Unit) -> str:
    """The answer, with empty places that the script fills."""
    rulebooks, in_play = unit.say("show.in-the-rulebooks"), unit.say("site.in-play")
    books = table(rulebooks, unit.header("what.rulebook", "dispute.reads", "show.place", "dispute.note"), ())
    runs = table(in_play, unit.header("dispute.reading", "dispute.rulebooks", "dispute.what-happens"), ())
    return "".join(
        [
            '<template id="finder-template">',
            '<h2 tabindex="-1" data-fill="question"></h2><p data-badges="about"></p>',
            f'<div class="readings"><div class="panel ruling"><p class="mark">✓ {escaped(unit.say("site.ruling"))}</p>',
            '<p data-fill="ruling"></p></div></div>',
            f'{heading(3, unit.say("site.why"))}<p data-fill="reason"></p><p data-badges="because"></p>',
            f'{heading(3, rulebooks)}<div data-rows="rulebooks">{books}</div>',
            f'{heading(3, in_play)}<p data-fill="turns"></p><div data-rows="runs">{runs}</div>',
            '<p data-fill="unplayed"></p>',
            f'<p><a class="finder-page">{escaped(unit.say("site.whole-dispute"))}</a></p>',
            "</template>",
        ]
    )


# The answers


def answer(unit: Unit, entry: Dispute) -> dict[str, Any]:
    """All that the script shows about a dispute, in words."""
    say = unit.say
    texts: dict[str, Any] = {
        "question": entry.question,
        "about": [
            say(f"value.dispute.{entry.kind}"),
            say("site.changes", what=say(f"value.severity.{entry.severity}")),
            say("site.confidence", confidence=say(f"value.confidence.{entry.confidence}")),
        ],
        "ruling": entry.readings[entry.ruling].says,
        "reason": entry.reason,
        "because": [say(f"value.because.{reason}") for reason in entry.because],
        "rulebooks": [_stance(unit, entry, stance) for stance in entry.stances.values()],
    }
    if not entry.executable:
        return {**texts, "unplayed": str(entry.not_executable)}
    played = play_text(unit, entry.id)
    return {**texts, "turns": played.turns, "runs": [_run(run) for run in played.runs]}


def _stance(unit: Unit, entry: Dispute, stance: Stance) -> list[str]:
    text = stance_text(unit, entry, stance)
    return [text.rulebook, f"{text.sign} {text.says}", text.place, text.note]


def _run(run: RunText) -> list[str]:
    return [f"✓ {run.says}" if run.holds else run.says, run.rulebooks, run.outcome]
