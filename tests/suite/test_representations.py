"""An engine may write a state in its own way: what is unambiguous is read, and what it declares is allowed for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from concordia_ref.engine.game import Game
from concordia_ref.engine.state import State
from concordia_ref.suite.adapter import Adapter
from concordia_ref.suite.answers import NULLABLE, Forms, read_state
from concordia_ref.suite.capabilities import Unusable, capabilities
from concordia_ref.suite.cases import Case
from concordia_ref.suite.equal_cards import equal_cards, turns_on_names
from concordia_ref.suite.positions import expand
from concordia_ref.suite.verdicts import Verdict, judge
from tests.suite.bench import VERSION, whole_suite

GAME = Game()
EQUAL = equal_cards(GAME.spec.cards)
WITHOUT_CHECK = ["load", "new", "apply", "state", "score"]
Json = dict[str, Any]


class Disguise:
    """The reference, which writes its answers and reads its requests in another way."""

    declares: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, **declares: Any) -> None:
        self.reference = Adapter()
        self.stderr = b""
        self.declared = {"operations": WITHOUT_CHECK, **self.declares, **declares}

    def ask(self, op: str, **fields: Any) -> Json:
        answer = deepcopy(self.answer(op, {"id": 0, "op": op, **fields}))
        if "ok" not in answer:
            return answer
        if op == "hello":
            answer["ok"] |= self.declared
        elif op == "state":
            answer["ok"]["state"] = self.state(answer["ok"]["state"])
        elif op == "score":
            answer["ok"] = self.score(answer["ok"])
        return answer

    def answer(self, op: str, request: Json) -> Json:
        return self.reference.answer(json.dumps(request))

    def state(self, state: Json) -> Json:
        return state

    def score(self, points: Json) -> Json:
        return points

    def finish(self) -> None:
        pass


class LeavesOutZeros(Disguise):
    def state(self, state: Json) -> Json:
        for player in state["players"]:
            player["goods"] = {good: number for good, number in player["goods"].items() if number}
        return state


class TurnsLinesAround(Disguise):
    def state(self, state: Json) -> Json:
        for player in state["players"]:
            player["colonists"] = {kind: list(map(turned, places)) for kind, places in player["colonists"].items()}
        return state


def turned(place: str) -> str:
    if "~" not in place:
        return place
    cities, _, kind = place.partition(":")
    return "~".join(reversed(cities.split("~"))) + f":{kind}"


class HasMoreKeys(Disguise):
    def state(self, state: Json) -> Json:
        state |= {"round": 7, "log": ["a", {"b": None}]}
        state["players"][0]["colour"] = "red"
        state["players"][0]["colonists"]["air"] = []
        state["city_goods"]["roma"] = None
        return state


class LeavesOutWhatIsEmpty(Disguise):
    """Null and lists of nothing, as a serialiser does that omits what is empty."""

    def state(self, state: Json) -> Json:
        state["players"] = [{**self.filled(player), "goods": player["goods"]} for player in state["players"]]
        for player in state["players"]:
            player["colonists"] = self.filled(player["colonists"])
        return self.filled(state)

    def filled(self, entry: Json) -> Json:
        # Not those who still play: that it is nobody is not the same as that the end is far.
        return {k: v for k, v in entry.items() if v is not None and (v != [] or k == "last_turns")}


class WritesNullForEmptyLists(Disguise):
    def state(self, state: Json) -> Json:
        state["players"] = [
            {key: None if value == [] else value for key, value in player.items()} for player in state["players"]
        ]
        return {key: None if value == [] and key != "last_turns" else value for key, value in state.items()}


class NamesCardsByKind(Disguise):
    """Keeps equal cards as equal values: a turn means any of them that is there, and a state names all alike."""

    declares: ClassVar[Mapping[str, Any]] = {"cards_alike": True}

    def answer(self, op: str, request: Json) -> Json:
        if op == "apply" and self.reference.position is not None:
            request = {**request, "turn": self.meant(request["turn"], self.reference.position)}
        return super().answer(op, request)

    def meant(self, turn: Json, state: State) -> Json:
        """The turn with the names that equal cards have in the reference, the first one that is there."""
        seat = state.players[state.to_play or 0]
        turn = dict(turn)
        if "card" in turn:
            turn["card"] = first(turn["card"], seat.hand)
        if "as" in turn:
            top = state.players[turn["copies"]].pile[-1:]
            turn["as"] = self.meant({**turn["as"]}, state) | {"card": first(turn["as"]["card"], top)}
        if "cards" in turn:
            left = list(state.display)
            turn["cards"] = [taken(card, left) for card in turn["cards"]]
        return turn

    def state(self, state: Json) -> Json:
        for cards in (state["display"], state["stack"], *(p[k] for p in state["players"] for k in ("hand", "pile"))):
            cards[:] = [EQUAL[card][-1] if card in EQUAL else card for card in cards]
        return state


def first(card: str, there: Any) -> str:
    return next((other for other in there if other in EQUAL.get(card, ())), card)


def taken(card: str, left: list[str]) -> str:
    found = first(card, left)
    if found in left:
        left.remove(found)
    return found


class GathersCards(Disguise):
    """Takes all cards to the hand when the game is over, and forgets whose last turns they were."""

    declares: ClassVar[Mapping[str, Any]] = {"cards_gathered": True}

    def state(self, state: Json) -> Json:
        if state["to_play"] is None:
            for player in state["players"]:
                player["hand"], player["pile"] = [*player["pile"], *player["hand"]], []
            state["last_turns"] = None
        return state


class KnowsNoWinner(Disguise):
    declares: ClassVar[Mapping[str, Any]] = {"winner": False}

    def score(self, points: Json) -> Json:
        return {key: value for key, value in points.items() if key != "winner"}


def verdicts(
    adapter: Disguise, forms: Forms | None = None, only: Callable[[Case], Any] = lambda case: True
) -> dict[str, Verdict]:
    can = capabilities(adapter, VERSION)
    return {case.id: judge(adapter, case, can, forms) for case in whole_suite() if only(case)}


def asks_for_points(case: Case) -> bool:
    return case.gods is not None


def outcomes(found: Mapping[str, Verdict]) -> set[str]:
    return {verdict.outcome for verdict in found.values()}


class TestWithoutDeclaring:
    @pytest.mark.parametrize(
        ("disguise", "remarks"),
        [
            (LeavesOutZeros, {"goods of which there are none are left out: read as 0"}),
            (
                TurnsLinesAround,
                {"the cities of a line are not in alphabetical order (`b~a:land`): read as if they were (`a~b:land`)"},
            ),
            (HasMoreKeys, {f"unknown key `{key}`: ignored" for key in ("round", "log", "colour", "air", "roma")}),
            (
                LeavesOutWhatIsEmpty,
                {
                    *(f"`{key}` is left out: read as null" for key in NULLABLE),
                    *(
                        f"`{key}` is left out or null where it is empty: read as an empty list"
                        for key in ("pile", "houses", "land", "sea", "display", "stack")
                    ),
                },
            ),
            (
                WritesNullForEmptyLists,
                {
                    f"`{key}` is left out or null where it is empty: read as an empty list"
                    for key in ("pile", "houses", "display", "stack")
                },
            ),
            (Disguise, set()),
        ],
    )
    def test_everything_passes_and_the_author_hears_of_it_once(
        self, disguise: type[Disguise], remarks: set[str]
    ) -> None:
        forms = Forms()
        found = verdicts(disguise(), forms)
        assert outcomes(found) == {"pass"}
        assert set(forms.remarks) == remarks


class TestDeclared:
    @pytest.mark.parametrize(
        ("disguise", "reason"),
        [
            (NamesCardsByKind, "declared as interchangeable: it matters here which of two equal cards is meant"),
            (GathersCards, ""),
            (KnowsNoWinner, ""),
        ],
    )
    def test_what_is_declared_passes_and_fails_visibly_without(self, disguise: type[Disguise], reason: str) -> None:
        found = verdicts(disguise())
        skipped = [verdict for verdict in found.values() if verdict.outcome == "skip"]
        assert {note for verdict in skipped for note in verdict.notes} == ({reason} if reason else set())
        assert {verdict.case: verdict.details for verdict in found.values() if verdict.outcome == "fail"} == {}
        assert len(skipped) < 0.03 * len(found)
        undeclared = verdicts(disguise(**{key: not value for key, value in disguise.declares.items()}))
        failed = {verdict.case for verdict in undeclared.values() if verdict.outcome == "fail"}
        assert len(failed) >= 9

    @pytest.mark.parametrize("other", ["architect", "v_prefect"], ids=["starting-card", "other-card-for-sale"])
    def test_what_is_alike_is_still_told_from_the_rest(self, other: str) -> None:
        class Mixes(NamesCardsByKind):
            def state(self, state: Json) -> Json:
                for player in super().state(state)["players"]:
                    player["hand"] = [other if card == "iv_architect" else card for card in player["hand"]]
                return state

        verdict = judged(Mixes(), case_of("components/prices-of-the-architects"))
        # The first of the names of equal cards stands for all of them.
        assert f"players.0.hand: - i_architect + {EQUAL.get(other, [other])[0]}" in verdict.details[0]

    def test_a_scenario_about_the_winner_alone_is_skipped(self) -> None:
        case = next(case for case in whole_suite() if case.winner is not None and not case.turns)
        adapter = KnowsNoWinner()
        assert judged(adapter, case).outcome == "pass"
        assert judged(adapter, replace(case, scores=None)).notes == ("not declared: winner",)

    def test_which_of_two_equal_cards_is_bought_matters_where_they_cost_differently(self) -> None:
        # Each lies where a cloth is added to the price, or two: one more is paid for the second Architect.
        cards = ["i_mason", "i_prefect", "i_mercator", "i_architect", "i_diplomat", "i_colonist", "ii_architect"]
        goods = {"tool": 1, "cloth": 3, "food": 1}
        short = {"map": "italia", "players": 2, "seats": {"0": {"goods": goods}}, "display": cards}
        case = case_of("tribune/colonists-on-the-board-stay")
        turn = {"card": "senator", "cards": ["i_architect"]}
        asked = replace(case, state=GAME.state_to_json(expand(GAME.rules, short)), turns=(turn,), way=None)
        assert turns_on_names(asked, None)
        assert not turns_on_names(replace(asked, turns=({"card": "senator", "cards": ["i_mason"]},)), None)

    def test_after_the_end_a_card_too_many_is_still_seen(self) -> None:
        class Duplicates(GathersCards):
            def state(self, state: Json) -> Json:
                state = super().state(state)
                state["players"][0]["hand"].append("tribune")
                return state

        ended = [case for case in whole_suite() if case.after is not None and case.after["to_play"] is None]
        assert len(ended) >= 10
        for case in ended:
            assert judged(Duplicates(), case).details[0].endswith("players.0.hand+pile: + tribune")

    def test_before_the_end_hand_and_pile_stay_apart(self) -> None:
        class Mixes(GathersCards):
            def state(self, state: Json) -> Json:
                player = state["players"][0]
                player["hand"], player["pile"] = [*player["pile"], *player["hand"]], []
                return state

        verdict = judged(Mixes(), case_of("mercator/cloth-bought-at-seven"))
        assert verdict.details == ("players.0.hand: + mercator", "players.0.pile: - mercator")

    def test_a_winner_that_is_not_named_is_one_difference(self) -> None:
        forms = Forms()
        case = next(case for case in whole_suite() if case.winner is not None)
        adapter = KnowsNoWinner(winner=True)
        verdict = judge(adapter, case, capabilities(adapter, VERSION), forms)
        assert verdict.details == (f"winner: expected {case.winner}, got nothing",)
        remark = "`score` reports no winner: an engine that cannot name one declares `winner: false` in hello"
        assert forms.remarks == (remark,)


def case_of(id: str) -> Case:
    return next(case for case in whole_suite() if case.id == id)


def judged(adapter: Disguise, case: Case) -> Verdict:
    return judge(adapter, case, capabilities(adapter, VERSION))


class TestReading:
    """What is ambiguous stays as it is, and is compared as it is."""

    LIKE = GAME.state_to_json(
        expand(GAME.rules, {"map": "italia", "players": 2, "seats": {"0": {"goods": {"wine": 3}, "pile": ["senator"]}}})
    )

    def read(self, change: Callable[[Json], Any]) -> tuple[Any, list[str]]:
        state, remarks = deepcopy(self.LIKE), list[str]()
        changed = change(state)
        return read_state(self.LIKE, state if changed is None else changed, remarks.append), remarks

    def test_a_whole_state_is_read_as_it_is(self) -> None:
        assert self.read(lambda state: None) == (self.LIKE, [])

    def test_all_goods_may_be_left_out(self) -> None:
        read, _ = self.read(lambda state: state["players"][1].update(goods={}))
        assert read["players"][1]["goods"] == dict.fromkeys(GAME.spec.goods, 0)

    def test_a_good_of_another_name_is_kept_unless_there_is_none(self) -> None:
        read, remarks = self.read(lambda state: state["players"][0]["goods"].update(grapes=3, salt=0))
        assert read["players"][0]["goods"] == self.LIKE["players"][0]["goods"] | {"grapes": 3}
        assert remarks == ["unknown good `salt` of which there is none: ignored"]

    @pytest.mark.parametrize("key", ["map", "first_player", "city_goods", "markers", "praefectus_magnus"])
    def test_what_has_no_empty_value_is_missing(self, key: str) -> None:
        read, remarks = self.read(lambda state: {k: v for k, v in state.items() if k != key})
        assert key not in read
        assert remarks == []

    @pytest.mark.parametrize("key", ["coins", "goods", "colonists"])
    def test_what_a_player_must_have_is_missing(self, key: str) -> None:
        def without(state: Json) -> None:
            del state["players"][0][key]

        read, remarks = self.read(without)
        assert key not in read["players"][0]
        assert remarks == []

    def test_a_marker_or_a_city_that_is_left_out_is_missing(self) -> None:
        def without(state: Json) -> None:
            del state["markers"]["apulia"], state["city_goods"]["cosa"]

        read, _ = self.read(without)
        assert "apulia" not in read["markers"]
        assert "cosa" not in read["city_goods"]

    def test_that_nobody_has_a_turn_left_is_not_that_the_end_is_far(self) -> None:
        like = {**self.LIKE, "to_play": None, "concordia": 0, "last_turns": []}
        read = read_state(like, {key: value for key, value in like.items() if key != "last_turns"}, lambda remark: None)
        assert read["last_turns"] is None

    def test_the_kind_of_a_line_is_not_guessed(self) -> None:
        read, _ = self.read(lambda state: state["players"][0]["colonists"].update(land=["roma~cosa"]))
        assert read["players"][0]["colonists"]["land"] == ["cosa~roma"]

    @pytest.mark.parametrize(
        "data",
        [None, 5, [], {}, {"players": None}, {"players": {}}, {"players": [{}, 7]}, {"state": {"players": [{}]}}],
    )
    def test_what_is_not_a_state_is_left_alone(self, data: Any) -> None:
        assert self.read(lambda state: {"is": data})[0] == {"is": data}
        assert read_state(self.LIKE, data, lambda remark: None) == data

    @pytest.mark.parametrize("wrong", [None, 5, "x", [], {}, [None], {"x": None}])
    @pytest.mark.parametrize(
        "path", [*LIKE, *(f"players.0.{key}" for key in LIKE["players"][0]), "players.0.colonists.land"]
    )
    def test_nothing_that_an_adapter_sends_breaks_the_reading(self, path: str, wrong: Any) -> None:
        def spoil(state: Json) -> None:
            around: Any = state
            *parents, last = path.split(".")
            for part in parents:
                around = around[int(part) if isinstance(around, list) else part]
            around[last] = wrong

        read, _ = self.read(spoil)
        json.dumps(read)


def test_a_position_that_is_only_given_back_is_compared() -> None:
    class Forgets(Disguise):
        def state(self, state: Json) -> Json:
            return {**state, "to_play": 2}

    case = case_of("protocol/position-given-back")
    assert judged(Disguise(), case).outcome == "pass"
    assert [str(difference) for difference in judged(Forgets(), case).differences] == ["to_play: expected 0, got 2"]


class TestTheFirstState:
    def test_what_is_wrong_with_its_form_is_one_sentence(self) -> None:
        class Poor(Disguise):
            def state(self, state: Json) -> Json:
                state["players"][0]["coins"] = "7"
                return state

        forms = Forms()
        verdicts_of_two = [judge(Poor(), case, capabilities(Poor(), VERSION), forms) for case in whole_suite()[:2]]
        assert [verdict.outcome for verdict in verdicts_of_two] == ["fail", "fail"]
        assert forms.remarks == (
            "the first state is not one by state.schema.json: /players/0/coins: '7' is not of type 'integer'",
        )

    def test_there_are_never_too_many_remarks(self) -> None:
        forms = Forms()
        for number in range(1000):
            forms.note(f"unknown key `{number}\x1b[31m{'x' * 5000}`: ignored")
        assert len(forms.remarks) == 20
        assert all(len(remark) < 250 and remark.isprintable() for remark in forms.remarks)


class TestGods:
    def test_points_that_are_exchanged_between_gods_fail_and_name_them(self) -> None:
        class Exchanges(Disguise):
            def score(self, points: Json) -> Json:
                points["gods"] = [gods | {"vesta": gods["mars"], "mars": gods["vesta"]} for gods in points["gods"]]
                return points

        found = verdicts(Exchanges(), only=asks_for_points)
        failed = [verdict for verdict in found.values() if verdict.outcome == "fail"]
        assert len(failed) > 50
        assert {difference.path.split(".")[2] for verdict in failed for difference in verdict.differences} == {
            "vesta",
            "mars",
        }
        assert all(verdict.details[0].startswith("gods.") for verdict in failed)

    @pytest.mark.parametrize(
        "change",
        [
            lambda points: points | {"gods": None},
            lambda points: {key: value for key, value in points.items() if key != "gods"},
            lambda points: points | {"gods": [{g: n for g, n in gods.items() if n} for gods in points["gods"]]},
            lambda points: points | {"gods": [gods | {"concordia": 7} for gods in points["gods"]]},
        ],
        ids=["null", "not-given", "only-those-who-give-points", "with-the-concordia-card"],
    )
    def test_gods_may_be_left_out(self, change: Callable[[Json], Json]) -> None:
        class Says(Disguise):
            def score(self, points: Json) -> Json:
                return change(points)

        assert outcomes(verdicts(Says(), only=asks_for_points)) == {"pass"}

    @pytest.mark.parametrize("gods", [5, {}, [], [{}], [5, 5], "x"])
    def test_what_is_not_a_list_of_gods_fails(self, gods: Any) -> None:
        class Says(Disguise):
            def score(self, points: Json) -> Json:
                return points | {"gods": gods}

        case = next(case for case in whole_suite() if case.scores is not None and case.players == 2)
        assert judged(Says(), case).differences[0].path == "gods"


def plays_a_legal_turn(case: Case) -> bool:
    legal = case.turns[:-1] if case.rejected else case.turns
    return bool(legal) or (case.twin is not None and plays_a_legal_turn(case.twin))


class TestCheck:
    declares: ClassVar[Json] = {"operations": [*WITHOUT_CHECK, "check"]}

    def test_saying_yes_to_every_check_fails_every_refusal(self) -> None:
        class SaysYes(Disguise):
            def answer(self, op: str, request: Json) -> Json:
                return {"id": 0, "ok": {}} if op == "check" else super().answer(op, request)

        found = verdicts(SaysYes(**self.declares))
        refusals = {case.id for case in whole_suite() if case.rejected and case.turns}
        assert {id for id, verdict in found.items() if verdict.outcome == "fail"} == refusals
        text = found["mercator/no-cloth-for-six-coins"].details
        assert text == ("check: mercator; buy 1 cloth: must be refused; the answer was ok: {}",)

    def test_saying_no_to_every_check_fails_every_turn(self) -> None:
        class SaysNo(Disguise):
            def answer(self, op: str, request: Json) -> Json:
                return {"id": 0, "reject": {}} if op == "check" else super().answer(op, request)

        found = verdicts(SaysNo(**self.declares))
        with_turns = {case.id for case in whole_suite() if plays_a_legal_turn(case)}
        assert {id for id, verdict in found.items() if verdict.outcome == "fail"} == with_turns

    def test_a_check_that_plays_the_turn_fails_every_turn(self) -> None:
        class Plays(Disguise):
            def answer(self, op: str, request: Json) -> Json:
                return super().answer(op, {**request, "op": "apply" if op == "check" else op})

        found = verdicts(Plays(**self.declares))
        with_turns = {case.id for case in whole_suite() if plays_a_legal_turn(case)}
        # Where nothing but Tribunes are played, one after the other, twice as many come to the same.
        unseen = {"interim/no-scoring-after-the-payout", "interim/three-tribunes-in-a-row"}
        assert {id for id, verdict in found.items() if verdict.outcome == "fail"} == with_turns - unseen

    def test_the_reference_passes_with_it(self) -> None:
        assert outcomes(verdicts(Disguise(**self.declares))) == {"pass"}

    def test_without_declaring_it_is_not_asked(self) -> None:
        class Breaks(Disguise):
            def answer(self, op: str, request: Json) -> Json:
                assert op != "check"
                return super().answer(op, request)

        assert judged(Breaks(), case_of("mercator/no-cloth-for-six-coins")).outcome == "pass"


class TestNamedClauses:
    def test_a_refusal_names_the_clause_that_the_adapter_gave(self) -> None:
        assert judged(Disguise(), case_of("mercator/no-cloth-for-six-coins")).named == "mercator.trade.money"

    @pytest.mark.parametrize("reject", [{}, {"clause": 5}, {"message": "no"}, "no", None, []])
    def test_a_refusal_without_a_clause_names_none(self, reject: Any) -> None:
        class Refuses(Disguise):
            def answer(self, op: str, request: Json) -> Json:
                answer = super().answer(op, request)
                return answer | {"reject": reject} if "reject" in answer else answer

        verdict = judged(Refuses(), case_of("mercator/no-cloth-for-six-coins"))
        assert (verdict.outcome, verdict.named) == ("pass", "")

    def test_without_a_refusal_nothing_is_named(self) -> None:
        class Accepts(Disguise):
            def answer(self, op: str, request: Json) -> Json:
                return {"id": 0, "ok": {}} if op == "apply" else super().answer(op, request)

        assert judged(Disguise(), case_of("mercator/cloth-bought-at-seven")).named is None
        assert judged(Accepts(), case_of("mercator/no-cloth-for-six-coins")).named is None


class TestHello:
    @pytest.mark.parametrize(
        ("hello", "told"),
        [
            ({"cards_alike": 1}, "hello may contain 'cards_alike', true or false; it contains 1"),
            ({"winner": "no"}, "hello may contain 'winner', true or false; it contains 'no'"),
            ({"cards_gathered": None}, "hello may contain 'cards_gathered', true or false; it contains None"),
            (
                {"readings": []},
                "hello may contain 'readings', an object with a reading for each dispute; it contains []",
            ),
            ({"readings": {"colonist-income": 2}}, "an object with a reading for each dispute"),
            (
                {"readings": {"colonist-incom": "two_each"}},
                "hello: /readings: there is no dispute 'colonist-incom'; did you mean 'colonist-income'?",
            ),
            (
                {"readings": {"colonist-income": "two_eahc"}},
                "/readings/colonist-income: there is no reading 'two_eahc'; did you mean 'two_each'?",
            ),
            ({"lacks": "prefect"}, "hello may contain 'lacks', a list of clauses; it contains 'prefect'"),
            ({"lacks": [5]}, "hello may contain 'lacks', a list of clauses; it contains [5]"),
            ({"lacks": ["prefct.collect"]}, "there is no clause 'prefct.collect'; did you mean 'prefect.collect'?"),
            ({"lacks": ["prefect.coll"]}, "there is no clause 'prefect.coll'"),
            ({"players": [True]}, "hello must contain 'players', a list"),
        ],
    )
    def test_what_is_wrong_is_told_with_what_to_do(self, hello: Json, told: str) -> None:
        with pytest.raises(Unusable) as caught:
            capabilities(Disguise(**hello), VERSION)
        assert told in str(caught.value)

    def test_all_that_is_declared_is_kept(self) -> None:
        readings = {"colonist-income": "two_each"}
        can = capabilities(Disguise(readings=readings, lacks=["prefect.collect", "diplomat"]), VERSION)
        assert (can.readings, can.lacks) == (readings, frozenset({"prefect.collect", "diplomat"}))
        assert (can.winner, can.cards_alike, can.cards_gathered) == (True, False, False)

    def test_a_scenario_that_needs_what_is_lacking_is_skipped(self) -> None:
        found = verdicts(Disguise(lacks=["prefect.collect"]))
        skipped = {id: verdict.notes for id, verdict in found.items() if verdict.outcome == "skip"}
        assert set(skipped.values()) == {("declared as lacking: prefect.collect",)}
        about = {case.id for case in whole_suite() if any(c.startswith("prefect.collect") for c in case.clauses)}
        assert about <= skipped.keys()
        assert outcomes(found) == {"pass", "skip"}

    def test_what_its_twin_needs_counts_too(self) -> None:
        case = case_of("mercator/no-cloth-for-six-coins")
        assert case.twin is not None
        lacking = next(iter(case.twin.consulted - case.consulted))
        can = capabilities(Disguise(lacks=[lacking]), VERSION)
        assert can.missing(case) == (f"declared as lacking: {lacking}",)
