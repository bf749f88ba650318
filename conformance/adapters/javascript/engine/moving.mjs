/** The first part of the Architect: moving colonists. */

import {COLONIST_KINDS, isCity} from './board.mjs';
import {refuseUnless} from './errors.mjs';
import {colonistNamed} from './form.mjs';
import {cameFrom, noteArrival} from './memory.mjs';
import {cheapestPairing, orderMatters, pairedAnew, stepsBackTo, stepsFrom, waysOnward} from './movement.mjs';
import {colonistsOnBoard, occupiedLines, standingColonists} from './position.mjs';
import {clauseOf} from './steps.mjs';
import {countIn, removeOne, sum} from './values.mjs';

/** @import {ColonistKind, Play, Player, StepOf} from '../types.d.ts' */
/** @import {Standing} from './movement.mjs' */
/** @typedef {StepOf<'move_colonists'>} MoveStep */
/** @typedef {Standing & {to: string, through?: string}} MoveMade */

/**
 * @param {Play} play
 * @param {MoveStep} step
 */
export function moveColonists(play, step) {
  const moves = (play.choices.moves ?? []).map(({colonist, ...end}) => ({...colonistNamed(colonist), ...end}));
  const counted = colonistsOnBoard(play.player)
    .filter((place) => step.steps_for === 'all_on_the_board' || !isCity(play.board, place));
  const budget = step.steps_per_colonist * counted.length;
  const move = countsOneByOne(play, step) ? moveOneByOne : moveAtOnce;
  move(play, step, moves, budget);
}

/**
 * @param {MoveStep} step
 * @param {number} needed
 * @param {number} budget
 */
function refuseBeyondBudget(step, needed, budget) {
  refuseUnless(needed <= budget, clauseOf(step, 'steps_per_colonist'),
    `the moves need ${needed} steps, and there are ${budget}`);
}

/** @param {Play} play */
function buildingStep({steps}) {
  return steps.find((step) => step.do === 'build_houses');
}

/**
 * Whether it counts where a colonist stops on its way: to build there, or to use up the steps.
 *
 * @param {Play} play
 * @param {MoveStep} step
 */
function stopsCount(play, step) {
  return step.all_steps_used || buildingStep(play)?.between_moves === true;
}

/**
 * Whether it counts that a colonist has moved, even if it has come back.
 *
 * @param {Play} play
 * @param {MoveStep} step
 */
function comingBackCounts(play, step) {
  const building = buildingStep(play);
  return step.all_steps_used || step.from_a_line === 'onward'
    || (building !== undefined && (building.only_after_moving || building.next_to === 'own_colonists_that_moved'));
}

/**
 * Whether one move can depend on another, so that they are made as they are written.
 *
 * @param {Play} play
 * @param {MoveStep} step
 */
function movesDepend(play, step) {
  return orderMatters(step) || step.parallel_lines === 'one_place' || step.colonists_move === 'interleaved'
    || step.from_a_line === 'onward' || stopsCount(play, step);
}

/**
 * @param {Play} play
 * @param {MoveStep} step
 */
function countsOneByOne(play, step) {
  return movesDepend(play, step) || comingBackCounts(play, step) || step.further_step === 'in_a_later_turn';
}

/**
 * Colonists of a kind are alike, and one may wait until another has left its line. So who went where does not matter:
 * the places left and the places reached are paired in the cheapest way.
 *
 * @param {Play} play
 * @param {MoveStep} step
 * @param {MoveMade[]} moves
 * @param {number} budget
 */
function moveAtOnce(play, step, moves, budget) {
  const {board, player} = play;
  for (const move of moves) {
    liftColonist(player, move);
    refuseFirstStep(play, step, move);
  }
  for (const move of moves) {
    setDownColonist(play, step, move);
    refuseReturn(step, move.place, move.to);
  }
  const needed = sum(COLONIST_KINDS.map((kind) => {
    const ofKind = moves.filter((move) => move.kind === kind);
    return cheapestPairing(board, step, kind, ofKind.map(({place}) => place), ofKind.map(({to}) => to));
  }));
  refuseBeyondBudget(step, needed, budget);
}

/**
 * Moves are made one after another, and it counts who has moved.
 *
 * @param {Play} play
 * @param {MoveStep} step
 * @param {MoveMade[]} written
 * @param {number} budget
 */
