#!/usr/bin/env node
/**
 * The conformance protocol around engine.mjs: one JSON request a line on stdin, one JSON answer a line on stdout.
 *
 *     node adapter.mjs [rules.json] [--reading DISPUTE=READING]…
 *
 * Without a file the rules are those beside this file, `rules.json`, if there are any, or come from `concordia bundle`;
 * the variable CONCORDIA names the command to run instead.
 */
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {Malformed, Refusal, apply, check, createRules, editionsOf, readState, score, setUp} from './engine.mjs';

/** @import {Bundle, Rules, SetUp, State} from './types.d.ts' */
/** @typedef {Record<string, unknown>} Request */

const PROTOCOL = 1;
const LARGEST_BUNDLE = 64 * 1024 * 1024;
const BESIDE = fileURLToPath(new URL('rules.json', import.meta.url));
const {version: VERSION} = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const USAGE = `usage: adapter.mjs [rules.json] [--reading DISPUTE=READING]…

Answers the requests of \`concordia conform\`, one JSON object a line.`;
const {file, readings} = commandLine(process.argv.slice(2));
const bundle = readBundle(file);
const rules = createRules(bundle, {readings});
/** @type {Map<string, Rules>} */
const byEdition = new Map([[rules.edition, rules]]);
/** @type {{rules: Rules, state: State} | null} */
let position = null;

/** The request asks for something that `hello` does not declare. */
class NotSupported extends Error {}

/** @type {Record<string, (request: Request) => object>} */
const operations = {
  new(request) {
    const {map, players, interim, draws, edition} = /** @type {SetUp & {edition?: string}} */ (/** @type {unknown} */ (request));
    const wanted = rulesOf(edition);
    position = {rules: wanted, state: setUp(wanted, {map, players, interim, draws})};
    return {};
  },
  load({edition, state}) {
    const wanted = rulesOf(edition);
    position = {rules: wanted, state: readState(wanted, state)};
    return {};
  },
  apply({turn}) {
    const current = currentPosition();
    position = {...current, state: apply(current.rules, current.state, turn)};
    return {};
  },
  check({turn}) {
    const current = currentPosition();
    const problem = check(current.rules, current.state, turn);
    if (problem) throw problem;
    return {};
  },
  state() {
    return {state: currentPosition().state};
  },
  score() {
    const current = currentPosition();
    const {players, winner} = score(current.rules, current.state);
    const gods = players.map((player) =>
      Object.fromEntries(Object.entries(player.gods).map(([god, {total}]) => [god, total])));
    return {totals: players.map(({total}) => total), gods, winner};
  },
};

/** @param {string[]} words */
function commandLine(words) {
  /** @type {Record<string, string>} */
  const readings = {};
  /** @type {string | undefined} */
  let file;
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? '';
    if (word === '--reading') {
      const [dispute = '', reading = ''] = (words[place += 1] ?? '').split('=');
      readings[dispute] = reading;
    } else if (word.startsWith('-')) {
      console.log(USAGE);
      process.exit(word === '--help' ? 0 : 2);
    } else file = word;
  }
  return {file, readings};
}

/**
 * @param {string | undefined} file
 * @returns {Bundle}
 */
function readBundle(file) {
  const given = file ?? (existsSync(BESIDE) ? BESIDE : undefined);
  if (given !== undefined) return JSON.parse(readFileSync(given, 'utf8'));
  const command = process.env.CONCORDIA || 'concordia';
  return JSON.parse(execFileSync(command, ['bundle'], {encoding: 'utf8', maxBuffer: LARGEST_BUNDLE}));
}

/** @param {Request} request */
function hello({protocol, specification}) {
  if (protocol !== PROTOCOL) throw new NotSupported(`this adapter speaks protocol ${PROTOCOL}, not ${protocol}`);
  if (specification !== undefined && specification !== rules.version) {
    console.error(`the suite is for specification ${specification}, the rules given here are ${rules.version}`);
  }
  return {
    protocol: PROTOCOL,
    name: 'concordia-javascript',
    version: VERSION,
    language: 'JavaScript',
    operations: Object.keys(operations),
    cards: rules.kinds,
    maps: [...rules.boards.keys()],
    players: [...new Set([...rules.boards.values()].flatMap((board) => board.players))].sort(),
    editions: editionsOf(bundle),
    interim: true,
    ...(Object.keys(readings).length > 0 ? {readings} : {}),
  };
}

/** @param {unknown} edition */
function rulesOf(edition = rules.edition) {
  if (typeof edition !== 'string' || !editionsOf(bundle).includes(edition)) {
    throw new NotSupported(`the rules given here have no edition ${JSON.stringify(edition)}`);
  }
  const known = byEdition.get(edition) ?? createRules(bundle, {edition, readings});
  byEdition.set(edition, known);
  return known;
}

function currentPosition() {
  if (position === null) throw new Error('there is no position yet: load one, or set up a game');
  return position;
}

/** @param {Request} request */
function perform(request) {
  const op = String(request.op);
  if (op === 'hello') return hello(request);
  if (op === 'sync' || op === 'bye') return {};
  const operation = Object.hasOwn(operations, op) ? operations[op] : undefined;
  if (!operation) throw new NotSupported(`there is no operation ${op} here`);
  return operation(request);
}

/** @param {Request} request */
function answer(request) {
  try {
    return {ok: perform(request)};
  } catch (problem) {
    return answerToProblem(problem);
  }
}

/** @param {unknown} problem */
function answerToProblem(problem) {
  const message = problem instanceof Error ? problem.message : String(problem);
  if (problem instanceof Refusal) return {reject: {clause: problem.clause, malformed: problem.pointer, message}};
  if (problem instanceof Malformed) return {reject: {malformed: problem.pointer, message}};
  if (problem instanceof NotSupported) return {skip: message};
  console.error(problem);
  return {error: message};
}

for await (const line of createInterface({input: process.stdin})) {
  const request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({id: request.id, ...answer(request)})}\n`);
  if (request.op === 'bye') break;
}
// The other end may keep the pipe open after `bye`; an open pipe would keep this process alive.
process.stdin.destroy();
