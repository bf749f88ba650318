// The protocol: what a request asks of the engine, and how the result is answered.
// There is nothing to change here. A server calls `answer` with the body of each POST request.
import { check, Malformed } from "./check.mjs";
import { Illegal, NotYet } from "./outcomes.mjs";
import { SHAPES } from "./shapes.mjs";

/**
 * The answer to a request, and whether it was the last one.
 * @param {import("./engine.mjs").Engine} engine @param {string} line
 * @returns {{ answer: import("./types.js").Answer, done: boolean }}
 */
export function answer(engine, line) {
  let id = -1;
  try {
    const request = JSON.parse(line);
    id = request.id;
    if (!(request.op in SHAPES.Request.members)) {
      return { answer: { id, skip: `unknown operation ${request.op}` }, done: false };
    }
    return { answer: { id, ok: perform(engine, request) }, done: request.op === "bye" };
  } catch (error) {
    return { answer: { id, ...refusal(error) }, done: false };
  }
}

function refusal(error) {
  if (error instanceof NotYet) return { skip: error.message };
  if (error instanceof Illegal) return { reject: { clause: error.clause, message: error.message } };
  if (error instanceof Malformed) return { reject: { malformed: error.pointer, message: error.message } };
  console.error(error);
  return { error: String(error) };
}

/** @param {import("./engine.mjs").Engine} engine @param {import("./types.js").Request} request */
function perform(engine, request) {
  switch (request.op) {
    case "hello":
      return engine.hello();
    case "load":
      check("State", request.state);
      engine.load(request.edition, request.state);
      return {};
    case "new":
      check("Draws", request.draws);
      engine.create(request);
      return {};
    case "apply":
      return attempt(engine, request.turn, true);
    case "check":
      return attempt(engine, request.turn, false);
    case "state":
      return { state: engine.state() };
    case "score":
      return engine.score();
    case "legal":
      return { turns: engine.legal(request.card) };
    case "perft":
      return { count: engine.perft(request.depth) };
    case "sync":
    case "bye":
      return {};
  }
}

/** Plays a turn. After a refusal, or if the turn is only checked, the position stays as it was. */
function attempt(engine, turn, keep) {
  check("Turn", turn);
  const before = structuredClone(engine.position);
  try {
    engine.apply(turn);
  } catch (error) {
    engine.position = before;
    throw error;
  }
  if (!keep) engine.position = before;
  return {};
}
