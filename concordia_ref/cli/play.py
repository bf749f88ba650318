"""The commands that play: setup, legal, play, replay, score and demo."""

from __future__ import annotations

import argparse
import json
import sys
import time
from itertools import islice
from random import Random
from typing import Any

from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.record import FORMAT, Record
from concordia_ref.engine.setup import Draws
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.documents import read_document, read_file, write_json
from concordia_ref.spec.errors import Malformed
from concordia_ref.words.languages import say, spoken
from concordia_ref.words.naming import malformed_text, violation_text
from concordia_ref.words.sheet import sheet_text
from concordia_ref.words.tabletop import position_text

FINE, REFUSED, UNUSABLE = 0, 1, 2


def guarded(command: Any, game: Game, options: argparse.Namespace) -> int:
    """Run a command; what is wrong with its input is printed with its place, never as a traceback."""
    try:
        code: int = command(game, options)
    except Refused as refused:
        _print_refusal(game, refused, options)
        return REFUSED
    except Malformed as error:
        if getattr(options, "format", "text") == "json":
            fault = {"code": error.code, "pointer": error.pointer, "message": malformed_text(spoken(game.spec), error)}
            print(json.dumps({"malformed": fault}, indent=2, ensure_ascii=False))
        else:
            print(f"concordia: {malformed_text(spoken(game.spec), error)}", file=sys.stderr)
        return UNUSABLE
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough: that is no fault of the input.
        raise
    except (OSError, UnicodeDecodeError) as error:
        print(f"concordia: {error}", file=sys.stderr)
        return UNUSABLE
    return code


def _print_refusal(game: Game, refused: Refused, options: argparse.Namespace) -> None:
    if getattr(options, "format", "text") == "json":
        listed = [violation.to_json() for violation in refused.violations]
        print(json.dumps({"refused": listed}, indent=2, ensure_ascii=False))
        return
    print(say("play.refused"), file=sys.stderr)
    words = spoken(game.spec)
    for violation in refused.violations:
        print(f"  {violation.pointer or '/'}: {violation_text(words, game.spec, violation)}", file=sys.stderr)
        print(f"    {violation.clause}: {words.clause(violation.clause, game.spec)}", file=sys.stderr)


def setup(game: Game, options: argparse.Namespace) -> int:
    """Write a game file with all draws, from a seed or from given draws."""
    if options.draws:
        drawn = read_document(read_file(options.draws, sys.stdin))
        record = game.record_from_json({**_blank(game, options), "draws": drawn})
    else:
        record = game.setup(options.map, options.players, _seed(options), interim=options.interim)
    if options.state:
        print(write_json(game.state_to_json(game.start(record))))
    else:
        print(write_json(record.to_json()))
    return FINE


def _blank(game: Game, options: argparse.Namespace) -> dict[str, Any]:
    empty = Record(
        game.spec.version, game.spec.edition, options.map, options.players, options.interim, Draws(0, {}, ())
    )
    return empty.to_json()


def _seed(options: argparse.Namespace) -> int:
    """The seed given, or one from the clock, which is told so that the game can be had again."""
    if options.seed is not None:
        seed: int = options.seed
        return seed
    seed = time.time_ns() % 1_000_000
    print(say("play.seed", seed=str(seed)), file=sys.stderr)
    return seed


def legal(game: Game, options: argparse.Namespace) -> int:
    """List legal turns, card by card."""
    state, _ = read_position(game, options.file)
    if state.to_play is None:
        print(say("play.over"), file=sys.stderr)
        return FINE
    hand = list(dict.fromkeys(state.players[state.to_play].hand))
    cards = [card for card in hand if options.card in (None, card)]
    if not cards:
        raise Malformed("unknown-id", f"there is no card in the hand {options.card!r}")
    listed: dict[str, list[Turn]] = {}
    for card in cards:
        listed[card] = list(islice(game.turns(state).with_card(card), options.limit + 1))
    if options.format == "json":
        shown = [turn.to_json() for card in cards for turn in listed[card][: options.limit]]
        more = [card for card in cards if len(listed[card]) > options.limit]
        print(write_json({"seat": state.to_play, "turns": shown, "more_with": more}))
        return FINE
    print(say("play.to-play", seat=state.to_play))
    for card, turns in listed.items():
        print(f"\n{card}")
        for turn in turns[: options.limit]:
            print(f"  {turn}")
        if len(turns) > options.limit:
            print(f"  {say('play.more', card=card, limit=str(options.limit * 10))}")
    return FINE


