// Your engine. Fill in one operation and one card at a time, and declare each when it works.
import { Illegal, NotYet } from "./outcomes.js";
import { KIND_OF } from "./shapes.js";
import type { Card, Hello, NewRequest, Play, ScoreAnswer, State, Turn } from "./types.js";

export class Engine {
  /** The current position. If your engine has objects of its own, build them in `load` and write them in `state`. */
  position!: State;

  /** Who you are and what you can do. Only what is declared is asked for. */
  hello(): Hello {
    return {
      protocol: 1,
      name: "my-engine",
      version: "0.1",
      language: "TypeScript",
      operations: ["load", "state"],
      cards: [],
      maps: ["imperium", "italia"],
      players: [2, 3, 4, 5],
      editions: ["canonical"],
      interim: false,
    };
  }

  /** Starts from a position. */
  load(edition: string, state: State): void {
    this.position = state;
  }

  /** Sets up a game with your own set-up code; only the tokens on the cities and the order of the cards are given. */
  create(request: NewRequest): void {
    throw new NotYet("new: setting up a game");
  }

  /** The whole current position. */
  state(): State {
    if (!this.position) throw new Error("there is no position yet; load comes first");
    return this.position;
  }

  /** The points of all players as if the game ended now. It is also asked for in the middle of games. */
  score(): ScoreAnswer {
    throw new NotYet("score"); // return { totals: [points by seat], winner: seat }
  }

  /** Plays a turn, or throws `Illegal`; any changes made by then are undone. */
  apply(turn: Turn): void {
    if ("pass" in turn) throw new Illegal("passing is not allowed");
    switch (KIND_OF[turn.card]) {
      case "tribune":
        return this.tribune(turn);
      case "architect":
        return this.architect(turn);
      case "prefect":
        return this.prefect(turn);
      case "mercator":
        return this.mercator(turn);
      case "colonist":
        return this.colonist(turn);
      case "diplomat":
        return this.diplomat(turn);
      case "senator":
        return this.senator(turn);
      case "consul":
        return this.consul(turn);
      case "mason":
      case "farmer":
      case "smith":
      case "vintner":
      case "weaver":
        return this.specialist(turn);
    }
  }

  tribune(turn: Play): void {
    throw new NotYet("the Tribune");
  }

  architect(turn: Play): void {
    throw new NotYet("the Architect");
  }

  prefect(turn: Play): void {
    throw new NotYet("the Prefect");
  }

  mercator(turn: Play): void {
    throw new NotYet("the Mercator");
  }

  colonist(turn: Play): void {
    throw new NotYet("the Colonist");
  }

  diplomat(turn: Play): void {
    throw new NotYet("the Diplomat");
  }

  senator(turn: Play): void {
    throw new NotYet("the Senator");
  }

  consul(turn: Play): void {
    throw new NotYet("the Consul");
  }

  specialist(turn: Play): void {
    throw new NotYet("the specialists");
  }

  /** All legal turns, or only those with the given card. */
  legal(card?: Card): Turn[] {
    throw new NotYet("legal");
  }

  /** The number of sequences of `depth` legal turns. */
  perft(depth: number): number {
    throw new NotYet("perft");
  }
}
