/** The Architect: moving colonists, then building houses. */

import {COLONIST_KINDS, isCity} from './board.mjs';
import {refuseUnless} from './errors.mjs';
import {colonistNamed} from './form.mjs';
import {cheapestPairing, orderMatters, stepsFrom} from './movement.mjs';
import {colonistsOnBoard, housesIn} from './position.mjs';
import {clauseOf, pay, refuseBeyondLimit} from './steps.mjs';
import {countIn, multiplied, removeOne, sum} from './values.mjs';

/** @import {Play, Player, Rules, State, StepOf} from '../types.d.ts' */
/** @import {Standing} from './movement.mjs' */
/** @typedef {Standing & {to: string}} MoveMade */

/**
 * @param {Play} play
 * @param {StepOf<'move_colonists'>} step
 */
export function moveColonists(play, step) {
  const moves = (play.choices.moves ?? []).map(({colonist, to}) => ({...colonistNamed(colonist), to}));
  const budget = step.steps_per_colonist * colonistsOnBoard(play.player).length;
  const needed = orderMatters(step) ? moveInTurn(play, step, moves) : moveAtOnce(play, step, moves, budget);
  refuseUnless(needed <= budget, clauseOf(step, 'steps_per_colonist'),
    `the moves need ${needed} steps, and there are ${budget}`);
}

/**
 * Colonists of a kind are alike, and one may wait until another has left its line. So who went where does not matter:
 * the places left and the places reached are paired in the cheapest way.
 *
 * @param {Play} play
 * @param {StepOf<'move_colonists'>} step
 * @param {MoveMade[]} moves
 * @param {number} budget
 */
function moveAtOnce(play, step, moves, budget) {
  const {board, player} = play;
  for (const move of moves) liftColonist(player, move);
  for (const move of moves) setDownColonist(play, step, move);
  const asWritten = sum(moves.map(({kind, place, to}) => stepsFrom(board, step, kind, place, []).get(to) ?? Infinity));
  const left = new Set(moves.map(({place}) => place));
  play.movedTo = moves.filter(({place, to}) => (asWritten <= budget ? place !== to : !left.has(to))).map(({to}) => to);
  return sum(COLONIST_KINDS.map((kind) => {
    const ofKind = moves.filter((move) => move.kind === kind);
    return cheapestPairing(board, step, kind, ofKind.map(({place}) => place), ofKind.map(({to}) => to));
  }));
}

/**
 * @param {Play} play
 * @param {StepOf<'move_colonists'>} step
 * @param {MoveMade[]} moves
 */
function moveInTurn(play, step, moves) {
  const {board, state, player} = play;
  let needed = 0;
  for (const move of moves) {
    const {kind, place, to} = move;
    const arrived = moves.slice(0, moves.indexOf(move)).filter((other) => other.kind === kind && other.to === place);
    refuseUnless(countIn(player.colonists[kind], place) > arrived.length, 'architect.move.own-colonists',
      `no own ${kind} colonist that has not moved stands in ${place}`);
    liftColonist(player, move);
    const others = state.players.flatMap(colonistsOnBoard);
    setDownColonist(play, step, move);
    // A colonist that ends where it began stands as if it had not moved.
    if (place === to) continue;
    needed += stepsFrom(board, step, kind, place, others).get(to) ?? Infinity;
    play.movedTo.push(to);
  }
  return needed;
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
 * @param {StepOf<'move_colonists'>} step
 * @param {MoveMade} move
 */
function setDownColonist({board, state, player}, step, {kind, to}) {
  refuseUnless(step.end_in_city || !isCity(board, to), clauseOf(step, 'end_in_city'), `${to} is a city, not a line`);
  const line = board.lines.get(to);
  refuseUnless(!line || step.lines[kind].includes(line.kind), `architect.move.${kind}-lines`,
    `${to} is not a line for ${kind} colonists`);
  const isTaken = line !== undefined && state.players.flatMap(colonistsOnBoard).includes(to);
  refuseUnless(step.end_on_occupied_line || !isTaken, clauseOf(step, 'end_on_occupied_line'),
    `another colonist stands on ${to}`);
  player.colonists[kind].push(to);
}

/**
 * @param {Play} play
 * @param {StepOf<'build_houses'>} step
 */
export function buildHouses(play, step) {
  const cities = play.choices.builds ?? [];
  const limit = step.at_most === 'one_per_colonist' ? colonistsOnBoard(play.player).length : step.at_most;
  refuseBeyondLimit(step, cities.length, limit, 'houses');
  const mayBuild = !step.only_after_moving || cities.length === 0 || play.movedTo.length > 0;
  refuseUnless(mayBuild, clauseOf(step, 'only_after_moving'), 'no colonist has moved in this turn');
  for (const city of cities) buildHouse(play, step, city);
}

/**
 * @param {Play} play
 * @param {StepOf<'build_houses'>} step
 * @param {string} city
 */
function buildHouse(play, step, city) {
  const {rules, board, state, player} = play;
  refuseUnless(city !== board.startCity, 'architect.build.start-city', `nobody builds in ${city}`);
  refuseUnless(countIn(player.houses, city) < step.own_houses_per_city, clauseOf(step, 'own_houses_per_city'),
    `the player has a house in ${city}`);
  refuseUnless(isNextTo(play, step, city), clauseOf(step, 'next_to'), `${city} does not lie next to ${step.next_to}`);
  refuseUnless(player.houses.length < rules.data.pieces.per_player.houses, 'architect.build.supply',
    'the player has placed all houses');
  payHouse(rules, state, player, city);
  player.houses.push(city);
}

/**
 * @param {Play} play
 * @param {StepOf<'build_houses'>} step
 * @param {string} city
 */
function isNextTo({board, state, player, movedTo}, step, city) {
  const lines = board.linesAt.get(city) ?? [];
  if (step.next_to === 'own_houses') {
    return lines.some(({ends}) => ends.some((end) => end !== city && player.houses.includes(end)));
  }
  const places = {
    own_colonists: () => colonistsOnBoard(player),
    own_colonists_that_moved: () => movedTo,
    anyones_colonists: () => state.players.flatMap(colonistsOnBoard),
  }[step.next_to]();
  return lines.some(({id}) => places.includes(id));
}

/**
 * @param {Rules} rules
 * @param {State} state
 * @param {Player} player  changed
 * @param {string} city
 */
function payHouse(rules, state, player, city) {
  const {in_city_of: prices, coins_times: coinsTimes, goods_times: goodsTimes} = rules.data.costs.house;
  const cityGood = state.city_goods[city] ?? '';
  const price = prices[cityGood] ?? {goods: {}, coins: 0};
  const before = housesIn(state, city);
  // A first house costs the printed coins whatever they are multiplied by where houses stand already.
  const times = {
    once: 1,
    houses_after_building: before + 1,
    houses_before_building: Math.max(1, before),
    doubled_per_house: 2 ** before,
  }[coinsTimes];
  const goodsClause = cityGood === 'brick' ? 'house.cost.goods.brick-city' : 'house.cost.goods';
  pay(player, multiplied(price.goods, goodsTimes === 'once' ? 1 : times), goodsClause, `a house in ${city}`);
  const coins = price.coins * times;
  const coinsClause = player.coins < price.coins ? 'house.cost.coins' : 'house.cost.coins.multiplied';
  refuseUnless(player.coins >= coins, coinsClause,
    `house number ${before + 1} in ${city} costs ${coins} coins; there are ${player.coins}`);
  player.coins -= coins;
}
