/** How far colonists go: steps along lines, and how many a set of moves needs. */

import {linesTouching} from './board.mjs';

/** @import {Board, ColonistKind, StepOf} from '../types.d.ts' */
/** @typedef {StepOf<'move_colonists'>} MoveStep */
/** @typedef {{kind: ColonistKind, place: string}} Standing  a colonist and where it stands */

/**
 * Whether a move can depend on another made before it: where occupied lines are not passed like free ones, or where
 * colonists of both kinds use the same lines. Then moves are made in the order in which they are written.
 *
 * @param {MoveStep} step
 */
export function orderMatters({pass_occupied_line: mayPass, steps_over_occupied_line: toll, lines}) {
  return !mayPass || toll !== 1 || lines.land.some((kind) => lines.sea.includes(kind));
}

/**
 * The fewest steps in which alike colonists get from the places left to the places reached, where others are not in
 * their way; Infinity if there is no way.
 *
 * @param {Board} board
 * @param {MoveStep} step
 * @param {ColonistKind} kind
 * @param {readonly string[]} left
 * @param {readonly string[]} reached
 * @returns {number}
 */
export function cheapestPairing(board, step, kind, left, reached) {
  const [from, ...others] = left;
  if (from === undefined) return 0;
  const steps = stepsFrom(board, step, kind, from, []);
  return Math.min(...reached.map((to, index) => {
    const stillToReach = reached.filter((_, other) => other !== index);
    return (steps.get(to) ?? Infinity) + cheapestPairing(board, step, kind, others, stillToReach);
  }));
}

/**
 * The moves of colonists of one kind with places left and reached paired in the cheapest way. A colonist may be paired
 * with its own place; then it does not move.
 *
 * @param {Board} board
 * @param {MoveStep} step
 * @param {ColonistKind} kind
 * @param {readonly (Standing & {to: string})[]} moves
 * @returns {(Standing & {to: string})[]}
 */
export function pairedAnew(board, step, kind, moves) {
  const ofKind = moves.filter((move) => move.kind === kind);
  const left = ofKind.map(({place}) => place).sort();
  let reached = ofKind.map(({to}) => to).sort();
  const paired = left.map((place, index) => {
    const later = left.slice(index + 1);
    const steps = stepsFrom(board, step, kind, place, []);
    const cost = (/** @type {number} */ at) => (steps.get(reached[at] ?? '') ?? Infinity)
      + cheapestPairing(board, step, kind, later, reached.filter((_, other) => other !== at));
    const best = reached.map((_, at) => at).reduce((one, other) => (cost(other) < cost(one) ? other : one), 0);
    const to = reached[best] ?? place;
    reached = reached.filter((_, other) => other !== best);
    return {kind, place, to};
  });
  return paired.filter(({place, to}) => place !== to);
}

/**
 * How many steps a colonist needs from a place to each place where it can end its move.
 *
 * From a city the first step goes onto a line that touches it; from a line a step goes through a city at its end onto
 * another line. Passing a line where another colonist stands may cost another number of steps, or be forbidden. Where
 * a colonist may end in a city, it gets there with the step that leads over the line, and from its own line with one.
 * A further step may also lead through several cities, so that the lines in between cost nothing but what occupied
 * ones cost beyond a step; or there is none in the same turn.
 *
 * @param {Board} board
 * @param {MoveStep} step
 * @param {ColonistKind} kind
 * @param {string} from
 * @param {readonly string[]} occupied  the lines that others occupy
 * @returns {Map<string, number>}
 */
export function stepsFrom(board, step, kind, from, occupied) {
  const start = board.lines.get(from);
  /** @type {Map<string, number>} */
  const endsAt = new Map([[from, 0]]);
  const inCity = new Map((start ? start.ends : [from]).map((city) => [city, 0]));
  if (start && step.end_in_city) for (const city of start.ends) endsAt.set(city, 1);
  /** @type {Set<string>} */
  const settled = new Set();
  for (let city = nearest(inCity, settled); city !== undefined; city = nearest(inCity, settled)) {
    settled.add(city);
    const sofar = inCity.get(city) ?? 0;
    for (const line of linesTouching(board, city, step.lines[kind])) {
      shorten(endsAt, line.id, sofar + 1);
      const toll = tollOf(step, line.id, occupied);
      const isPassedWithin = step.further_step === 'through_several_cities' && city !== from;
      for (const end of line.ends) {
        shorten(inCity, end, sofar + (isPassedWithin ? Math.max(0, toll - 1) : toll));
        if (step.end_in_city && end !== city) shorten(endsAt, end, Math.max(1, sofar + toll));
      }
    }
  }
  return withinATurn(step, endsAt);
}

