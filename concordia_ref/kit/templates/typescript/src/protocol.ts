// The protocol: what a request asks of the engine, and how the result is answered.
// There is nothing to change here. A server calls `answer` with the body of each POST request.
import { check, Malformed } from "./check.js";
import type { Engine } from "./engine.js";
import { Illegal, NotYet } from "./outcomes.js";
import { SHAPES } from "./shapes.js";
import type { Answer, Request, Turn } from "./types.js";

/** The answer to a request, and whether it was the last one. */
export function answer(engine: Engine, line: string): { answer: Answer; done: boolean } {
  let id = -1;
  try {
    const request = JSON.parse(line);
    id = request.id;
    if (!(request.op in SHAPES.Request!.members)) {
      return { answer: { id, skip: `unknown operation ${request.op}` }, done: false };
    }
    return { answer: { id, ok: perform(engine, request as Request) }, done: request.op === "bye" };
  } catch (error) {
    return { answer: { id, ...refusal(error) }, done: false };
  }
}

function refusal(error: unknown) {
  if (error instanceof NotYet) return { skip: error.message };
  if (error instanceof Illegal) return { reject: { clause: error.clause, message: error.message } };
  if (error instanceof Malformed) return { reject: { malformed: error.pointer, message: error.message } };
  console.error(error);
  return { error: String(error) };
}

function perform(engine: Engine, request: Request): object {
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
function attempt(engine: Engine, turn: Turn, keep: boolean): object {
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
