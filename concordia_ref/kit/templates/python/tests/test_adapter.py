import json
import unittest
from typing import Any

from adapter.engine import Engine
from adapter.protocol import answer

STATE = json.loads(
    """{{STATE}}"""
)


def ask(engine: Engine, op: str, **fields: Any) -> Any:
    return answer(engine, json.dumps({"id": 7, "op": op, **fields}))[0]


class Broken(Engine):
    def score(self) -> Any:
        raise ZeroDivisionError("a bug")


class TestAdapter(unittest.TestCase):
    def test_it_says_hello_and_declares_what_it_can_do(self) -> None:
        given = ask(Engine(), "hello", protocol=1, specification="{{VERSION}}")
        self.assertEqual(given["id"], 7)
        self.assertEqual(given["ok"]["protocol"], 1)
        self.assertIn("load", given["ok"]["operations"])

    def test_it_gives_back_the_position_that_it_was_given(self) -> None:
        engine = Engine()
        self.assertEqual(ask(engine, "load", edition="canonical", state=STATE)["ok"], {})
        self.assertEqual(ask(engine, "state")["ok"]["state"], STATE)

    def test_it_skips_an_operation_that_it_does_not_know(self) -> None:
        self.assertIn("dance", ask(Engine(), "dance")["skip"])

    def test_it_refuses_a_turn_that_cannot_be_read_and_says_where(self) -> None:
        engine = Engine()
        ask(engine, "load", edition="canonical", state=STATE)
        for turn, pointer in (
            ({"card": "juggler"}, "/card"),
            ({"card": "mercator", "sell": {"wine": -1}}, "/sell/wine"),
            ({"choice": "produce"}, ""),
        ):
            self.assertEqual(ask(engine, "apply", turn=turn)["reject"]["malformed"], pointer)

    def test_a_program_that_breaks_says_so_and_answers_the_next_request(self) -> None:
        engine = Broken()
        self.assertIn("a bug", ask(engine, "score")["error"])
        self.assertEqual(ask(engine, "sync")["ok"], {})


if __name__ == "__main__":
    unittest.main()
