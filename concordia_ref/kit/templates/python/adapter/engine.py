"""Your engine. Fill in one operation and one card at a time, and declare each when it works."""

from adapter.messages import KIND_OF, Card, Hello, NewRequest, Play, ScoreAnswer, State, Turn
from adapter.outcomes import Illegal, NotYet


class Engine:
    """The current position, and the operations on it."""

    position: State
    """The current position. If your engine has objects of its own, build them in `load` and write them in `state`."""

    def hello(self) -> Hello:
        """Who you are and what you can do. Only what is declared is asked for."""
        return {
            "protocol": 1,
            "name": "my-engine",
            "version": "0.1",
            "language": "Python",
            "operations": ["load", "state"],
            "cards": [],
            "maps": ["imperium", "italia"],
            "players": [2, 3, 4, 5],
            "editions": ["canonical"],
            "interim": False,
        }

    def load(self, edition: str, state: State) -> None:
        """Start from a position."""
        self.position = state

    def new(self, request: NewRequest) -> None:
        """Set up a game with your own code; only the tokens on the cities and the order of the cards are given."""
        raise NotYet("new: setting up a game")

    def state(self) -> State:
        """The whole current position."""
        return self.position

    def score(self) -> ScoreAnswer:
        """The points of all players as if the game ended now. It is also asked for in the middle of games."""
        raise NotYet("score")  # return {"totals": [points by seat], "winner": seat}

    def apply(self, turn: Turn) -> None:
        """Play a turn, or raise `Illegal`; any changes made by then are undone."""
        if "pass" in turn:
            raise Illegal("passing is not allowed")
        match KIND_OF[turn["card"]]:
            case "tribune":
                self.tribune(turn)
            case "architect":
                self.architect(turn)
            case "prefect":
                self.prefect(turn)
            case "mercator":
                self.mercator(turn)
            case "colonist":
                self.colonist(turn)
            case "diplomat":
                self.diplomat(turn)
            case "senator":
                self.senator(turn)
            case "consul":
                self.consul(turn)
            case "mason" | "farmer" | "smith" | "vintner" | "weaver":
                self.specialist(turn)

    def tribune(self, turn: Play) -> None:
        raise NotYet("the Tribune")

    def architect(self, turn: Play) -> None:
        raise NotYet("the Architect")

    def prefect(self, turn: Play) -> None:
        raise NotYet("the Prefect")

    def mercator(self, turn: Play) -> None:
        raise NotYet("the Mercator")

    def colonist(self, turn: Play) -> None:
        raise NotYet("the Colonist")

    def diplomat(self, turn: Play) -> None:
        raise NotYet("the Diplomat")

    def senator(self, turn: Play) -> None:
        raise NotYet("the Senator")

    def consul(self, turn: Play) -> None:
        raise NotYet("the Consul")

    def specialist(self, turn: Play) -> None:
        raise NotYet("the specialists")

    def legal(self, card: Card | None) -> list[Turn]:
        """All legal turns, or only those with the given card."""
        raise NotYet("legal")

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` legal turns."""
        raise NotYet("perft")