/**
 * How many steps a colonist needs to leave its place and come back to it, under that place; nothing if it cannot. From
 * its line it goes over one that touches it, and out of a city over a line and back.
 *
 * @param {Board} board
 * @param {MoveStep} step
 * @param {ColonistKind} kind
 * @param {string} from
 * @param {readonly string[]} occupied
 * @returns {Map<string, number>}
 */
export function stepsBackTo(board, step, kind, from, occupied) {
  const start = board.lines.get(from);
  const around = (start ? start.ends : [from]).flatMap((city) => linesTouching(board, city, step.lines[kind]));
  const cheapest = Math.min(...around.filter(({id}) => id !== from).map(({id}) => tollOf(step, id, occupied)));
  const over = step.further_step === 'through_several_cities' ? Math.max(0, cheapest - 1) : cheapest;
  const needed = start ? over + 1 : Math.max(1, 2 * cheapest);
  const isPossible = Number.isFinite(needed) && (start || step.end_in_city);
  return withinATurn(step, new Map(isPossible ? [[from, needed]] : []));
}

/**
 * The ways of a colonist that never turns back: it leaves every line through the end that it has not come from, its
 * own one too if that end is known. Each way has the place where it ends, the last city on it and its steps.
 *
 * @param {Board} board
 * @param {MoveStep} step
 * @param {Standing} colonist
 * @param {string | undefined} cameFrom
 * @param {readonly string[]} occupied
 * @returns {{to: string, through: string | undefined, needed: number}[]}
 */
export function waysOnward(board, step, {kind, place}, cameFrom, occupied) {
  const start = board.lines.get(place);
  const exits = (start ? start.ends : [place]).filter((city) => city !== cameFrom);
  /** @type {Map<string, {to: string, through: string | undefined, needed: number}>} */
  const ways = new Map();
  const note = (/** @type {string} */ to, /** @type {string | undefined} */ through, /** @type {number} */ needed) => {
    const key = `${to} ${through}`;
    if (needed < (ways.get(key)?.needed ?? Infinity)) ways.set(key, {to, through, needed});
  };
  if (start && step.end_in_city) for (const city of exits) note(city, undefined, 1);
  /** @type {Map<string, number>} */
  const fewest = new Map();
  const open = exits.map((city) => ({city, behind: place, sofar: 0}));
  for (let next = open.shift(); next; next = open.shift()) {
    const {city, behind, sofar} = next;
    if (sofar >= (fewest.get(`${city} ${behind}`) ?? Infinity)) continue;
    fewest.set(`${city} ${behind}`, sofar);
    for (const line of linesTouching(board, city, step.lines[kind]).filter(({id}) => id !== behind)) {
      note(line.id, city, sofar + 1);
      const toll = tollOf(step, line.id, occupied);
      const beyond = line.ends[0] === city ? line.ends[1] : line.ends[0];
      if (!Number.isFinite(toll)) continue;
      if (step.end_in_city) note(beyond, undefined, Math.max(1, sofar + toll));
      const isPassedWithin = step.further_step === 'through_several_cities' && board.lines.has(behind);
      open.push({city: beyond, behind: line.id, sofar: sofar + (isPassedWithin ? Math.max(0, toll - 1) : toll)});
    }
  }
  return [...ways.values()].filter(({needed}) => step.further_step !== 'in_a_later_turn' || needed <= 1);
}

/**
 * What it costs to pass over a line.
 *
 * @param {MoveStep} step
 * @param {string} line
 * @param {readonly string[]} occupied
 */
function tollOf(step, line, occupied) {
  if (!occupied.includes(line)) return 1;
  return step.pass_occupied_line ? step.steps_over_occupied_line : Infinity;
}

/**
 * @param {MoveStep} step
 * @param {Map<string, number>} steps
 */
function withinATurn(step, steps) {
  return step.further_step === 'in_a_later_turn' ? new Map([...steps].filter(([, needed]) => needed <= 1)) : steps;
}

/**
 * @param {Map<string, number>} steps  changed
 * @param {string} place
 * @param {number} found
 */
function shorten(steps, place, found) {
  if (found < (steps.get(place) ?? Infinity)) steps.set(place, found);
}

/**
 * @param {ReadonlyMap<string, number>} reached
 * @param {ReadonlySet<string>} settled
 */
function nearest(reached, settled) {
  const open = [...reached.keys()].filter((city) => !settled.has(city));
  const steps = (/** @type {string} */ city) => reached.get(city) ?? Infinity;
  return open.reduce((/** @type {string | undefined} */ best, city) =>
    (best === undefined || steps(city) < steps(best) ? city : best), undefined);
}
