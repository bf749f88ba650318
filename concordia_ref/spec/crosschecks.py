"""What must hold between the files of a specification, beyond what a schema can say.

The checks run on whatever could be read, so that one broken file does not hide the faults of the others: values of
the wrong shape are passed over here, because the schemas have reported them already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from concordia_ref.spec.dispute_checks import DISPUTE_CHECKS
from concordia_ref.spec.findings import Finding, counted, did_you_mean, shown
from concordia_ref.spec.rulebook_checks import clauses_are_covered_once
from concordia_ref.spec.strict_yaml import Mark, PathKey
from concordia_ref.spec.tree import Tree
from concordia_ref.spec.view import View

# Keys of a group that are not parameters of the rules.
NOT_PARAMETERS = {"clauses", "evidence", "do", "id", "choose"}

# Values of a step that mean the good of the card.
GOOD_OF_THE_CARD = ("cities_of_the_cards_good", "good_of_the_card")


def cross_findings(tree: Tree) -> list[Finding]:
    """All findings of all cross-checks."""
    return [finding for check in CHECKS for finding in check(View(tree))]


# Clauses: every one is carried out by some datum, and every datum says which it carries out.


def _clauses_defined_once(view: View) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for name in view.files("rules"):
        for clause in view.mapping(name, "clauses"):
            if clause in first:
                message = f"clause {shown(clause)} is defined here a second time; the first is in {first[clause]}"
                yield view.finding(name, ("clauses", clause), "id.twice", message, key=True)
            first.setdefault(clause, name)


def _clauses_carried_out(view: View) -> Iterator[Finding]:
    if view.incomplete - {"rules", "citations", "rulebook", "locales"}:
        return  # A file that cannot be read may carry out any of them.
    used = {clause for _, _, group in _groups(view) for clauses in group.values() for clause in _texts(clauses)}
    for name in view.files("rules"):
        for clause in view.mapping(name, "clauses"):
            if clause not in used:
                message = f"no datum refers to the clause {shown(clause)}: nothing carries it out"
                yield view.finding(name, ("clauses", clause), "clause.unused", message, key=True)


def _parameters_have_clauses(view: View) -> Iterator[Finding]:
    for name, path, clauses in _groups(view):
        group = view.mapping(name, *path)
        parameters = [key for key in group if key not in NOT_PARAMETERS]
        for key in clauses:
            if key != "this" and key not in parameters:
                message, hint = f"{shown(key)} is not a parameter of this group", did_you_mean(key, parameters)
                yield view.finding(name, (*path, "clauses", key), "clause.no-parameter", message, key=True, hint=hint)
        for key in parameters:
            if key not in clauses:
                message = f"the parameter {shown(key)} names no clause"
                yield view.finding(name, (*path, key), "clause.missing", message, key=True)


def _citations_are_complete(view: View) -> Iterator[Finding]:
    """Every rulebook has its file, with an entry for every clause."""
    if view.incomplete & {"rules", "citations"}:
        return
    clauses = [clause for name in view.files("rules") for clause in view.mapping(name, "clauses")]
    for book in view.mapping("about.yaml", "rulebooks"):
        file = f"citations/{book}.yaml"
        if file not in view.sources:
            message = f"the rulebook {shown(book)} has no file {file}: nothing says where it states the clauses"
            yield view.finding("about.yaml", ("rulebooks", book), "clause.no-citations", message, key=True)
        yield from table_is_complete(view, file, (), "clause", clauses)


def _groups(view: View) -> Iterator[tuple[str, PathKey, dict[str, Any]]]:
    """Every mapping with `clauses`, outside the files that define clauses and their texts."""
    for name, source in view.sources.items():
        if not name.startswith(("rules/", "citations/", "locales/")):
            for path, value in _mappings(source.data, ()):
                # The clauses of a reading and of an edition are texts.
                is_text = len(path) <= 2 and name.startswith(("disputes/", "editions/"))
                if isinstance(value.get("clauses"), dict) and not is_text:
                    yield name, path, value["clauses"]


def _mappings(value: Any, path: PathKey) -> Iterator[tuple[PathKey, dict[str, Any]]]:
    if isinstance(value, dict):
        yield path, value
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from _mappings(child, (*path, key))


def _texts(value: Any) -> list[str]:
    """The texts in a list, or one that stands by itself."""
    return [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]


# Maps


def _ids_are_file_names(view: View) -> Iterator[Finding]:
    for folder, key in (("maps", "id"), ("disputes", "id"), ("editions", "id")):
        for name in view.files(folder):
            value, wanted = view.text(name, key), _id_of_file(name)
            if value and value != wanted:
                message = f"the id {shown(value)} differs from the name of the file, {shown(wanted)}"
                yield view.finding(name, (key,), "id.file-name", message)


def _ids_of_files(view: View, folder: str) -> list[str]:
    return [_id_of_file(name) for name in view.files(folder)]


def _id_of_file(name: str) -> str:
    return name.split("/")[-1].removesuffix(".yaml")


def _lines_are_distinct(view: View) -> Iterator[Finding]:
    for name in view.files("maps"):
        for kind in ("land", "sea"):
            first: dict[frozenset[str], Mark] = {}
            for index, a, b in _lines(view, name, kind):
                path = ("lines", kind, index)
                if a == b:
                    yield view.finding(name, path, "map.line-to-itself", f"this line leads from {a} to itself")
                elif frozenset((a, b)) in first:
                    line = first[frozenset((a, b))][0]
                    message = f"this line between {a} and {b} ({kind}) appears here a second time; the first is in line"
                    yield view.finding(name, path, "map.line-twice", f"{message} {line}")
                first.setdefault(frozenset((a, b)), view.sources[name].value_at(path))


def _cities_hang_together(view: View) -> Iterator[Finding]:
    for name in view.files("maps"):
        start = view.mapping(name, "start_city").get("id")
        cities = view.mapping(name, "cities")
        if not isinstance(start, str):
            continue
        if start in cities:
            message = f"{shown(start)} is both the start city and a city of its own"
            yield view.finding(name, ("cities", start), "map.two-cities", message, key=True)
        by_kind = {kind: _neighbours(_lines(view, name, kind)) for kind in ("land", "sea")}
        everywhere = _neighbours((i, a, b) for kind in by_kind for i, a, b in _lines(view, name, kind))
        reached = _reachable(everywhere, start)
        for city in cities:
            if city not in reached and city != start:
                message = f"{shown(city)} cannot be reached from {start} by land or sea"
                yield view.finding(name, ("cities", city), "map.unreachable", message, key=True)
        for kind, neighbours in by_kind.items():
            apart = sorted(neighbours.keys() & reached - _reachable(neighbours, start))
            if apart:
                message = f"{', '.join(apart)} cannot be reached from {start}"
                message = f"the {kind} lines are not connected: along them, {message}"
                yield view.finding(name, ("lines", kind), "map.lines-apart", message, key=True)


def _provinces_have_cities(view: View) -> Iterator[Finding]:
    for name in view.files("maps"):
        inhabited = {view.text(name, "cities", city, "province") for city in view.mapping(name, "cities")}
        for province in view.mapping(name, "provinces"):
            if province not in inhabited:
                message = f"no city lies in the province {shown(province)}"
                yield view.finding(name, ("provinces", province), "map.empty-province", message, key=True)


def _letters_fit_tokens(view: View) -> Iterator[Finding]:
    bags = view.mapping("setup.yaml", "city_tokens")
    for name in view.files("maps"):
        letters = Counter(view.text(name, "cities", city, "letter") for city in view.mapping(name, "cities"))
        for letter, count in letters.items():
            bag = bags.get(letter)
            if isinstance(bag, dict) and (tokens := _total(bag)) is not None and tokens != count:
                cities = counted(count, "city", "cities")
                message = f"letter {letter} has {cities} on the map but {counted(tokens, 'token')} in setup.yaml"
                yield view.finding(name, ("cities",), "map.tokens", message, key=True)


def _lines(view: View, name: str, kind: str) -> Iterator[tuple[int, str, str]]:
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
    return sum(numbers) if all(type(number) is int for number in numbers) else None


# Cards and gods


def _cards(view: View) -> Iterator[tuple[PathKey, str]]:
    for card in view.mapping("cards.yaml", "starting", "cards"):
        yield ("starting", "cards", card), card
    for deck in view.mapping("cards.yaml", "for_sale", "decks"):
        for card in view.mapping("cards.yaml", "for_sale", "decks", deck):
            yield ("for_sale", "decks", deck, card), card


def _cards_named_by_deck(view: View) -> Iterator[Finding]:
    for path, card in _cards(view):
        kind = view.text("cards.yaml", *path, "kind")
        wanted = kind if path[0] == "starting" else f"{str(path[2]).lower()}_{kind}"
        if card != wanted and kind in view.mapping("cards.yaml", "kinds"):
            message = f"the card {shown(card)} must be called {shown(wanted)}: its deck and its kind"
            yield view.finding("cards.yaml", path, "id.card-name", message, key=True)


def _pantheon_comes_out(view: View) -> Iterator[Finding]:
    known = view.mapping("gods.yaml", "gods")
    for god in view.mapping("cards.yaml", "pantheon").keys() & known.keys():
        for players, printed in view.mapping("cards.yaml", "pantheon", god).items():
            decks = _texts(view.items("setup.yaml", "decks", "used", players))
            gods = [
                view.text("cards.yaml", "for_sale", "decks", deck, card, "god")
                for deck in decks
                for card in view.mapping("cards.yaml", "for_sale", "decks", deck)
            ]
            # A deck or a god that does not exist is one fault, not another for every number that it spoils.
            sound = known.keys() >= set(gods) and view.mapping("cards.yaml", "for_sale", "decks").keys() >= set(decks)
            if decks and sound and type(printed) is int and gods.count(god) != printed:
                found = f"the decks hold {counted(gods.count(god), 'card')} of {god}, but the board shows {printed}"
                message = f"with {counted(players, 'player')} {found}"
                yield view.finding("cards.yaml", ("pantheon", god, players), "cards.pantheon", message)


def _cards_have_their_values(view: View) -> Iterator[Finding]:
    """A card has income or points exactly if its action or god uses them."""
    for path, card in _cards(view):
        action = _action(view, view.text("cards.yaml", *path, "kind"))
        god = view.text("cards.yaml", *path, "god")
        pays = any(step.get("do") == "gain_card_income" for step in _steps(view, action))
        scores = view.text("gods.yaml", "gods", god, "points") == "of_the_card"
        for value, asked, known, because in (
            (
                "income",
                pays,
                action in view.mapping("actions.yaml"),
                f"the action {action!r} pays the number printed on it",
            ),
            ("points", scores, god in view.mapping("gods.yaml", "gods"), f"{god} scores the number printed on it"),
        ):
            yield from _as_asked(view, path, shown(card), value, because if asked else "", known)


def _kinds_have_their_good(view: View) -> Iterator[Finding]:
    """A kind of card has a good exactly if its action or god uses it."""
    gods_of: dict[str, list[str]] = {}
    for path, _ in _cards(view):
        gods_of.setdefault(view.text("cards.yaml", *path, "kind"), []).append(view.text("cards.yaml", *path, "god"))
    for kind in view.mapping("cards.yaml", "kinds"):
        action, gods = _action(view, kind), gods_of.get(kind, [])
        because = ""
        if any(value in GOOD_OF_THE_CARD for step in _steps(view, action) for value in step.values()):
            because = f"the action {action!r} is about the good of the card"
        for god in gods:
            formula = _mappings(view.mapping("gods.yaml", "gods", god, "per"), ())
            if any("of_the_card" in part.values() for _, part in formula):
                because = f"{god} counts houses in cities of it"
        known = action in view.mapping("actions.yaml") and view.mapping("gods.yaml", "gods").keys() >= set(gods)
        yield from _as_asked(view, ("kinds", kind), shown(kind), "good", because, known)


def _as_asked(view: View, path: PathKey, card: str, value: str, because: str, known: bool) -> Iterator[Finding]:
    """Check that a card has a value if and only if something uses it; `because` says what does."""
    present = value in view.mapping("cards.yaml", *path)
    if because and not present:
        message = f"{card} needs {value}, because {because}"
        yield view.finding("cards.yaml", path, "cards.no-value", message, key=True)
    elif present and not because and known:
        message = f"{card} has {value}, but nothing uses it"
        yield view.finding("cards.yaml", (*path, value), "cards.unused-value", message, key=True)


def _action(view: View, kind: str) -> str:
    return view.text("cards.yaml", "kinds", kind, "action")


def _steps(view: View, action: str) -> list[dict[str, Any]]:
    alternatives = view.mapping("actions.yaml", action, "choose").values()
    return [step for steps in alternatives if isinstance(steps, list) for step in steps if isinstance(step, dict)]


# Set-up


def _tables_are_complete(view: View) -> Iterator[Finding]:
    """Tables by good, by map and by number of players have an entry for every one."""
    goods = view.mapping("goods.yaml", "goods")
    by_good: list[tuple[str, PathKey]] = [
        ("costs.yaml", ("house", "in_city_of")),
        ("setup.yaml", ("bonus_markers", "coins_on_the_back")),
    ]
    for name, path in by_good:
        yield from table_is_complete(view, name, path, "good", goods)
    for god in view.mapping("gods.yaml", "gods"):
        yield from table_is_complete(view, "gods.yaml", ("gods", god, "at_most"), "map", _ids_of_files(view, "maps"))
    players = view.mapping("setup.yaml", "decks", "used")
    for god in view.mapping("cards.yaml", "pantheon").keys() - {"evidence"}:
        yield from table_is_complete(view, "cards.yaml", ("pantheon", god), "number of players", players)


def table_is_complete(view: View, name: str, path: PathKey, what: str, ids: Iterable[str]) -> Iterator[Finding]:
    """A table has an entry for every id; what has the wrong shape is reported elsewhere."""
    table = view.value(name, *path)
    if isinstance(table, dict):
        for missing in ids:
            if missing not in table:
                yield view.finding(name, path, "id.incomplete", f"{what} {shown(missing)} is missing here", key=True)


def _rulebooks_have_the_same_sections(view: View) -> Iterator[Finding]:
    rulebooks = view.mapping("about.yaml", "rulebooks")
    sections = {book: view.mapping("about.yaml", "rulebooks", book, "sections") for book in rulebooks}
    every = dict.fromkeys(section for book in sections.values() for section in book)
    for book in rulebooks:
        yield from table_is_complete(view, "about.yaml", ("rulebooks", book, "sections"), "section", every)


def _setup_fits(view: View) -> Iterator[Finding]:
    used = view.value("setup.yaml", "decks", "used")
    markers = view.number("setup.yaml", "bonus_markers", "in_the_box")
    colours = view.value("pieces.yaml", "colours")
    most = 0
    for name in view.files("maps"):
        map_id = _id_of_file(name)
        for players in (number for number in view.items(name, "players") if type(number) is int):
            most = max(most, players)
            if isinstance(used, dict) and str(players) not in used:
                message = f"no decks are listed for {counted(players, 'player')}"
                message = f"{message}, but the map {map_id} allows that number"
                yield view.finding("setup.yaml", ("decks", "used"), "setup.players", message, key=True)
        provinces = len(view.mapping(name, "provinces"))
        if markers is not None and provinces > markers:
            message = f"the map {map_id} has {counted(provinces, 'province')}, but the box holds"
            message = f"{message} {counted(markers, 'marker')}"
            yield view.finding("setup.yaml", ("bonus_markers", "in_the_box"), "setup.markers", message)
    if isinstance(colours, list) and len(colours) < most:
        message = f"{counted(most, 'player')} can play, but the list has only {counted(len(colours), 'colour')}"
        yield view.finding("pieces.yaml", ("colours",), "setup.colours", message)


def _display_is_full_at_first(view: View) -> Iterator[Finding]:
    slots = len(view.items("display.yaml", "slots"))
    decks = view.mapping("cards.yaml", "for_sale", "decks")
    for players in view.mapping("setup.yaml", "decks", "used"):
        used = _texts(view.items("setup.yaml", "decks", "used", players))
        found = sum(len(view.mapping("cards.yaml", "for_sale", "decks", deck)) for deck in used)
        if found < slots and decks.keys() >= set(used):
            few = f"the display has {counted(slots, 'slot')}, but only {counted(found, 'card')} for sale"
            message = f"with {counted(players, 'player')} {few}"
            yield view.finding("setup.yaml", ("decks", "used", players), "setup.display", message)


def _start_fits_the_pieces(view: View) -> Iterator[Finding]:
    stored = 0
    for kind in ("land", "sea"):
        owned = view.number("pieces.yaml", "per_player", "colonists", kind)
        on_board = view.number("setup.yaml", "players", "colonists_in_start_city", kind)
        in_store = view.number("setup.yaml", "players", "colonists_in_storehouse", kind)
        if owned is None or on_board is None or in_store is None:
            return
        stored += in_store
        if on_board + in_store != owned:
            number = f"the set-up has {on_board + in_store} {kind} colonists"
            path = ("players", "colonists_in_storehouse", kind)
            yield view.finding("setup.yaml", path, "setup.colonists", f"{number} for each player, who has {owned}")
    spaces, per_good, per_colonist = (
        view.number("pieces.yaml", "storehouse", key) for key in ("spaces", "spaces_per_good", "spaces_per_colonist")
    )
    goods = _total(view.mapping("setup.yaml", "players", "goods"))
    if spaces is None or per_good is None or per_colonist is None or goods is None:
        return
    filled = stored * per_colonist + goods * per_good
    if filled > spaces:
        message = f"the goods and colonists at the start fill {counted(filled, 'space')}, but a storehouse has {spaces}"
        yield view.finding("setup.yaml", ("players", "goods"), "setup.storehouse", message, key=True)


CHECKS: tuple[Callable[[View], Iterator[Finding]], ...] = (
    _clauses_defined_once,
    _clauses_carried_out,
    _parameters_have_clauses,
    _citations_are_complete,
    clauses_are_covered_once,
    _ids_are_file_names,
    _lines_are_distinct,
    _cities_hang_together,
    _provinces_have_cities,
    _letters_fit_tokens,
    _cards_named_by_deck,
    _pantheon_comes_out,
    _cards_have_their_values,
    _kinds_have_their_good,
    _tables_are_complete,
    _rulebooks_have_the_same_sections,
    _setup_fits,
    _display_is_full_at_first,
    _start_fits_the_pieces,
    *DISPUTE_CHECKS,
)