function moveOneByOne(play, step, written, budget) {
  const {player, journeys} = play;
  const unmoved = structuredClone(player.colonists);
  let left = budget;
  for (const move of movesThatCount(play, step, written, budget)) {
    const {kind, place, to} = move;
    const again = unmoved[kind].includes(place) ? undefined : journeyGoingOn(play, step, move);
    refuseUnless(unmoved[kind].includes(place) || again, 'architect.move.own-colonists',
      `no own ${kind} colonist that can be moved stands in ${place}`);
    refuseFirstStep(play, step, move);
    play.stood.push(...standingColonists(player));
    liftColonist(player, move);
    const {needed, through} = cheapestWay(play, step, move);
    setDownColonist(play, step, move);
    refuseReturn(step, again?.origin ?? place, to);
    refuseUnless(place !== to || comingBackCounts(play, step), clauseOf(step, 'end_on_occupied_line'),
      `the colonist stands on ${to} already`);
    refuseUnless(Number.isFinite(needed) || step.from_a_line !== 'onward', clauseOf(step, 'from_a_line'),
      `no way leads onward from ${place} to ${to}`);
    refuseUnless(Number.isFinite(needed) || step.further_step !== 'in_a_later_turn', clauseOf(step, 'further_step'),
      'a colonist takes one step in a turn');
    refuseBeyondBudget(step, needed, left);
    left -= needed;
    if (again) journeys.splice(journeys.indexOf(again), 1);
    else removeOne(unmoved[kind], place);
    journeys.push({kind, origin: again?.origin ?? place, place: to});
    play.movedTo.push({kind, place: to});
    noteArrival(player, place, to, through);
  }
  refuseSharedLines(play, step);
  const canGoOn = standingColonists(player).some((colonist) => canMoveOn(play, step, unmoved, colonist, left));
  refuseUnless(!step.all_steps_used || !canGoOn, clauseOf(step, 'all_steps_used'),
    `${left} steps are left, and a colonist can still take one`);
}

/**
 * The written moves without those that make no difference; alike colonists are paired anew, and wait for each other,
 * where moves do not depend on one another.
 *
 * @param {Play} play
 * @param {MoveStep} step
 * @param {MoveMade[]} written
 * @param {number} budget
 */
function movesThatCount(play, step, written, budget) {
  const {board, player} = play;
  if (step.from_a_line === 'onward') return written;
  const isThere = (/** @type {MoveMade} */ {kind, place}) =>
    written.filter((move) => move.kind === kind && move.place === place).length
      <= countIn(player.colonists[kind], place);
  if (!written.every(isThere)) return written;
  let moves = written;
  if (step.end_where_it_began) {
    const others = moves.filter(({place, to}) => place !== to || (isCity(board, to) && !step.end_in_city));
    const whoCounts = buildingStep(play)?.next_to === 'own_colonists_that_moved' || stopsCount(play, step);
    if (!comingBackCounts(play, step)) moves = others;
    else if (!whoCounts) moves = others.length > 0 ? others : cheapestOf(play, step, moves);
  }
  if (movesDepend(play, step)) return moves;
  const asWritten = sum(moves.map((move) => stepsOf(play, step, move)));
  if (asWritten > budget) moves = COLONIST_KINDS.flatMap((kind) => pairedAnew(board, step, kind, moves));
  return step.lines_shared === 'never' ? inAnOrderThatWorks(moves) : moves;
}

/**
 * All ways that a colonist has, those back to its place included; it is lifted from the board.
 *
 * @param {Play} play
 * @param {MoveStep} step
 * @param {Standing} colonist
 */
function waysOf(play, step, colonist) {
  const {board, player} = play;
  const {kind, place} = colonist;
  const occupied = occupiedLines(play, step);
  if (step.from_a_line === 'onward') return waysOnward(board, step, colonist, cameFrom(player, place), occupied);
  const away = [...stepsFrom(board, step, kind, place, occupied)].filter(([to]) => to !== place);
  const back = [...stepsBackTo(board, step, kind, place, occupied)];
  return [...away, ...back].map(([to, needed]) => ({to, needed, through: undefined}));
}

/**
 * The way of a move; of several the one with the fewest steps, and then by the first city in the alphabet. It has
 * infinitely many steps if there is none.
 *
 * @param {Play} play
 * @param {MoveStep} step
 * @param {MoveMade} move
 */
function cheapestWay(play, step, move) {
  const ways = waysOf(play, step, move)
    .filter(({to, through}) => to === move.to && (move.through === undefined || move.through === through));
  return ways.reduce((best, way) => {
    const comesFirst = way.needed === best.needed && (way.through ?? '') < (best.through ?? '');
    return way.needed < best.needed || comesFirst ? way : best;
  }, {to: move.to, needed: Infinity, through: move.through});
}

/**
 * The steps that a move needs; Infinity if there is no way.
 *
 * @param {Play} play
 * @param {MoveStep} step
 * @param {MoveMade} move
 */
function stepsOf(play, step, move) {
  return cheapestWay(play, step, move).needed;
}

/**
 * Of several moves the one that needs the fewest steps, in a list.
 *
 * @param {Play} play
 * @param {MoveStep} step
 * @param {MoveMade[]} moves
 */
function cheapestOf(play, step, moves) {
  const fewest = Math.min(...moves.map((move) => stepsOf(play, step, move)));
  return moves.filter((move) => stepsOf(play, step, move) === fewest).slice(0, 1);
}

