"""What a turn does to coins and goods, worked out a second time from the printed numbers.

Nothing here reads `spec/`: the numbers are copied by hand from the cards, the boards and the rulebooks, so that the
interpreter is compared with the game and not with itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

PRICE = {"brick": 3, "food": 4, "tool": 5, "wine": 6, "cloth": 7}
HOUSE_COINS = {"brick": 1, "food": 2, "tool": 3, "wine": 4, "cloth": 5}
SPECIALIST = {"mason": "brick", "farmer": "food", "smith": "tool", "vintner": "wine", "weaver": "cloth"}
CARD_COST = {
    "architect": ["tool"],
    "prefect": ["wine"],
    "mercator": ["wine"],
    "colonist": ["food"],
    "consul": ["cloth"],
    "mason": ["food"],
    "farmer": ["food", "brick"],
    "smith": ["tool", "brick"],
    "vintner": ["wine", "brick"],
    "weaver": ["cloth", "brick"],
}
# Diplomats differ from deck to deck.
DIPLOMAT_COST = {"i_diplomat": "tool", "iii_diplomat": "food", "iv_diplomat": "tool", "v_diplomat": "food"}
SURCHARGE = [[], ["any"], ["any"], ["cloth"], ["cloth"], ["any", "cloth"], ["cloth", "cloth"]]
PROVINCES = {
    "imperium": {
        "britannia": ["isca", "londinium"],
        "gallia": ["lutetia", "burdigala", "massilia"],
        "hispania": ["brigantium", "olisipo", "valentia"],
        "germania": ["colonia", "vindobona"],
        "italia": ["novaria", "aquileia", "syracusae"],
        "mauretania": ["rusadir", "carthago"],
        "dacia": ["napoca", "sirmium", "tomis"],
        "hellas": ["dyrrhachium", "athenae"],
        "libya": ["leptis_magna", "cyrene"],
        "asia": ["byzantium", "sinope", "attalia"],
        "syria": ["antiochia", "tyros"],
        "aegyptus": ["alexandria", "memphis", "petra"],
    },
    "italia": {
        "venetia": ["bauzanum", "aquileia", "verona"],
        "transpadana": ["comum", "segusio"],
        "liguria": ["genua", "nicaea"],
        "aemilia": ["mutina", "ravenna"],
        "etruria": ["florentia", "cosa"],
        "corsica": ["aleria", "olbia"],
        "umbria": ["ancona", "spoletum", "hadria"],
        "campania": ["casinum", "neapolis"],
        "apulia": ["luceria", "brundisium"],
        "lucania": ["potentia", "croton"],
        "sicilia": ["messana", "panormus", "syracusae"],
    },
}

Position = Mapping[str, Any]


class Ledger:
    """Coins and goods of all players before a turn, and what the turn makes of them."""

    def __init__(self, before: Position) -> None:
        self.before = before
        self.seat: int = before["to_play"]
        self.coins = [player["coins"] for player in before["players"]]
        self.goods = [Counter(player["goods"]) for player in before["players"]]

    def after(self, turn: Mapping[str, Any]) -> tuple[list[int], list[dict[str, int]]]:
        """Coins and goods of all players after a turn, by seat."""
        self.do(turn["card"], turn)
        return self.coins, [{good: number for good, number in goods.items() if number} for goods in self.goods]

    def do(self, card: str, turn: Mapping[str, Any]) -> None:
        kind = kind_of(card)
        if kind in SPECIALIST:
            houses = self.before["players"][self.seat]["houses"]
            good = SPECIALIST[kind]
            self.receive({self.seat: Counter({good: sum(self.good(city) == good for city in houses)})}, turn)
            return
        getattr(self, kind)(card, turn)

    def tribune(self, _: str, turn: Mapping[str, Any]) -> None:
        returned = len(self.before["players"][self.seat]["pile"]) + 1
        self.coins[self.seat] += max(returned - 3, 0)
        self.colonists(turn)

    def architect(self, _: str, turn: Mapping[str, Any]) -> None:
        for city in turn.get("builds", []):
            good = self.good(city)
            houses = sum(city in player["houses"] for player in self.before["players"]) + 1
            self.coins[self.seat] -= HOUSE_COINS[good] * houses
            self.goods[self.seat] -= Counter(["food"] if good == "brick" else ["brick", good])

    def prefect(self, _: str, turn: Mapping[str, Any]) -> None:
        if turn["choice"] == "collect":
            turned = [province for province, side in self.before["markers"].items() if side == "coins"]
            self.coins[self.seat] += sum(1 if self.marker(province) == "cloth" else 2 for province in turned)
            return
        cities = PROVINCES[self.before["map"]][turn["province"]]
        gained = {
            seat: Counter(self.good(city) for city in cities if city in player["houses"])
            for seat, player in enumerate(self.before["players"])
        }
        doubled = self.before["praefectus_magnus"] == self.seat
        gained[self.seat][self.marker(turn["province"])] += 2 if doubled else 1
        self.receive(gained, turn)

    def colonist(self, _: str, turn: Mapping[str, Any]) -> None:
        if turn["choice"] == "income":
            self.coins[self.seat] += 5 + sum(map(len, self.before["players"][self.seat]["colonists"].values()))
        else:
            self.colonists(turn)

    def mercator(self, card: str, turn: Mapping[str, Any]) -> None:
        self.coins[self.seat] += 3 if card == "mercator" else 5
        for good, number in turn.get("sell", {}).items():
            self.coins[self.seat] += number * PRICE[good]
            self.goods[self.seat][good] -= number
        for good, number in turn.get("buy", {}).items():
            self.coins[self.seat] -= number * PRICE[good]
            self.goods[self.seat][good] += number

    def diplomat(self, _: str, turn: Mapping[str, Any]) -> None:
        if "copies" in turn:
            assert self.before["players"][turn["copies"]]["pile"][-1] == turn["as"]["card"]
            self.do(turn["as"]["card"], turn["as"])

    def senator(self, _: str, turn: Mapping[str, Any]) -> None:
        self.buy(turn, surcharges=True)

    def consul(self, _: str, turn: Mapping[str, Any]) -> None:
        self.buy(turn, surcharges=False)

    def buy(self, turn: Mapping[str, Any], *, surcharges: bool) -> None:
        question_marks = 0
        for card in turn.get("cards", []):
            kind = kind_of(card)
            surcharge = SURCHARGE[self.before["display"].index(card)] if surcharges else []
            cost = [DIPLOMAT_COST[card]] if kind == "diplomat" else CARD_COST[kind]
            self.goods[self.seat] -= Counter([*cost, *(good for good in surcharge if good != "any")])
            question_marks += surcharge.count("any")
        paid = Counter(turn.get("any", {}))
        assert paid.total() == question_marks
        self.goods[self.seat] -= paid

    def colonists(self, turn: Mapping[str, Any]) -> None:
        for _ in turn.get("place", []):
            self.goods[self.seat] -= Counter(["food", "tool"])

    def receive(self, gained: Mapping[int, Counter[str]], turn: Mapping[str, Any]) -> None:
        """Store what was gained: all of it where it fits, otherwise what was kept, and that fills the storehouse."""
        for seat, goods in gained.items():
            on_board = sum(map(len, self.before["players"][seat]["colonists"].values()))
            room = 12 - (6 - on_board) - self.goods[seat].total()
            if goods.total() <= room:
                self.goods[seat] += goods
            elif len(+goods) == 1:
                self.goods[seat] += Counter(dict.fromkeys(+goods, room))
            elif room:
                kept = Counter(turn["keep"][str(seat)])
                assert kept.total() == room
                assert kept <= goods
                self.goods[seat] += kept

    def good(self, city: str) -> str:
        good: str = self.before["city_goods"][city]
        return good

    def marker(self, province: str) -> str:
        goods = [self.good(city) for city in PROVINCES[self.before["map"]][province]]
        return max(goods, key=PRICE.__getitem__)


def kind_of(card: str) -> str:
    """The kind of a card by its name: what stands behind the number of the deck."""
    return card.rpartition("_")[2]
