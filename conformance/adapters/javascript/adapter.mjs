#!/usr/bin/env node
/**
 * The conformance protocol around engine.mjs: one JSON request a line on stdin, one JSON answer a line on stdout.
 *
 *     node adapter.mjs [rules.json]
 *
 * Without a file the rules come from `concordia bundle`; the variable CONCORDIA names the command to run instead.
 */
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {Refusal, apply, check, createRules, readState, score, setUp} from './engine.mjs';

const PROTOCOL = 1;
const LARGEST_BUNDLE = 64 * 1024 * 1024;

function readBundle(file) {
  const text = file
    ? readFileSync(file, 'utf8')
    : execFileSync(process.env.CONCORDIA || 'concordia', ['bundle'], {encoding: 'utf8', maxBuffer: LARGEST_BUNDLE});
  return JSON.parse(text);
}

const rules = createRules(readBundle(process.argv[2]));
let position = null;

/** The request asks for something that `hello` does not declare. */
class NotSupported extends Error {}

const operations = {
  new({edition, map, players, interim, draws}) {
    demandEdition(edition);
    position = setUp(rules, {map, players, interim, draws});
    return {};
  },
  load({edition, state}) {
    demandEdition(edition);
    position = readState(rules, state);
    return {};
  },
  apply({turn}) {
    position = apply(rules, currentPosition(), turn);
    return {};
  },
  check({turn}) {
    const refusal = check(rules, currentPosition(), turn);
    if (refusal) throw refusal;
    return {};
  },
  state() {
    return {state: currentPosition()};
  },
  score() {
    const {players, winner} = score(rules, currentPosition());
    const godTotals = ({gods}) => Object.fromEntries(Object.entries(gods).map(([god, {total}]) => [god, total]));
    return {totals: players.map(({total}) => total), gods: players.map(godTotals), winner};
  },
};

function hello({protocol, specification}) {
  if (protocol !== PROTOCOL) throw new Error(`this adapter speaks protocol ${PROTOCOL}, not ${protocol}`);
  if (specification !== undefined && specification !== rules.version) {
    console.error(`the suite is for specification ${specification}, the rules given here are ${rules.version}`);
  }
  return {
    protocol: PROTOCOL,
    name: 'concordia-javascript',
    version: '0.1.0',
    language: 'JavaScript',
    operations: Object.keys(operations),
    cards: rules.kinds,
    maps: [...rules.boards.keys()],
    players: [...new Set([...rules.boards.values()].flatMap((board) => board.players))].sort(),
    editions: [rules.edition],
    interim: true,
  };
}

function demandEdition(edition = rules.edition) {
  if (edition !== rules.edition) throw new NotSupported(`the rules given here are of the edition ${rules.edition}`);
}

function currentPosition() {
  if (position === null) throw new Error('there is no position yet: load one, or set up a game');
  return position;
}

function perform(request) {
  const {op} = request;
  if (op === 'hello') return hello(request);
  if (op === 'sync' || op === 'bye') return {};
  if (!Object.hasOwn(operations, op)) throw new NotSupported(`there is no operation ${op} here`);
  return operations[op](request);
}

function answer(request) {
  try {
    return {ok: perform(request)};
  } catch (problem) {
    return answerToProblem(problem);
  }
}

function answerToProblem(problem) {
  const {message} = problem;
  if (problem instanceof Refusal) return {reject: problem.clause ? {clause: problem.clause, message} : {message}};
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
