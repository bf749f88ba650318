"""The values of the model behave as frozen dataclasses do, and tuples with named parts as those of `typing`."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass, replace
from typing import Any, NamedTuple

import pytest

from concordia_ref import typed
from concordia_ref.frozen import Frozen, Late
from concordia_ref.turn import Turn


class Price(Frozen):
    """A value."""

    good: str
    coins: int = 3


class Other(Frozen):
    """Another value with the same parts."""

    good: str
    coins: int = 3


@dataclass(frozen=True, slots=True)
class Usual:
    """What a dataclass makes of the same parts."""

    good: str
    coins: int = 3


def test_parts_are_given_in_order_by_name_or_by_default() -> None:
    assert [(price.good, price.coins) for price in (Price("wine", 6), Price(coins=6, good="wine"), Price("wine"))] == [
        ("wine", 6),
        ("wine", 6),
        ("wine", 3),
    ]


@pytest.mark.parametrize(
    ("parts", "named"),
    [((), {}), (("wine", 6, 7), {}), (("wine",), {"good": "food"}), (("wine",), {"prise": 6}), ((), {"coins": 6})],
)
def test_parts_that_do_not_fit_are_refused(parts: tuple[Any, ...], named: dict[str, Any]) -> None:
    make: Any = Price
    with pytest.raises(TypeError, match="Price takes just these, each once: good, coins"):
        make(*parts, **named)
    usual: Any = Usual
    with pytest.raises(TypeError):
        usual(*parts, **named)


def test_equal_parts_are_equal_values_of_the_same_kind() -> None:
    assert Price("wine") == Price("wine", 3)
    assert hash(Price("wine")) == hash(Price("wine", 3))
    assert Price("wine") != Price("food")
    assert Price("wine") != Other("wine")
    assert Price("wine") != ("wine", 3)


def test_it_is_shown_as_it_is_written() -> None:
    assert repr(Price("wine")) == repr(Usual("wine")).replace("Usual", "Price") == "Price(good='wine', coins=3)"


def test_nothing_can_be_changed_or_added() -> None:
    price: Any = Price("wine")
    with pytest.raises(FrozenInstanceError, match="cannot change 'coins'"):
        price.coins = 7
    with pytest.raises(FrozenInstanceError):
        del price.coins
    with pytest.raises(FrozenInstanceError):
        price.colour = "red"
    assert not hasattr(price, "__dict__")


def test_dataclasses_knows_it() -> None:
    assert [is_dataclass(what) for what in (Price, Price("wine"))] == [True, True]
    assert [field.name for field in fields(Price)] == [field.name for field in fields(Usual)]
    assert replace(Price("wine"), coins=9) == Price("wine", 9)
    misspelt: dict[str, Any] = {"prise": 9}
    with pytest.raises(TypeError):
        replace(Price("wine"), **misspelt)


def test_copies_are_equal() -> None:
    for value in (Price("wine", 6), Turn((("pass",),), 2)):
        for made in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert made == value


class Place(typed.NamedTuple):
    """A tuple."""

    city: str
    houses: int = 0

    def grown(self) -> Place:
        """The place with one more house."""
        return self._replace(houses=self.houses + 1)


class UsualPlace(NamedTuple):
    """What `typing` makes of the same parts."""

    city: str
    houses: int = 0


def test_a_named_tuple_is_what_typing_makes_of_it() -> None:
    for place in (Place("roma"), UsualPlace("roma")):
        assert place == ("roma", 0)
        assert place._fields == ("city", "houses")
        assert repr(place).endswith("Place(city='roma', houses=0)")
        assert type(place).__mro__[1:] == (tuple, object)
    assert Place("roma").grown() == Place(houses=1, city="roma")
    assert Place.__doc__ == "A tuple."
    assert (Place.__module__, Place.__qualname__) == (__name__, "Place")
    assert Place._field_defaults == UsualPlace._field_defaults
    assert pickle.loads(pickle.dumps(Place("roma", 2))) == Place("roma", 2)
    for kind in (Place, UsualPlace):
        make: Any = kind
        with pytest.raises(TypeError):
            make()


def test_a_late_mapping_is_made_once_and_only_when_it_is_read() -> None:
    made = []

    def make() -> dict[str, int]:
        made.append("now")
        return {"wine": 6}

    late = Late(make)
    assert made == []
    assert (late["wine"], list(late), len(late), dict(late), late == {"wine": 6}) == (6, ["wine"], 1, {"wine": 6}, True)
    assert made == ["now"]
    with pytest.raises(KeyError):
        late["salt"]
    assert not hasattr(late, "__setitem__")
