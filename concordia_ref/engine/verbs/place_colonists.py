"""Pay for new colonists and place them from the storehouse on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from concordia_ref.engine.draft import STOP, Choice, Draft
from concordia_ref.engine.errors import Violation, broken
from concordia_ref.engine.rules import after_paying, can_pay
from concordia_ref.engine.verbs.verb import Verb
from concordia_ref.spec.model import COLONIST_KINDS

Site = Literal["start_city", "own_houses"]


class PlaceColonists(Verb):
    """Pay for new colonists and place them from the storehouse on the board."""

    DO = "place_colonists"
    KINDS = ("place",)
    OPTIONAL = True

    at: tuple[Site, ...]
    at_most: int | Literal["any"]
    cost: Literal["colonist"]
    kind_needs_line: bool | None = None
    may_place_none: bool | None = None
    at_most_in_one_city: int | Literal["any"] | None = None

    def options(self, draft: Draft) -> Sequence[Choice]:
        """One more colonist, in the order of kinds and cities so that no set of them is offered twice; or no more."""
        found = self._placements(draft)
        if draft.memo or self.may_place_none is not False:
            found.append(STOP)
        return found

    def _placements(self, draft: Draft) -> list[Choice]:
        """The colonists that can be placed next."""
        if self._has_placed_enough(draft) or _cannot_pay(draft):
            return []
        cities = sorted({city for site in self.at for city in self.cities(draft, site)})
        places = [("place", kind, city) for kind in COLONIST_KINDS for city in cities]
        last = draft.memo[-1] if draft.memo else ()
        return [place for place in places if place >= last and not self.obstacles(draft, place)]

    def obstacles(self, draft: Draft, choice: Choice) -> list[Violation]:
        """The rules against placing this colonist."""
        _, kind, city = choice
        found, rules, player = [], draft.rules, draft.player
        facts = {"kind": kind, "city": city}
        if self._has_placed_enough(draft):
            found.append(self.breaks("at_most", **facts, at_most=self.at_most))
        if not any(city in self.cities(draft, site) for site in self.at):
            found.append(self.breaks("at", **facts))
        if self.kind_needs_line and kind not in draft.board.kinds_at[city]:
            found.append(self.breaks("kind_needs_line", **facts))
        if self._city_is_full(draft, city):
            found.append(self.breaks("at_most_in_one_city", **facts, at_most=self.at_most_in_one_city))
        if rules.stored_of(player.colonists, kind) == 0:
            found.append(broken("piece.colonists", **facts))
        if _cannot_pay(draft):
            cost, has = rules.named(rules.colonist_cost), rules.amounts(player.goods)
            found.append(self.breaks("cost", **facts, cost=cost, has=has))
        return found

    def obstacles_to_stopping(self, draft: Draft) -> list[Violation]:
        """The rule against placing nobody."""
        if draft.memo or self.may_place_none is not False:
            return []
        return [self.breaks("may_place_none")]

    def can_begin(self, draft: Draft) -> bool:
        """Whether a colonist can be placed, or none needs to be."""
        return self.may_place_none is not False or bool(self._placements(draft))

    def perform(self, draft: Draft, choice: Choice) -> None:
        """Pay for the colonist and place it."""
        _, kind, city = choice
        player = draft.player
        draft.player = player._replace(
            goods=after_paying(player.goods, draft.rules.colonist_cost),
            colonists=tuple(sorted((*player.colonists, (kind, city)))),
        )
        draft.memo = (draft.memo or ()) + (choice,)

    def arrange(self, draft: Draft, choices: Sequence[Choice]) -> Sequence[Choice]:
        """Sort the colonists by kind and city."""
        return sorted(choices)

    def cities(self, draft: Draft, site: Site) -> tuple[str, ...]:
        """The cities where colonists can be placed, of one sort."""
        match site:
            case "start_city":
                return (draft.board.start_city,)
            case "own_houses":
                return draft.player.houses

    def _has_placed_enough(self, draft: Draft) -> bool:
        return self.at_most != "any" and len(draft.memo or ()) >= self.at_most

    def _city_is_full(self, draft: Draft, city: str) -> bool:
        """Whether no more new colonists may go to a city in this turn."""
        placed = len([choice for choice in draft.memo or () if choice[2] == city])
        if not placed or self.at_most_in_one_city in (None, "any"):
            return False
        return placed >= int(self.at_most_in_one_city or 0)


def _cannot_pay(draft: Draft) -> bool:
    return not can_pay(draft.player.goods, draft.rules.colonist_cost)
