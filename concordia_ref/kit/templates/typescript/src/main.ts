// Reads one request per line from standard input and writes one answer per line to standard output.
import { createInterface } from "node:readline";
import { Engine } from "./engine.js";
import { answer } from "./protocol.js";

// Standard output belongs to the protocol: what the engine logs goes to standard error.
console.log = console.error;

const engine = new Engine();
for await (const line of createInterface({ input: process.stdin })) {
  const given = answer(engine, line);
  process.stdout.write(`${JSON.stringify(given.answer)}\n`);
  if (given.done) break;
}
process.stdin.destroy();