/**
 * @param {MoveMade[]} moves
 * @returns {MoveMade[]}
 */
function inAnOrderThatWorks(moves) {
  const waiting = [...moves];
  /** @type {MoveMade[]} */
  const ordered = [];
  while (waiting.length > 0) {
    const isFree = (/** @type {MoveMade} */ {to}) => !waiting.some((other) => other.place === to && other.to !== to);
    const next = waiting.find(isFree);
    if (next === undefined) return moves;
    removeOne(waiting, next);
    ordered.push(next);
  }
  return ordered;
}

/**
 * The journey of a colonist that has moved already and may move again.
 *
 * @param {Play} play
 * @param {MoveStep} step
 * @param {Standing} colonist
 */
function journeyGoingOn(play, step, {kind, place}) {
  if (step.further_step === 'in_a_later_turn') return undefined;
  const candidates = step.colonists_move === 'interleaved'
    ? [...play.journeys].reverse()
    : play.journeys.slice(stopsCount(play, step) ? -1 : play.journeys.length);
  return candidates.find((journey) => journey.kind === kind && journey.place === place);
}

/**
 * Whether a colonist could still take a step and end somewhere.
 *
 * @param {Play} play
 * @param {MoveStep} step
 * @param {Record<ColonistKind, string[]>} unmoved
 * @param {Standing} colonist
 * @param {number} left
 */
function canMoveOn(play, step, unmoved, colonist, left) {
  const {player} = play;
  const {kind, place} = colonist;
  const journey = unmoved[kind].includes(place) ? undefined : journeyGoingOn(play, step, colonist);
  if (!unmoved[kind].includes(place) && journey === undefined) return false;
  if (!mayLeave(play, step, place)) return false;
  removeOne(player.colonists[kind], place);
  const occupied = occupiedLines(play, step);
  const ends = waysOf(play, step, colonist).filter(({to, needed}) =>
    needed <= left && (step.end_where_it_began || to !== (journey?.origin ?? place))
    && (step.end_on_occupied_line || !occupied.includes(to)));
  player.colonists[kind].push(place);
  return ends.length > 0;
}

/**
 * @param {Play} play
 * @param {MoveStep} step
 * @param {string} place
 */
function mayLeave({board}, step, place) {
  return step.first_step_from === 'any_city' || !isCity(board, place) || place === board.startCity;
}

/**
 * @param {Play} play
 * @param {MoveStep} step
 * @param {MoveMade} move
 */
function refuseFirstStep(play, step, {place}) {
  refuseUnless(mayLeave(play, step, place), clauseOf(step, 'first_step_from'), `no colonist leaves ${place}`);
}

/**
 * @param {MoveStep} step
 * @param {string} origin
 * @param {string} to
 */
function refuseReturn(step, origin, to) {
  refuseUnless(step.end_where_it_began || origin !== to, clauseOf(step, 'end_where_it_began'),
    `the colonist began its move on ${to}`);
}

/**
 * @param {Play} play
 * @param {MoveStep} step
 */
function refuseSharedLines({board, player}, step) {
  if (step.end_on_occupied_line || step.occupied_by === 'others_colonists') return;
  const lines = colonistsOnBoard(player).filter((place) => board.lines.has(place));
  const placeOf = (/** @type {string} */ line) => board.lines.get(line)?.ends.join();
  const places = step.parallel_lines === 'one_place' ? lines.map(placeOf) : lines;
  refuseUnless(new Set(places).size === lines.length, clauseOf(step, 'end_on_occupied_line'),
    'two colonists of one player are left on one line');
}

/**
 * @param {Player} player  changed
 * @param {MoveMade} move
 */
function liftColonist(player, {kind, place}) {
  refuseUnless(player.colonists[kind].includes(place), 'architect.move.own-colonists',
    `no own ${kind} colonist is left to move from ${place}`);
  removeOne(player.colonists[kind], place);
}

/**
 * @param {Play} play
 * @param {MoveStep} step
 * @param {MoveMade} move
 */
function setDownColonist(play, step, {kind, to}) {
  const {board, player} = play;
  refuseUnless(step.end_in_city || !isCity(board, to), clauseOf(step, 'end_in_city'), `${to} is a city, not a line`);
  const line = board.lines.get(to);
  refuseUnless(!line || step.lines[kind].includes(line.kind), `architect.move.${kind}-lines`,
    `${to} is not a line for ${kind} colonists`);
  const sharedForNow = step.lines_shared === 'until_all_have_moved' && countsOneByOne(play, step);
  const isTaken = occupiedLines(play, step, {own: !sharedForNow}).includes(to);
  refuseUnless(step.end_on_occupied_line || !isTaken, clauseOf(step, 'end_on_occupied_line'),
    `another colonist stands on ${to}`);
  player.colonists[kind].push(to);
}
