"""What must hold between the files of a specification, beyond what a schema can say.

The checks run on whatever could be read, so that one broken file does not hide the faults of the others: values of
the wrong shape are passed over here, because the schemas have reported them already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from concordia_ref.findings import Facts, Finding, did_you_mean
from concordia_ref.paths import lookup
from concordia_ref.source import Mark, PathKey
from concordia_ref.texts import placeholders
from concordia_ref.tree import Tree

# Keys of a group that are not parameters of the rules.
NOT_PARAMETERS = {"clauses", "evidence", "do", "id", "choose"}


def cross_findings(tree: Tree) -> list[Finding]:
    """All findings of all cross-checks."""
    return [finding for check in CHECKS for finding in check(_View(tree))]


class _View:
    """A tree to look into without fear: what is missing or of the wrong shape is empty."""

    def __init__(self, tree: Tree) -> None:
        self.sources = tree.sources
        self.data = tree.data

    def mapping(self, name: str, *path: str | int) -> dict[str, Any]:
        value = self._value(name, path)
        return value if isinstance(value, dict) else {}

    def items(self, name: str, *path: str | int) -> list[Any]:
        value = self._value(name, path)
        return value if isinstance(value, list) else []

    def number(self, name: str, *path: str | int) -> int | None:
        value = self._value(name, path)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def _value(self, name: str, path: tuple[str | int, ...]) -> Any:
        source = self.sources.get(name)
        value = source.data if source else None
        for key in path:
            if isinstance(value, dict) and key in value:
                value = value[str(key)]
            elif isinstance(value, list) and isinstance(key, int) and key < len(value):
                value = value[key]
            else:
                return None
        return value

    def files(self, folder: str) -> list[str]:
        return [name for name in self.sources if name.startswith(f"{folder}/")]

    def finding(
        self, name: str, path: PathKey, code: str, facts: Facts, *, key: bool = False, hint: str = ""
    ) -> Finding:
        source = self.sources[name]
        line, column = source.key_at(path) if key else source.value_at(path)
        return Finding(name, line, column, code, facts, hint)


# Clauses: every one is carried out by some datum, and every datum says which it carries out.


def _clauses_defined_once(view: _View) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for name in view.files("rules"):
        for clause in view.mapping(name, "clauses"):
            if clause in first:
                facts = {"what": "the clause", "value": repr(clause), "first": first[clause]}
                yield view.finding(name, ("clauses", clause), "id.twice", facts, key=True)
            first.setdefault(clause, name)


def _clauses_carried_out(view: _View) -> Iterator[Finding]:
    used = {clause for _, _, group in _groups(view) for clauses in group.values() for clause in _listed(clauses)}
    for name in view.files("rules"):
        for clause in view.mapping(name, "clauses"):
            if clause not in used:
                yield view.finding(name, ("clauses", clause), "clause.unused", {"clause": repr(clause)}, key=True)


def _parameters_have_clauses(view: _View) -> Iterator[Finding]:
    for name, path, clauses in _groups(view):
        group = view.mapping(name, *path)
        parameters = [key for key in group if key not in NOT_PARAMETERS]
        for key in clauses:
            if key != "this" and key not in parameters:
                hint = did_you_mean(key, parameters)
                yield view.finding(name, (*path, "clauses", key), "clause.no-parameter", _k(key), key=True, hint=hint)
        for key in parameters:
            if key not in clauses:
                yield view.finding(name, (*path, key), "clause.missing", _k(key), key=True)


def _places_are_distinct(view: _View) -> Iterator[Finding]:
    for name in view.files("rules"):
        for clause, entry in view.mapping(name, "clauses").items():
            seen: dict[str, str] = {}
            for status in ("silent", "example", "otherwise"):
                for index, rulebook in enumerate(view.items(name, "clauses", clause, status)):
                    if rulebook in seen:
                        facts = {"rulebook": rulebook, "first": seen[rulebook], "second": status}
                        yield view.finding(name, ("clauses", clause, status, index), "clause.place-twice", facts)
                    seen[rulebook] = status
            section = entry.get("section") if isinstance(entry, dict) else None
            for rulebook in section if isinstance(section, dict) else ():
                if seen.get(rulebook) == "silent":
                    facts = {"rulebook": rulebook, "first": "silent", "second": "section"}
                    path = ("clauses", clause, "section", rulebook)
                    yield view.finding(name, path, "clause.place-twice", facts, key=True)


def _groups(view: _View) -> Iterator[tuple[str, PathKey, dict[str, Any]]]:
    """Every mapping with `clauses`, outside the files that define clauses and their texts."""
    for name, source in view.sources.items():
        if not name.startswith(("rules/", "locales/")):
            for path, value in _mappings(source.data, ()):
                if isinstance(value.get("clauses"), dict):
                    yield name, path, value["clauses"]


def _mappings(value: Any, path: PathKey) -> Iterator[tuple[PathKey, dict[str, Any]]]:
    if isinstance(value, dict):
        yield path, value
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from _mappings(child, (*path, key))


def _listed(clauses: Any) -> list[Any]:
    return clauses if isinstance(clauses, list) else [clauses]


def _k(key: str) -> dict[str, str]:
    return {"key": repr(key)}


# Maps


def _map_named_by_file(view: _View) -> Iterator[Finding]:
    yield from _named_by_file(view, "maps", "id")


def _named_by_file(view: _View, folder: str, key: str) -> Iterator[Finding]:
    for name in view.files(folder):
        wanted = name.removeprefix(f"{folder}/").removesuffix(".yaml")
        value = view.mapping(name).get(key)
        if isinstance(value, str) and value != wanted:
            yield view.finding(name, (key,), "id.file-name", {"value": repr(value), "wanted": repr(wanted)})


def _lines_are_distinct(view: _View) -> Iterator[Finding]:
    for name in view.files("maps"):
        for kind in ("land", "sea"):
            first: dict[frozenset[str], Mark] = {}
            for index, a, b in _lines(view, name, kind):
                path = ("lines", kind, index)
                if a == b:
                    yield view.finding(name, path, "map.line-to-itself", {"city": a})
                elif frozenset((a, b)) in first:
                    facts = {"kind": kind, "a": a, "b": b, "first": first[frozenset((a, b))][0]}
                    yield view.finding(name, path, "map.line-twice", facts)
                first.setdefault(frozenset((a, b)), view.sources[name].value_at(path))


def _cities_hang_together(view: _View) -> Iterator[Finding]:
    for name in view.files("maps"):
        start = view.mapping(name, "start_city").get("id")
        cities = view.mapping(name, "cities")
        if not isinstance(start, str):
            continue
        if start in cities:
            yield view.finding(name, ("cities", start), "map.two-cities", {"city": repr(start)}, key=True)
        by_kind = {kind: _neighbours(_lines(view, name, kind)) for kind in ("land", "sea")}
        everywhere = _neighbours((i, a, b) for kind in by_kind for i, a, b in _lines(view, name, kind))
        reached = _reachable(everywhere, start)
        for city in cities:
            if city not in reached and city != start:
                yield view.finding(
                    name, ("cities", city), "map.unreachable", {"city": repr(city), "start": start}, key=True
                )
        for kind, neighbours in by_kind.items():
            apart = sorted(neighbours.keys() & reached - _reachable(neighbours, start))
            if apart:
                facts = {"kind": kind, "cities": ", ".join(apart), "start": start}
                yield view.finding(name, ("lines", kind), "map.lines-apart", facts, key=True)


def _provinces_have_cities(view: _View) -> Iterator[Finding]:
    for name in view.files("maps"):
        inhabited = {view.mapping(name, "cities", city).get("province") for city in view.mapping(name, "cities")}
        for province in view.mapping(name, "provinces"):
            if province not in inhabited:
                path = ("provinces", province)
                yield view.finding(name, path, "map.empty-province", {"province": repr(province)}, key=True)


def _letters_fit_tokens(view: _View) -> Iterator[Finding]:
    bags = view.mapping("setup.yaml", "city_tokens")
    for name in view.files("maps"):
        cities = view.mapping(name, "cities")
        letters = Counter(view.mapping(name, "cities", city).get("letter") for city in cities)
        for letter, count in letters.items():
            bag = bags.get(letter) if isinstance(letter, str) else None
            if isinstance(bag, dict) and (tokens := _total(bag)) is not None and tokens != count:
                facts = {"letter": str(letter), "cities": count, "tokens": tokens}
                yield view.finding(name, ("cities",), "map.tokens", facts, key=True)


def _lines(view: _View, name: str, kind: str) -> Iterator[tuple[int, str, str]]:
    for index, line in enumerate(view.items(name, "lines", kind)):
        if isinstance(line, list) and len(line) == 2 and all(isinstance(city, str) for city in line):
            yield index, line[0], line[1]


def _neighbours(lines: Iterable[tuple[int, str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for _, a, b in lines:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found


def _reachable(neighbours: Mapping[str, set[str]], start: str) -> set[str]:
    reached, ahead = {start}, [start]
    while ahead:
        new = neighbours.get(ahead.pop(), set()) - reached
        reached |= new
        ahead += new
    return reached


def _total(amounts: Mapping[str, Any]) -> int | None:
    numbers = list(amounts.values())
    return sum(numbers) if all(isinstance(number, int) for number in numbers) else None


# Cards and gods


def _cards(view: _View) -> Iterator[tuple[PathKey, str, dict[str, Any]]]:
    for card in (starting := view.mapping("cards.yaml", "starting", "cards")):
        if isinstance(starting[card], dict):
            yield ("starting", "cards", card), card, starting[card]
    for deck in view.mapping("cards.yaml", "for_sale", "decks"):
        for card, entry in view.mapping("cards.yaml", "for_sale", "decks", deck).items():
            if isinstance(entry, dict):
                yield ("for_sale", "decks", deck, card), card, entry


def _cards_named_by_deck(view: _View) -> Iterator[Finding]:
    for path, card, entry in _cards(view):
        kind = entry.get("kind")
        wanted = str(kind) if path[0] == "starting" else f"{str(path[2]).lower()}_{kind}"
        if card != wanted and isinstance(kind, str):
            facts = {"value": repr(card), "wanted": repr(wanted)}
            yield view.finding("cards.yaml", path, "id.card-name", facts, key=True)


def _pantheon_comes_out(view: _View) -> Iterator[Finding]:
    used = view.mapping("setup.yaml", "decks", "used")
    for god, by_players in view.mapping("cards.yaml", "pantheon").items():
        for players, printed in by_players.items() if isinstance(by_players, dict) and god != "evidence" else ():
            decks = used.get(players)
            if isinstance(decks, list) and isinstance(printed, int):
                found = sum(e.get("god") == god for p, _, e in _cards(view) if p[0] == "for_sale" and p[2] in decks)
                if found != printed:
                    facts = {"players": players, "found": found, "god": god, "printed": printed}
                    yield view.finding("cards.yaml", ("pantheon", god, players), "cards.pantheon", facts)


def _cards_have_their_values(view: _View) -> Iterator[Finding]:
    """Income, points and good stand on just those cards whose action or god asks for them."""
    for path, card, entry in _cards(view):
        kind, god = entry.get("kind"), entry.get("god")
        action = view.mapping("cards.yaml", "kinds", str(kind)).get("action")
        steps = [s for steps in view.mapping("actions.yaml", str(action), "choose").values() for s in _listed(steps)]
        pays = any(isinstance(step, dict) and step.get("do") == "gain_card_income" for step in steps)
        scores = view.mapping("gods.yaml", "gods", str(god)).get("points") == "of_the_card"
        for value, asked, because in (
            ("income", pays, f"the action {action!r} pays what is printed on the card"),
            ("points", scores, f"{god} scores the points printed on the card"),
        ):
            if asked and value not in entry:
                facts = {"card": repr(card), "value": value, "because": because}
                yield view.finding("cards.yaml", path, "cards.no-value", facts, key=True)
            elif value in entry and not asked and action in view.mapping("actions.yaml"):
                facts = {"card": repr(card), "value": value, "because": "nothing asks for it"}
                yield view.finding("cards.yaml", (*path, value), "cards.unused-value", facts, key=True)
        kinds = view.mapping("cards.yaml", "kinds")
        if scores and kind in kinds and "good" not in view.mapping("cards.yaml", "kinds", str(kind)):
            facts = {"card": repr(kind), "value": "good", "because": f"{god} counts houses in cities of it"}
            yield view.finding("cards.yaml", ("kinds", str(kind)), "cards.no-value", facts, key=True)


# Set-up


def _tables_are_complete(view: _View) -> Iterator[Finding]:
    """Tables by good and by map have an entry for every one."""
    goods = view.mapping("goods.yaml", "goods")
    by_good: list[tuple[str, PathKey]] = [
        ("costs.yaml", ("house", "in_city_of")),
        ("setup.yaml", ("bonus_markers", "coins_on_the_back")),
    ]
    for name, path in by_good:
        table = view.mapping(name, *path)
        for good in goods if table else ():
            if good not in table:
                yield view.finding(name, path, "id.incomplete", {"what": "the good", "missing": repr(good)}, key=True)
    for god in view.mapping("gods.yaml", "gods"):
        table = view.mapping("gods.yaml", "gods", god, "at_most")
        for map_file in view.files("maps") if table else ():
            map_id = map_file.removeprefix("maps/").removesuffix(".yaml")
            if map_id not in table:
                path = ("gods", god, "at_most")
                yield view.finding(
                    "gods.yaml", path, "id.incomplete", {"what": "the map", "missing": repr(map_id)}, key=True
                )


def _rulebooks_have_the_same_sections(view: _View) -> Iterator[Finding]:
    rulebooks = view.mapping("about.yaml", "rulebooks")
    sections = {book: view.mapping("about.yaml", "rulebooks", book, "sections") for book in rulebooks}
    every = dict.fromkeys(section for book in sections.values() for section in book)
    for book, found in sections.items():
        for section in every:
            if section not in found:
                path = ("rulebooks", book, "sections")
                facts = {"what": "the section", "missing": repr(section)}
                yield view.finding("about.yaml", path, "id.incomplete", facts, key=True)


def _setup_fits(view: _View) -> Iterator[Finding]:
    used = view.mapping("setup.yaml", "decks", "used")
    markers = view.number("setup.yaml", "bonus_markers", "in_the_box")
    colours = view.items("pieces.yaml", "colours")
    most = 0
    for name in view.files("maps"):
        map_id = name.removeprefix("maps/").removesuffix(".yaml")
        for players in (p for p in view.items(name, "players") if isinstance(p, int)):
            most = max(most, players)
            if used and str(players) not in used:
                facts = {"players": players, "map": map_id}
                yield view.finding("setup.yaml", ("decks", "used"), "setup.players", facts, key=True)
        provinces = len(view.mapping(name, "provinces"))
        if markers is not None and provinces > markers:
            facts = {"map": map_id, "provinces": provinces, "markers": markers}
            yield view.finding("setup.yaml", ("bonus_markers", "in_the_box"), "setup.markers", facts)
    if colours and len(colours) < most:
        yield view.finding("pieces.yaml", ("colours",), "setup.colours", {"wanted": most, "found": len(colours)})
    slots = len(view.items("display.yaml", "slots"))
    for count, decks in used.items():
        sizes = [len(view.mapping("cards.yaml", "for_sale", "decks", deck)) for deck in _listed(decks)]
        if sum(sizes) < slots and view.mapping("cards.yaml", "for_sale", "decks"):
            facts = {"players": count, "found": sum(sizes), "slots": slots}
            yield view.finding("setup.yaml", ("decks", "used", count), "setup.display", facts)


def _start_fits_the_pieces(view: _View) -> Iterator[Finding]:
    stored = 0
    for kind in ("land", "sea"):
        owned = view.number("pieces.yaml", "per_player", "colonists", kind)
        on_board = view.number("setup.yaml", "players", "colonists_in_start_city", kind)
        in_store = view.number("setup.yaml", "players", "colonists_in_storehouse", kind)
        if owned is None or on_board is None or in_store is None:
            return
        stored += in_store
        if on_board + in_store != owned:
            facts = {"found": on_board + in_store, "kind": kind, "wanted": owned}
            path = ("players", "colonists_in_storehouse", kind)
            yield view.finding("setup.yaml", path, "setup.colonists", facts)
    spaces, per_good, per_colonist = (
        view.number("pieces.yaml", "storehouse", key) for key in ("spaces", "spaces_per_good", "spaces_per_colonist")
    )
    goods = _total(view.mapping("setup.yaml", "players", "goods"))
    if None not in (spaces, per_good, per_colonist, goods):
        filled = stored * (per_colonist or 0) + (goods or 0) * (per_good or 0)
        if filled > (spaces or 0):
            facts = {"found": filled, "wanted": spaces or 0}
            yield view.finding("setup.yaml", ("players", "goods"), "setup.storehouse", facts, key=True)


# Texts


def _locales_are_complete(view: _View) -> Iterator[Finding]:
    yield from _named_by_file(view, "locales", "language")
    wanted = {
        ("terms", "cards"): [*view.mapping("cards.yaml", "kinds"), "concordia", "praefectus_magnus"],
        ("terms", "goods"): list(view.mapping("goods.yaml", "goods")),
        ("terms", "gods"): list(view.mapping("gods.yaml", "gods")),
        ("terms", "maps"): [name.removeprefix("maps/").removesuffix(".yaml") for name in view.files("maps")],
        ("clauses",): [clause for name in view.files("rules") for clause in view.mapping(name, "clauses")],
    }
    for name in view.files("locales"):
        for path, ids in wanted.items():
            texts = view.mapping(name, *path)
            for text in ids if texts else ():
                if text not in texts:
                    facts = {"what": "the text of", "missing": repr(text)}
                    yield view.finding(name, path, "id.incomplete", facts, key=True)
            for text in texts if path[0] == "terms" and ids else ():
                if text not in ids:
                    facts = {"what": path[1].removesuffix("s"), "value": repr(text)}
                    yield view.finding(name, (*path, text), "id.unknown", facts, key=True, hint=did_you_mean(text, ids))


def _placeholders_resolve(view: _View) -> Iterator[Finding]:
    for name in view.files("locales"):
        for clause, text in view.mapping(name, "clauses").items():
            for placeholder, path in placeholders(text) if isinstance(text, str) else ():
                problem = _placeholder_problem(view.data, path)
                if problem:
                    code = "text.path" if path else "text.malformed"
                    facts = {"placeholder": placeholder, "problem": problem}
                    yield view.finding(name, ("clauses", clause), code, facts)


def _placeholder_problem(data: Any, path: str | None) -> str:
    if path is None:
        return "malformed"
    try:
        value = lookup(data, path)
    except KeyError as error:
        return f"there is no {error.args[0]!r}"
    return "" if isinstance(value, (str, int)) else "it is not a single value"


CHECKS: tuple[Callable[[_View], Iterator[Finding]], ...] = (
    _clauses_defined_once,
    _clauses_carried_out,
    _parameters_have_clauses,
    _places_are_distinct,
    _map_named_by_file,
    _lines_are_distinct,
    _cities_hang_together,
    _provinces_have_cities,
    _letters_fit_tokens,
    _cards_named_by_deck,
    _pantheon_comes_out,
    _cards_have_their_values,
    _tables_are_complete,
    _rulebooks_have_the_same_sections,
    _setup_fits,
    _start_fits_the_pieces,
    _locales_are_complete,
    _placeholders_resolve,
)
