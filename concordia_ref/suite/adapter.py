"""The reference behind the conformance protocol, for others to compare with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import IO, Any

from concordia_ref import __version__
from concordia_ref.engine.errors import Refused
from concordia_ref.engine.game import Game
from concordia_ref.engine.setup import ImpossibleSetup
from concordia_ref.engine.state import State
from concordia_ref.spec.editions import edition_ids
from concordia_ref.spec.errors import Malformed, of_type, wrong_type
from concordia_ref.spec.loading import load
from concordia_ref.suite.perft import count
from concordia_ref.suite.protocol import OPERATIONS, PROTOCOL
from concordia_ref.suite.ways import set_up_of
from concordia_ref.words.languages import english
from concordia_ref.words.naming import malformed_text

JUDGED = ("new", "load", "apply", "check")
"""Operations that are rejected where what is sent with them cannot be read or is not complete."""
NO_POSITION = "no-position"


def serve(requests: Iterable[str | bytes], answers: IO[str]) -> None:
    """Answer requests, one a line, until `bye` or the end of the input."""
    adapter = Adapter()
    for line in requests:
        answer = adapter.answer(line)
        answers.write(json.dumps(answer, separators=(",", ":")) + "\n")
        answers.flush()
        if adapter.done:
            return


class Adapter:
    """The position that is being worked on, and what is done with it."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.game: Game | None = None
        self.position: State | None = None
        self.done = False

    def answer(self, line: str | bytes) -> dict[str, Any]:
        """The answer to one request: its id, and one of ok, reject, skip and error."""
        id = None
        try:
            request = json.loads(line)
            id = request["id"]
            op = request["op"]
            if op != "hello" and op not in OPERATIONS:
                return {"id": id, "skip": f"unknown operation {op!r}"}
            return {"id": id, "ok": getattr(self, op)(request)}
        except Refused as refused:
            return {"id": id, "reject": {"clause": refused.clause, "message": str(refused)}}
        except ImpossibleSetup as impossible:
            return {"id": id, "reject": {"clause": impossible.clause, **_malformed(impossible)}}
        except Malformed as malformed:
            if malformed.code == "edition.unknown":
                return {"id": id, "skip": malformed_text(english(), malformed)}
            if op in JUDGED and malformed.code != NO_POSITION:
                return {"id": id, "reject": _malformed(malformed)}
            return {"id": id, "error": malformed_text(english(), malformed)}
        except Exception as error:
            # A failure is answered too; the next request may be a better one.
            return {"id": id, "error": f"not a request: {type(error).__name__} {error}"}

    def hello(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """The name of the program that answers, and what it can do."""
        spec = load()
        return {
            "protocol": PROTOCOL,
            "name": "concordia-ref",
            "version": __version__,
            "language": "Python",
            "operations": list(OPERATIONS),
            "cards": list(dict.fromkeys(card.kind for card in spec.cards.values())),
            "maps": list(spec.maps),
            "players": list(spec.setup.decks),
            "editions": edition_ids(),
            "interim": True,
        }

    def load(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Begin with a position."""
        game = self._game_of(request)
        self.position, self.game = game.state_from_json(request["state"]), game
        return {}

    def new(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Begin with a game that is set up from draws."""
        game = self._game_of(request)
        self.position, self.game = set_up_of(game, request), game
        return {}

    def apply(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Play a turn."""
        game, state = self._position()
        self.position = game.play(state, _turn(request))
        return {}

    def check(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Ask whether a turn is legal."""
        game, state = self._position()
        game.play(state, _turn(request))
        return {}

    def state(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """Give the position."""
        game, state = self._position()
        return {"state": game.state_to_json(state)}

    def score(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """Count the points as if the game ended now."""
        game, state = self._position()
        sheet = game.score(state)
        return {
            "totals": [player.total for player in sheet.players],
            "gods": [{god.god: god.total for god in player.gods} for player in sheet.players],
            "winner": sheet.winner,
        }

    def legal(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """List the legal turns, all or those with a card."""
        game, state = self._position()
        turns = game.turns(state)
        chosen = turns.with_card(request["card"]) if "card" in request else turns
        return {"turns": [turn.to_json() for turn in chosen]}

    def perft(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Count the sequences of legal turns of a length."""
        game, state = self._position()
        depth = request["depth"]
        if not isinstance(depth, int) or depth < 0:
            raise wrong_type("a number of turns", depth, "/depth")
        return {"count": count(game, state, depth)}

    def sync(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """Do nothing: the answer shows that nothing is left over from the requests before."""
        return {}

    def bye(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """Stop after this answer."""
        self.done = True
        return {}

    def _game_of(self, request: Mapping[str, Any]) -> Game:
        edition = request.get("edition", "canonical")
        if edition not in self.games:
            self.games[edition] = Game(load(edition=edition))
        return self.games[edition]

    def _position(self) -> tuple[Game, State]:
        if self.game is None or self.position is None:
            raise Malformed(NO_POSITION, "there is no position yet; load or new comes first")
        return self.game, self.position


def _turn(request: Mapping[str, Any]) -> Mapping[str, Any]:
    """The turn of a request, which is an object: the notation that people write is not part of the protocol."""
    turn: Mapping[str, Any] = of_type(dict, request["turn"], "")
    return turn


def _malformed(error: Malformed) -> dict[str, str]:
    return {"malformed": error.pointer, "message": malformed_text(english(), error)}
