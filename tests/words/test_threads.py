"""Two threads, two languages: each gets its own, because a language is a parameter and not a global."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.suite.scenarios import given_state, load_scenario
from concordia_ref.suite.worked_examples import worked_examples
from concordia_ref.words.languages import language
from concordia_ref.words.naming import violation_text
from concordia_ref.words.outcomes import changes_text
from concordia_ref.words.reference import reference_markdown
from concordia_ref.words.sheet import sheet_text
from concordia_ref.words.tabletop import position_text

GAME = Game()
TIMES = 3


def texts(tag: str, together: Barrier) -> list[str]:
    """A position, the change of a turn, a refusal, a score sheet and the reference in a language."""
    words = language(tag)
    legal = load_scenario("colonist/income-of-three-colonists")
    before = given_state(GAME, legal)
    after = GAME.play(before, legal.turns[0])
    refused = load_scenario("colonist/land-colonist-on-an-island")
    state = given_state(GAME, refused)
    with pytest.raises(Refused) as refusal:
        GAME.play(state, refused.turns[0])
    together.wait()
    return [
        position_text(words, GAME.rules, before),
        changes_text(words, GAME, before, after),
        *(violation_text(words, GAME.spec, violation) for violation in refusal.value.violations),
        sheet_text(words, GAME.spec, GAME.score(after), explain=True),
        reference_markdown(words, GAME, worked_examples(GAME)),
    ]


def test_hungarian_and_czech_at_the_same_time() -> None:
    alone = {tag: texts(tag, Barrier(1)) for tag in ("hu", "cs")}
    assert not set(alone["hu"]) & set(alone["cs"])
    together = Barrier(2)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(TIMES):
            found = {tag: pool.submit(texts, tag, together) for tag in alone}
            assert {tag: done.result() for tag, done in found.items()} == alone


def test_both_are_what_they_should_be() -> None:
    with ThreadPoolExecutor(2) as pool:
        hungarian, czech = pool.map(lambda tag: language(tag).say("change.none"), ("hu", "cs"))
    assert (hungarian, czech) == ("semmi sem változik", "nic se nemění")
