// Your engine. Fill in one operation and one card at a time, and declare each when it works.
import { Illegal, NotYet } from "./outcomes.mjs";
import { KIND_OF } from "./shapes.mjs";

/** @typedef {import("./types.js").Play} Play */

export class Engine {
  /**
   * The current position. If your engine has objects of its own, build them in `load` and write them in `state`.
   * @type {import("./types.js").State | undefined}
   */
  position;

  /**
   * Who you are and what you can do. Only what is declared is asked for.
   * @returns {import("./types.js").Hello}
   */
  hello() {
    return {
      protocol: 1,
      name: "my-engine",
      version: "0.1",
      language: "JavaScript",
      operations: ["load", "state"],
      cards: [],
      maps: ["imperium", "italia"],
      players: [2, 3, 4, 5],
      editions: ["canonical"],
      interim: false,
    };
  }

  /**
   * Starts from a position.
   * @param {string} edition
   * @param {import("./types.js").State} state
   */
  load(edition, state) {
    this.position = state;
  }

  /**
   * Sets up a game with your own set-up code; only the tokens on the cities and the order of the cards are given.
   * @param {import("./types.js").NewRequest} request
   */
  create(request) {
    throw new NotYet("new: setting up a game");
  }

  /**
   * The whole current position.
   * @returns {import("./types.js").State}
   */
  state() {
    if (!this.position) throw new Error("there is no position yet; load comes first");
    return this.position;
  }

  /**
   * The points of all players as if the game ended now. It is also asked for in the middle of games.
   * @returns {import("./types.js").ScoreAnswer}
   */
  score() {
    throw new NotYet("score"); // return { totals: [points by seat], winner: seat }
  }

  /**
   * Plays a turn, or throws `Illegal`; any changes made by then are undone.
   * @param {import("./types.js").Turn} turn
   */
  apply(turn) {
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

  /** @param {Play} turn */
  tribune(turn) {
    throw new NotYet("the Tribune");
  }

  /** @param {Play} turn */
  architect(turn) {
    throw new NotYet("the Architect");
  }

  /** @param {Play} turn */
  prefect(turn) {
    throw new NotYet("the Prefect");
  }

  /** @param {Play} turn */
  mercator(turn) {
    throw new NotYet("the Mercator");
  }

  /** @param {Play} turn */
  colonist(turn) {
    throw new NotYet("the Colonist");
  }

  /** @param {Play} turn */
  diplomat(turn) {
    throw new NotYet("the Diplomat");
  }

  /** @param {Play} turn */
  senator(turn) {
    throw new NotYet("the Senator");
  }

  /** @param {Play} turn */
  consul(turn) {
    throw new NotYet("the Consul");
  }

  /** @param {Play} turn */
  specialist(turn) {
    throw new NotYet("the specialists");
  }

  /**
   * All legal turns, or only those with the given card.
   * @param {import("./types.js").Card} [card]
   * @returns {import("./types.js").Turn[]}
   */
  legal(card) {
    throw new NotYet("legal");
  }

  /**
   * The number of sequences of `depth` legal turns.
   * @param {number} depth
   * @returns {number}
   */
  perft(depth) {
    throw new NotYet("perft");
  }
}
