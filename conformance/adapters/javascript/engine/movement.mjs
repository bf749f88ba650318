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
 * How many steps a colonist needs from a place to each place where it can end its move.
 *
 * From a city the first step goes onto a line that touches it; from a line a step goes through a city at its end onto
 * another line. Passing a line where another colonist stands may cost another number of steps, or be forbidden. Where
 * a colonist may end in a city, it gets there with the step that leads over the line, and from its own line with one.
 *
 * @param {Board} board
 * @param {MoveStep} step
 * @param {ColonistKind} kind
 * @param {string} from
 * @param {readonly string[]} standing  the places of all other colonists
 * @returns {Map<string, number>}
 */
export function stepsFrom(board, step, kind, from, standing) {
  const start = board.lines.get(from);
  /** @type {Map<string, number>} */
  const endsAt = new Map([[from, 0]]);
  const inCity = new Map((start ? start.ends : [from]).map((city) => [city, 0]));
  /** @type {Set<string>} */
  const settled = new Set();
  for (let city = nearest(inCity, settled); city !== undefined; city = nearest(inCity, settled)) {
    settled.add(city);
    const sofar = inCity.get(city) ?? 0;
    if (step.end_in_city) shorten(endsAt, city, Math.max(1, sofar));
    for (const line of linesTouching(board, city, step.lines[kind])) {
      const isOccupied = standing.includes(line.id);
      shorten(endsAt, line.id, sofar + 1);
      if (isOccupied && !step.pass_occupied_line) continue;
      const passed = sofar + (isOccupied ? step.steps_over_occupied_line : 1);
      for (const end of line.ends) shorten(inCity, end, passed);
    }
  }
  return endsAt;
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