def play(game: Game, options: argparse.Namespace) -> int:
    """Play turns and write the position, or the game file, that follows."""
    state, record = read_position(game, options.file)
    for written in options.turns:
        data = read_document(written) if written.lstrip().startswith("{") else written
        turn = game.turn(state, data)
        played = game.canonical(state, turn)
        state = game.play(state, turn)
        record = record.with_turn(played) if record else None
    if options.format == "text":
        print(position_text(spoken(game.spec), game.rules, state))
    else:
        print(write_json(record.to_json() if record else game.state_to_json(state)))
    return FINE


def replay(game: Game, options: argparse.Namespace) -> int:
    """Play a game file again, turn by turn."""
    data = read_document(read_file(options.file, sys.stdin))
    record = game.record_from_json(data)
    states = list(game.replay(record))
    last = states[-1]
    if options.format == "json":
        sheet = game.score(last).to_json() if last.to_play is None else None
        print(write_json({"digest": game.digest(last), "state": game.state_to_json(last), "score": sheet}))
        return FINE
    for number, (state, turn) in enumerate(zip(states, record.turns, strict=False), start=1):
        print(f"{number:4}  {say('seat', seat=state.to_play)}  {turn}")
    print()
    print(position_text(spoken(game.spec), game.rules, last))
    print(f"\n  {say('play.digest', digest=game.digest(last))}")
    if last.to_play is None:
        print("\n" + sheet_text(spoken(game.spec), game.spec, game.score(last), explain=False))
    return FINE


def score(game: Game, options: argparse.Namespace) -> int:
    """Score a position as if the game ended now."""
    state, _ = read_position(game, options.file)
    sheet = game.score(state)
    if options.format == "json":
        print(write_json(sheet.to_json()))
    else:
        print(sheet_text(spoken(game.spec), game.spec, sheet, explain=options.explain))
    return FINE


def demo(game: Game, options: argparse.Namespace) -> int:
    """Watch a random game."""
    seed = _seed(options)
    record = game.setup(options.map, options.players, seed, interim=options.interim)
    random = Random(seed)
    state = game.start(record)
    print(position_text(spoken(game.spec), game.rules, state) + "\n")
    number = 0
    while state.to_play is not None:
        number += 1
        turn = game.random_turn(state, random)
        after = game.play(state, turn)
        played = f"{number:4}  {say('seat', seat=state.to_play)}  {turn}"
        print(f"{played}{_change(state, after)}", flush=True)
        state = after
        time.sleep(options.delay)
    print("\n" + position_text(spoken(game.spec), game.rules, state))
    print("\n" + sheet_text(spoken(game.spec), game.spec, game.score(state), explain=options.explain))
    return FINE


def _change(before: State, after: State) -> str:
    """What the turn did to the coins of the player."""
    seat = before.to_play
    assert seat is not None, "a turn was played"
    coins = after.players[seat].coins - before.players[seat].coins
    return f"   {say('play.coins', change=f'{coins:+}', now=after.players[seat].coins)}" if coins else ""


def read_position(game: Game, file: str) -> tuple[State, Record | None]:
    """A position from a file with a state, or the last position of a game file together with the game."""
    data = read_document(read_file(file, sys.stdin))
    if isinstance(data, dict) and data.get("format") == FORMAT:
        record = game.record_from_json(data)
        *_, state = game.replay(record)
        return state, record
    return game.state_from_json(data), None
