import assert from "node:assert/strict";
import test from "node:test";
import { Engine } from "../src/engine.mjs";
import { answer } from "../src/protocol.mjs";

const STATE = {{STATE}};

function ask(engine, request) {
  return answer(engine, JSON.stringify({ id: 7, ...request })).answer;
}

test("it says hello and declares what it can do", () => {
  const { id, ok } = ask(new Engine(), { op: "hello", protocol: 1, specification: "{{VERSION}}" });
  assert.equal(id, 7);
  assert.equal(ok.protocol, 1);
  assert.ok(ok.operations.includes("load"));
});

test("it gives back the position that it was given", () => {
  const engine = new Engine();
  assert.deepEqual(ask(engine, { op: "load", edition: "canonical", state: STATE }).ok, {});
  assert.deepEqual(ask(engine, { op: "state" }).ok.state, STATE);
});

test("it skips an operation that it does not know", () => {
  assert.match(ask(new Engine(), { op: "dance" }).skip, /dance/);
});

test("it refuses a turn that cannot be read, and says where", () => {
  const engine = new Engine();
  ask(engine, { op: "load", edition: "canonical", state: STATE });
  for (const [turn, pointer] of [
    [{ card: "juggler" }, "/card"],
    [{ card: "mercator", sell: { wine: -1 } }, "/sell/wine"],
    [{ choice: "produce" }, ""],
  ]) {
    assert.equal(ask(engine, { op: "apply", turn }).reject.malformed, pointer);
  }
});

test("a program that breaks says so, and answers the next request", () => {
  const engine = new Engine();
  engine.score = () => {
    throw new RangeError("a bug");
  };
  assert.match(ask(engine, { op: "score" }).error, /a bug/);
  assert.ok(ask(engine, { op: "sync" }).ok);
});
