"""The rules of Concordia as data, and a reference interpreter for them.

The names below are the whole interface; the rooms of the package (`concordia_ref.engine`, `concordia_ref.words`, …) are
internal and may change with any version.

>>> from concordia_ref import Game
>>> game = Game()
>>> state = game.start(game.setup("italia", players=2, seed=1))
>>> state = game.play(state, "mercator; sell 1 wine")
>>> game.score(state).players[0].total
7
"""

from concordia_ref.engine.errors import Refused, Violation
from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.engine.turn import Turn
from concordia_ref.spec.errors import Malformed
from concordia_ref.spec.loading import load

__version__ = "0.1.0"
__all__ = ["Game", "Malformed", "Refused", "State", "Turn", "Violation", "__version__", "load"]


def __dir__() -> list[str]:
    return __all__
