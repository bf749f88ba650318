"""What is measured: each kind of work with its contenders, the ratios that are wanted, and how to read them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from benchmarks import baseline, ours, peers, processes
from benchmarks.measuring import Comparison, Contender, Done, Measure, Work, children_time, expected, whole_time
from benchmarks.samples import GAME, evenly, positions, seeds, some, written_game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.bundle import plain
from concordia_ref.spec.files import TEXT_FOLDERS
from concordia_ref.spec.loading import build
from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.languages import ENGLISH
from concordia_ref.words.validation import validate

OURS, CHESS, CATAN, PLAIN = "concordia", "python-chess", "catanatron", "plain dicts"
MERCATOR = "mercator"


def _random_play(part: float, _: Path) -> Sequence[Contender]:
    numbers = seeds(8, part)
    states = [GAME.state_to_json(draft.state) for steps in ours.steps_of(numbers[:2]) for draft, _ in steps]
    chess_games = seeds(20, part)
    return (
        Contender(OURS, "choices", ours.random_choices(numbers)),
        Contender(CHESS, "moves", peers.chess_moves(chess_games, asking=False)),
        Contender(f"{CHESS} is_game_over", "moves", peers.chess_moves(chess_games, asking=True)),
        Contender(CATAN, "decisions", peers.catan_random(seeds(8, part), in_games=False)),
        Contender(f"{PLAIN} deepcopy", "copies", baseline.copied_states(evenly(states, some(1_000, part)))),
    )


def _whole_games(part: float, _: Path) -> Sequence[Contender]:
    return (
        Contender(OURS, "games", ours.random_games(seeds(8, part))),
        Contender(CATAN, "games", peers.catan_random(seeds(8, part), in_games=True)),
    )


def _listing(part: float, _: Path) -> Sequence[Contender]:
    sampled = evenly(list(positions(seeds(4, part))), some(24, part))
    boards = [board for board, _ in peers.chess_positions(seeds(8, part))]
    return (
        Contender(OURS, "turns", ours.listed_turns(sampled)),
        Contender(CHESS, "moves", peers.chess_listed(evenly(boards, some(2_000, part)))),
    )


def _mercator(part: float, _: Path) -> Sequence[Contender]:
    holding = [state for state in positions(seeds(2, part)) if MERCATOR in state.players[state.to_play or 0].hand]
    sampled = evenly(holding, some(24, part))
    trader = baseline.Trader(plain(GAME.spec.data), MERCATOR)
    return (
        Contender(OURS, "turns", ours.mercator_turns(sampled, MERCATOR)),
        Contender(f"{PLAIN} by trial", "turns", baseline.traded_turns(list(map(GAME.state_to_json, sampled)), trader)),
    )


def _replay(part: float, _: Path) -> Sequence[Contender]:
    records = [written_game(seed) for seed in seeds(8, part)]
    states = [GAME.state_to_json(state) for state in GAME.replay(records[0])]
    written = [record.to_json() for record in records]
    return (
        Contender(OURS, "turns", ours.replayed(written, in_choices=False)),
        Contender(f"{OURS} again", "choices", ours.replayed(written, in_choices=True)),
        Contender(CHESS, "moves", peers.chess_replayed([peers.chess_written(seed) for seed in seeds(10, part)])),
        Contender(f"{PLAIN} deepcopy", "copies", baseline.copied_states(states)),
    )


def _new_state(part: float, _: Path) -> Sequence[Contender]:
    numbers = seeds(4, part)
    turns = ours.steps_of(numbers)
    before = [steps[0][0].state for steps in turns]
    played = [(state, turn) for seed in numbers for state, turn in _with_turns(seed)]
    decisions = evenly(peers.catan_positions(numbers), some(1_000, part))
    moves = evenly(peers.chess_positions(numbers), some(1_000, part))
    copies = evenly(list(map(GAME.state_to_json, before)), some(500, part))
    return (
        Contender("begin", "drafts", ours.begun_drafts(before * 10)),
        Contender("take", "choices", ours.taken_choices(turns, listing=False)),
        Contender("take and options", "choices", ours.taken_choices(turns, listing=True)),
        Contender("play", "turns", ours.played_turns(played)),
        Contender(f"{CATAN} copy", "copies", peers.catan_copied(decisions, acting=False)),
        Contender(f"{CATAN} copy and execute", "decisions", peers.catan_copied(decisions, acting=True)),
        Contender(f"{CHESS} copy and push", "moves", peers.chess_copied(moves)),
        Contender(f"{PLAIN} deepcopy", "copies", baseline.copied_states(copies)),
    )


def _with_turns(seed: int) -> Sequence[tuple[State, Turn]]:
    record = written_game(seed)
    return list(zip(GAME.replay(record), record.turns, strict=False))


def _start_up(part: float, _: Path) -> Sequence[Contender]:
    times = some(5, part)
    for program in (processes.FIRST_TURNS, processes.FIRST_MOVES):
        processes.started(program, 1)()  # Lets Python compile what it imports.
    return (
        Contender(OURS, "starts", processes.started(processes.FIRST_TURNS, times)),
        Contender(CHESS, "starts", processes.started(processes.FIRST_MOVES, times)),
        Contender("bare Python", "starts", processes.started(processes.NOTHING, times)),
    )


def _suite(part: float, _: Path) -> Sequence[Contender]:
    cases = evenly(processes.every_case(), some(len(processes.every_case()), part))
    messages = [recorder.messages for recorder in processes.recorded(cases)]
    moves = evenly(peers.chess_positions(seeds(4, part)), some(1_000, part))
    return (
        Contender(OURS, "scenarios", processes.judged_here(cases)),
        Contender(CHESS, "positions", peers.chess_scenarios(moves)),
        Contender("JSON round trip", "scenarios", baseline.round_trips(messages)),
    )


def _protocol(part: float, _: Path) -> Sequence[Contender]:
    cases = evenly(processes.every_case(), some(len(processes.every_case()), part))
    requests = [recorder.requests for recorder in processes.recorded(cases)]
    return (
        Contender(OURS, "scenarios", processes.judged_there(cases, GAME.spec.version)),
        Contender("echo", "scenarios", processes.echoed(requests)),
        Contender("in process", "scenarios", processes.judged_here(cases)),
    )


def _specification(part: float, scratch: Path) -> Sequence[Contender]:
    folder = packaged_folder("spec") if part == 1 else _with_some_languages(part, scratch / "spec")
    rules, every = (
        [folder / name for name in read_tree(folder, left_out=out)[0].sources] for out in (TEXT_FOLDERS, ())
    )
    return (
        Contender("load", "loads", _loaded(folder)),
        Contender("yaml", "loads", baseline.parsed_files(rules)),
        Contender("validate", "validations", _validated(folder)),
        Contender("yaml and jsonschema", "validations", baseline.validated_files(folder, every)),
    )


def _with_some_languages(part: float, copy: Path) -> Path:
    """The specification with English and a part of the other languages, which it can do without."""
    shutil.copytree(packaged_folder("spec"), copy)
    others = sorted(folder for folder in (copy / "locales").iterdir() if folder.name != ENGLISH)
    for folder in others[some(len(others), part) :]:
        shutil.rmtree(folder)
    return copy


def _loaded(folder: Path) -> Work:
    def work() -> Done:
        tree, findings = read_tree(folder, left_out=TEXT_FOLDERS)
        spec = build(tree.data, folder)
        return Done(1, lambda: (expected(findings, []), len(spec.clauses)))

    return work


def _validated(folder: Path) -> Work:
    def work() -> Done:
        findings = validate(folder)
        return Done(1, lambda: expected(findings, []))

    return work


MEASURES: tuple[Measure, ...] = (
    Measure(
        "random play",
        _random_play,
        (
            Comparison(OURS, CHESS, 2),
            Comparison(OURS, f"{CHESS} is_game_over"),
            Comparison(OURS, CATAN, 2),
            Comparison(OURS, f"{PLAIN} deepcopy"),
        ),
        "Games of four players on both maps in turn, from the set-up to the end; a choice is listed, drawn and taken. "
        f"Chess: until nobody can move, at most {peers.LONGEST_CHESS} plies; with is_game_over, draws are checked "
        f"too. Catan: four RandomPlayers to the end, at most {peers.LONGEST_CATAN} turns. Deepcopy: a copy of the "
        "plain state for choices of the same games, and nothing else: no program that copies in this way can be "
        "faster.",
    ),
    Measure(
        "whole games",
        _whole_games,
        (Comparison(OURS, CATAN, 4),),
        "The same games with the final scores, four players on both sides.",
    ),
    Measure(
        "turns listed",
        _listing,
        (Comparison(OURS, CHESS, 0.8),),
        "All complete turns of positions taken evenly from random games, at most "
        f"{ours.MOST_TURNS:,} for each position; chess: list(board.legal_moves) of boards without their history.",
    ),
    Measure(
        "Mercator's turns listed",
        _mercator,
        (Comparison(OURS, f"{PLAIN} by trial"),),
        "All turns with one card. The baseline tries every trade on a deep copy of the plain state, and must find the "
        "same turns.",
        alike=(OURS, f"{PLAIN} by trial"),
    ),
    Measure(
        "checked replay",
        _replay,
        (
            Comparison(OURS, CHESS, 1),
            Comparison(f"{OURS} again", CHESS, 1),
            Comparison(OURS, f"{PLAIN} deepcopy"),
        ),
        "Written games, read from parsed JSON, every turn checked and played; chess: push_uci of written moves. "
        "Counted in turns, and again in the choices that are written in them.",
    ),
    Measure(
        "new state beside the old",
        _new_state,
        (
            Comparison("begin", f"{CATAN} copy", 15),
            Comparison("take", f"{CATAN} copy", 15),
            Comparison("take and options", f"{CATAN} copy and execute"),
            Comparison("play", f"{CATAN} copy and execute"),
            Comparison("take", f"{CHESS} copy and push"),
            Comparison("take", f"{PLAIN} deepcopy"),
        ),
        "States are immutable, so begin(state) takes the place of a copy: it gives something to work on and keeps the "
        "old state. Against the same copy, take is at a disadvantage, because the choice is carried out as well. From "
        "one decision to the next: take and options against copy and execute, which also lists the next actions. A "
        "whole turn, checked: play.",
    ),
    Measure(
        "start-up",
        _start_up,
        (
            Comparison(OURS, CHESS, 1.5),
            Comparison(OURS, "bare Python"),
        ),
        "CPU time of a process: import, the specification, all legal turns of the first position (Imperium, four "
        "players); chess: import and the first legal moves. Ratios of costs.",
        clock=children_time,
        of_costs=True,
    ),
    Measure(
        "whole suite",
        _suite,
        (Comparison(OURS, CHESS), Comparison(OURS, "JSON round trip")),
        "Every scenario judged in this process. Chess: the closest equivalent, a FEN read, a move pushed by "
        "push_uci, the FEN compared. JSON round trip: the requests and answers of the scenarios written and read, "
        "and nothing else: no runner can be faster.",
    ),
    Measure(
        "suite through the protocol",
        _protocol,
        (Comparison(OURS, "echo"), Comparison(OURS, "in process")),
        "The whole suite with the reference as an adapter, including its start; CPU time of both processes. Echo: the "
        "same requests to an adapter that reads them and does nothing: no adapter in Python can be faster.",
        clock=whole_time,
    ),
    Measure(
        "specification",
        _specification,
        (Comparison("load", "yaml"), Comparison("validate", "yaml and jsonschema")),
        "Loading: strict YAML with the place of every value, and the typed model; the baseline only "
        "parses the same files, with the same C parser. Validating: all files with schemas, ids, cross-checks and "
        "texts; the baseline parses them and checks each against its schema.",
    ),
)
