"""The languages of the skeletons: what is generated for each, and how it is built, tested and started."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from concordia_ref.kit.model import Types, shapes
from concordia_ref.kit.writers import csharp, go, java, python, rust, typescript


class Edit(NamedTuple):
    """A piece of the engine that is replaced to play a first card."""

    old: str
    new: str


class Language(NamedTuple):
    """How a skeleton in a language is made and used; commands run in its folder."""

    title: str
    generated: Mapping[str, Callable[[Types], str]]
    engine: str
    needs: str
    build: str
    test: str
    adapter: str
    setup: str
    ignored: str
    fence: str
    first_card: tuple[Edit, ...]


def _shapes_json(types: Types) -> str:
    return json.dumps(shapes(types), indent=1) + "\n"


def _shapes_ts(types: Types) -> str:
    return typescript.shapes_text(types, typed=True)


def _shapes_js(types: Types) -> str:
    return typescript.shapes_text(types, typed=False)


NODE = "actions/setup-node@v4\n        with: {node-version: 22}"
DECLARED = Edit('operations: ["load", "state"]', 'operations: ["load", "state", "apply"]')
FARMER_JS = """const state = this.state();
    const seat = state.to_play ?? 0;
    const player = state.players[seat]{sure};
    const cities = player.houses.filter((city) => state.city_goods[city] === "food");
    player.goods.food = (player.goods.food ?? 0) + cities.length;
    player.hand.splice(player.hand.indexOf(turn.card), 1);
    player.pile.push(turn.card);
    state.to_play = (seat + 1) % state.players.length;"""

LANGUAGES: Mapping[str, Language] = {
    "typescript": Language(
        title="TypeScript",
        generated={"src/types.ts": typescript.types_text, "src/shapes.ts": _shapes_ts},
        engine="src/engine.ts",
        needs="Node.js 20 or newer",
        build="npm install && npm run build",
        test="npm test",
        adapter="node dist/src/main.js",
        setup=NODE,
        ignored="node_modules/\ndist/\n",
        fence="ts",
        first_card=(
            DECLARED,
            Edit("cards: []", 'cards: ["farmer"]'),
            Edit('throw new NotYet("the specialists");', FARMER_JS.format(sure="!")),
        ),
    ),
    "javascript": Language(
        title="JavaScript",
        generated={"src/types.d.ts": typescript.types_text, "src/shapes.mjs": _shapes_js},
        engine="src/engine.mjs",
        needs="Node.js 20 or newer",
        build="",
        test="npm test",
        adapter="node src/main.mjs",
        setup=NODE,
        ignored="node_modules/\n",
        fence="js",
        first_card=(
            DECLARED,
            Edit("cards: []", 'cards: ["farmer"]'),
            Edit('throw new NotYet("the specialists");', FARMER_JS.format(sure="")),
        ),
    ),
    "python": Language(
        title="Python",
        generated={"adapter/messages.py": python.types_text},
        engine="adapter/engine.py",
        needs="Python 3.11 or newer",
        build="",
        test="python -m unittest",
        adapter="python -m adapter",
        setup="",
        ignored="__pycache__/\n.venv/\n",
        fence="python",
        first_card=(
            Edit('"operations": ["load", "state"]', '"operations": ["load", "state", "apply"]'),
            Edit('"cards": []', '"cards": ["farmer"]'),
            Edit(
                'raise NotYet("the specialists")',
                """state = self.position
        seat = state["to_play"] or 0
        player = state["players"][seat]
        cities = [city for city in player["houses"] if state["city_goods"][city] == "food"]
        player["goods"]["food"] = player["goods"].get("food", 0) + len(cities)
        player["hand"].remove(turn["card"])
        player["pile"].append(turn["card"])
        state["to_play"] = (seat + 1) % len(state["players"])""",
            ),
        ),
    ),
    "rust": Language(
        title="Rust",
        generated={"src/messages.rs": rust.types_text},
        engine="src/engine.rs",
        needs="Rust 1.63 or newer",
        build="cargo build --release",
        test="cargo test",
        adapter="target/release/adapter",
        setup="dtolnay/rust-toolchain@stable",
        ignored="target/\n",
        fence="rust",
        first_card=(
            Edit("Operation::Load, Operation::State]", "Operation::Load, Operation::State, Operation::Apply]"),
            Edit("cards: vec![]", "cards: vec![Kind::Farmer]"),
            Edit(
                'Err(NotYet("the specialists"))',
                """let seats = state.players.len() as u32;
    let seat = state.to_play.unwrap_or(0);
    let city_goods = &state.city_goods;
    let player = &mut state.players[seat as usize];
    let cities = player.houses.iter().filter(|city| city_goods.get(*city) == Some(&Good::Food)).count();
    *player.goods.entry(Good::Food).or_insert(0) += cities as u32;
    player.hand.retain(|card| *card != turn.card);
    player.pile.push(turn.card);
    state.to_play = Some((seat + 1) % seats);
    Ok(())""",
            ),
        ),
    ),
    "java": Language(
        title="Java",
        generated={"src/main/java/adapter/Messages.java": java.types_text},
        engine="src/main/java/adapter/Engine.java",
        needs="Java 17 or newer and Maven",
        build="mvn --quiet package",
        test="mvn --quiet test",
        adapter="java -cp target/classes:target/lib/* adapter.Main",
        setup="actions/setup-java@v4\n        with: {distribution: temurin, java-version: 17}",
        ignored="target/\n",
        fence="java",
        first_card=(
            Edit('"operations", List.of("load", "state")', '"operations", List.of("load", "state", "apply")'),
            Edit('"cards", List.of()', '"cards", List.of("farmer")'),
            Edit(
                'throw new NotYet("the specialists");',
                """Player player = position.players().get(position.toPlay());
        long cities = player.houses().stream().filter(city -> position.cityGoods().get(city) == Good.FOOD).count();
        player.goods().merge(Good.FOOD, (int) cities, Integer::sum);
        player.hand().remove(turn.card());
        player.pile().add(turn.card());
        position = position.withToPlay((position.toPlay() + 1) % position.players().size());""",
            ),
        ),
    ),
    "csharp": Language(
        title="C#",
        generated={"Adapter/Messages.cs": csharp.types_text},
        engine="Adapter/Engine.cs",
        needs=".NET 9 or newer",
        build="dotnet build Adapter --configuration Release --output out",
        test="dotnet test Adapter.Tests",
        adapter="dotnet out/Adapter.dll",
        setup="actions/setup-dotnet@v4\n        with: {dotnet-version: 9.0.x}",
        ignored="bin/\nobj/\nout/\n",
        fence="csharp",
        first_card=(
            Edit("[Operation.Load, Operation.State]", "[Operation.Load, Operation.State, Operation.Apply]"),
            Edit("Cards = []", "Cards = [Kind.Farmer]"),
            Edit(
                'private void Specialist(Turn turn) => throw new NotYet("the specialists");',
                """private void Specialist(Turn turn)
    {
        var state = State();
        var player = state.Players[state.ToPlay!.Value];
        var cities = player.Houses.FindAll(city => state.CityGoods[city] == Good.Food).Count;
        player.Goods[Good.Food] = player.Goods.GetValueOrDefault(Good.Food) + cities;
        player.Hand.Remove(turn.Card!.Value);
        player.Pile.Add(turn.Card.Value);
        Position = state with { ToPlay = (state.ToPlay + 1) % state.Players.Count };
    }""",
            ),
        ),
    ),
    "go": Language(
        title="Go",
        generated={"messages.go": go.types_text, "shapes.json": _shapes_json},
        engine="engine.go",
        needs="Go 1.19 or newer",
        build="go build -o adapter",
        test="go test",
        adapter="./adapter",
        setup="actions/setup-go@v5\n        with: {go-version: stable}",
        ignored="/adapter\n",
        fence="go",
        first_card=(
            Edit(
                "[]Operation{OperationLoad, OperationState}",
                "[]Operation{OperationLoad, OperationState, OperationApply}",
            ),
            Edit("[]Kind{}", "[]Kind{KindFarmer}"),
            Edit(
                'return NotYet("the specialists")',
                """state := engine.Position
	player := &state.Players[*state.ToPlay]
	for _, city := range player.Houses {
		if state.CityGoods[city] == GoodFood {
			player.Goods[GoodFood]++
		}
	}
	for index, card := range player.Hand {
		if card == *turn.Card {
			player.Hand = append(player.Hand[:index], player.Hand[index+1:]...)
			break
		}
	}
	player.Pile = append(player.Pile, *turn.Card)
	next := (*state.ToPlay + 1) % len(state.Players)
	state.ToPlay = &next
	return nil""",
            ),
        ),
    ),
}
