"""The grammar of each language: plural forms, cases, lists, numbers, scripts, and the choice of a language."""

from __future__ import annotations

import re
from itertools import product

import pytest

from concordia_ref.spec.packaged import packaged_folder
from concordia_ref.spec.tree import read_tree
from concordia_ref.words.catalogue import catalogue
from concordia_ref.words.languages import (
    NO_BREAK_SPACE,
    Language,
    Said,
    Term,
    chosen_tag,
    language,
    matching_tag,
    tags,
)
from concordia_ref.words.phrases import plain_text
from concordia_ref.words.serbian import to_latin
from tests.conftest import Command, Damaged
from tests.translations import TAGS, TRANSLATED

# Which plural form each number takes, from the grammars of the languages.
NUMBERS = (0, 1, 2, 3, 4, 5, 11, 12, 14, 21, 22, 25, 101, 112)
FORMS = {
    "en": (1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    "cs": (2, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2),
    "fr": (0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    "hu": (1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    "pl": (2, 0, 1, 1, 1, 2, 2, 2, 2, 2, 1, 2, 2, 2),
    "sr": (2, 0, 1, 1, 1, 2, 2, 2, 2, 0, 1, 2, 0, 2),
    "sr-Latn": (2, 0, 1, 1, 1, 2, 2, 2, 2, 0, 1, 2, 0, 2),
}
NOUNS = [*language("en").terms["things"], *language("en").terms["goods"]]
DATA = read_tree(packaged_folder("spec"))[0].data


def test_the_six_languages_are_there_and_serbian_in_both_scripts() -> None:
    assert TAGS == ["en", "cs", "fr", "hu", "pl", "sr", "sr-Latn"]


@pytest.mark.parametrize(("tag", "noun"), list(product(TAGS, NOUNS)))
def test_a_counted_noun_agrees_with_every_number(tag: str, noun: str) -> None:
    words = language(tag)
    term = words.terms["things"].get(noun) or words.terms["goods"][noun]
    space = " " if tag == "en" else NO_BREAK_SPACE
    for form in (form for form, value in term.items() if isinstance(value, list) and form != "aliases"):
        for number, index in zip(NUMBERS, FORMS[tag], strict=True):
            assert words.counted(number, f"{noun}.{form}") == f"{number}{space}{term[form][index]}"


@pytest.mark.parametrize(
    ("tag", "coins"),
    [
        ("en", "0 sestertii, 1 sestertius, 2 sestertii, 5 sestertii, 21 sestertii"),
        ("cs", "0 sesterciů, 1 sestercius, 2 sestercie, 5 sesterciů, 21 sesterciů"),
        ("fr", "0 sesterce, 1 sesterce, 2 sesterces, 5 sesterces, 21 sesterces"),
        ("hu", "0 sestertius, 1 sestertius, 2 sestertius, 5 sestertius, 21 sestertius"),
        ("pl", "0 sestercji, 1 sestercja, 2 sestercje, 5 sestercji, 21 sestercji"),
        ("sr", "0 сестерција, 1 сестерциј, 2 сестерција, 5 сестерција, 21 сестерциј"),
        ("sr-Latn", "0 sestercija, 1 sestercij, 2 sestercija, 5 sestercija, 21 sestercij"),
    ],
)
def test_sestertii_are_counted_as_players_count_them(tag: str, coins: str) -> None:
    counted = ", ".join(language(tag).counted(number, "coin") for number in (0, 1, 2, 5, 21))
    assert counted.replace(NO_BREAK_SPACE, " ") == coins


@pytest.mark.parametrize(
    ("tag", "amounts", "choice"),
    [
        ("en", "1 brick, 2 food and 5 tools", "3, 4 or 5"),
        ("cs", "1 cihla, 2 jídla a 5 nářadí", "3, 4 nebo 5"),
        ("fr", "1 brique, 2 nourritures et 5 outils", "3, 4 ou 5"),
        ("hu", "1 tégla, 2 étel és 5 szerszám", "3, 4 vagy 5"),
        ("pl", "1 cegła, 2 żywności i 5 narzędzi", "3, 4 lub 5"),
        ("sr", "1 цигла, 2 хране и 5 алата", "3, 4 или 5"),
        ("sr-Latn", "1 cigla, 2 hrane i 5 alata", "3, 4 ili 5"),
    ],
)
def test_lists_are_joined_as_the_language_joins_them(tag: str, amounts: str, choice: str) -> None:
    words = language(tag)
    assert words.amounts({"brick": 1, "food": 2, "tool": 5}).replace(NO_BREAK_SPACE, " ") == amounts
    assert words.written((3, 4, 5), "or") == choice


@pytest.mark.parametrize(
    ("tag", "forms"),
    [
        ("en", "in Massilia, in Syria"),
        ("cs", "v Massilii, v Syrii"),
        ("fr", "à Massilia, en Syria"),
        ("hu", "Massiliában, Syriában"),
        ("pl", "w Massilii, w Syrii"),
        ("sr", "у Масилији, у Сирији"),
    ],
)
def test_names_of_places_are_inflected(tag: str, forms: str) -> None:
    words = language(tag)
    places = (Term("cities", "massilia"), Term("provinces", "syria"))
    assert ", ".join(words.written(place, "in") for place in places) == forms


def test_vowel_harmony_chooses_the_suffix_of_a_hungarian_name() -> None:
    cities = {id: city["in"] for id, city in language("hu").terms["cities"].items()}
    back, front = set("aáoóuú"), set("eéöőüű")
    for name in cities.values():
        stem, suffix = name[:-3].lower(), name[-3:]
        vowels = [letter for letter in stem if letter in back | front]
        if suffix == "ban" and vowels:
            assert back & set(vowels), name
        elif suffix == "ben":
            assert not (vowels and vowels[-1] in back), name
    assert cities["roma"] == "Rómában"
    assert cities["cyrene"].endswith("ben")


def test_french_elides_before_a_vowel() -> None:
    cities = language("fr").terms["cities"]
    for city in cities.values():
        vowel = city["name"][0] in "AEIOUH"
        assert city["gen"] == (f"d’{city['name']}" if vowel else f"de {city['name']}")


def test_no_hungarian_text_hangs_a_suffix_on_a_placeholder() -> None:
    # Compounds with a card or a city are no suffixes, and ids of clauses no words.
    suffix = re.compile(r"\}-?(?!kárty|város|lines)[a-zá-ű]")
    texts = catalogue(DATA, "hu").items()
    assert [key for key, text in texts if isinstance(text, str) and suffix.search(text)] == []


def test_french_signs_stand_after_a_no_break_space() -> None:
    for key, text in catalogue(DATA, "fr").items():
        if isinstance(text, str):
            said = re.sub(r"`[^`]*`|--\S+|%\S+|\S*[@~/]\S*|[a-z]+:[a-z]+|\b\w+\.\w[\w.-]*", "", plain_text(text))
            assert not re.search(r"[^\u00a0\u202f][;!?»]|[^\u00a0\u202f]:(?:\s|$)|«[^\u00a0\u202f]", said), key
            assert "'" not in re.sub(r"'[a-z]+'", "", said), key


# Serbian


def test_latin_serbian_is_made_from_cyrillic() -> None:
    assert to_latin("Љубав, ЊЕГОШ и џеп: {goods.brick}, Њ") == "Ljubav, NJEGOŠ i džep: {goods.brick}, Nj"
    alphabet = language("sr").terms["alphabet"]
    assert len(alphabet) == 30
    assert to_latin(alphabet) == "abvgdđežzijklljmnnjoprstćufhcčdžš"


def test_no_cyrillic_letter_is_left_in_latin_serbian() -> None:
    words = language("sr-Latn")
    for text in (*words.messages.values(), *words.clauses.values(), str(words.terms), str(words.disputes)):
        assert not re.search("[а-яА-ЯђјљњћџЂЈЉЊЋЏ]", text)


# Saying


def test_what_a_language_lacks_is_said_in_english() -> None:
    empty = Language("eo", packaged_folder("spec") / "nowhere")
    assert empty.say("sheet.total") == "total"
    assert empty.name("goods", "brick") == "brick"
    assert empty.amounts({}) == "nothing"


def test_a_message_may_stand_in_a_message() -> None:
    assert language("en").say("pair", name=Said("sheet.total"), value=7) == "total: 7"


def test_numbers_of_more_than_three_digits_are_grouped_but_in_english() -> None:
    assert [language(tag).number(1004) for tag in ("en", "cs", "sr")] == ["1004", "1\u00a0004", "1.004"]


@pytest.mark.parametrize(
    ("wish", "tag"),
    [
        ("cs", "cs"),
        ("cs-CZ", "cs"),
        ("cs_CZ.UTF-8", "cs"),
        ("sr", "sr"),
        ("sr-Cyrl", "sr"),
        ("sr-Latn-RS", "sr-Latn"),
        ("sr_RS@latin", "sr-Latn"),
        ("SR-LATN", "sr-Latn"),
        ("fr-419", "fr"),
        ("de", None),
        ("C", None),
        ("POSIX", None),
        ("", None),
    ],
)
def test_a_tag_finds_its_language(wish: str, tag: str | None) -> None:
    assert matching_tag(wish, tags()) == tag


def test_the_environment_chooses_if_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONCORDIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert chosen_tag(None) == "en"
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert chosen_tag(None) == "pl"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert chosen_tag(None) == "en"
    monkeypatch.setenv("CONCORDIA_LANG", "hu")
    assert chosen_tag(None) == "hu"
    assert chosen_tag("fr") == "fr"


def test_an_unknown_language_is_wrong_usage(concordia: Command) -> None:
    answer = concordia("show", "card", "--lang", "tlh")
    assert answer.code == 2
    assert "there is no language 'tlh'; the languages are en, cs, fr, hu, pl, sr, sr-Latn." in answer.err


@pytest.mark.parametrize("tag", TRANSLATED)
def test_the_command_shows_the_game_in_the_language_that_is_asked_for(concordia: Command, tag: str) -> None:
    shown = concordia("show", "card", "tribune", "--lang", tag).out
    assert language(tag).name("cards", "tribune") in shown
    assert shown != concordia("show", "card", "tribune").out


def test_the_command_speaks_of_itself_in_english(concordia: Command) -> None:
    wrong = concordia("show", "card", "tribbune", "--lang", "hu")
    assert wrong.code == 2
    assert "did you mean 'tribune'?" in wrong.err


def test_a_tag_that_is_forgotten_is_wrong_usage(concordia: Command) -> None:
    answer = concordia("show", "card", "--lang")
    assert (answer.code, "Option '--lang' requires an argument." in answer.err) == (2, True)


def test_the_data_decide_which_colour_a_seat_has(damaged: Damaged) -> None:
    damaged.replace("pieces.yaml", "[red, green, yellow, blue, black]", "[black, green, yellow, blue, red]")
    assert language("en", damaged.folder).say("change.wins", seat=0) == "Black wins"
    assert language("en", damaged.folder).say("change.wins", seat=4) == "Red wins"
