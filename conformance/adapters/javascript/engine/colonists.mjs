/** Tribune and Colonist: taking cards back, placing new colonists, income. */

import {linesTouching} from './board.mjs';
import {refuseUnless} from './errors.mjs';
import {colonistNamed} from './form.mjs';
import {storedColonists} from './position.mjs';
import {clauseOf, pay, refuseBeyondLimit} from './steps.mjs';
import {countIn} from './values.mjs';

/** @import {Play, StepOf} from '../types.d.ts' */

/**
 * @param {Play} play
 * @param {StepOf<'recall_cards'>} step
 */
export function recallCards({player, choices: {recall = true}}, step) {
  // The card that is played has left the hand and lies on the pile.
  const isLast = player.hand.length === 0;
  refuseUnless(isLast || step.playable === 'at_any_time', clauseOf(step, 'playable'), 'other cards are left in hand');
  const isAlone = player.pile.length === 1;
  refuseUnless(!isAlone || step.with_an_empty_pile === 'allowed', clauseOf(step, 'with_an_empty_pile'),
    'no card lies on the pile');
  refuseUnless(recall || step.may_be_left, clauseOf(step, 'may_be_left'), 'the cards of the pile return');
  if (!recall) return;
  const staying = step.tribune_returns ? [] : player.pile.slice(-1);
  const returned = player.pile.splice(0, player.pile.length - staying.length);
  player.hand.push(...returned);
  const cards = step.counted_cards === 'owned' ? player.hand.length : returned.length;
  const counted = cards - (step.tribune_counts || !step.tribune_returns ? 0 : 1);
  player.coins += step.coins_per_card * Math.max(0, counted - step.cards_without_coins);
}

/**
 * @param {Play} play
 * @param {StepOf<'place_colonists'>} step
 */
export function placeColonists(play, step) {
  const wanted = play.choices.place ?? [];
  refuseBeyondLimit(step, wanted.length, step.at_most, 'new colonists');
  refuseUnless(wanted.length > 0 || step.may_place_none !== false, clauseOf(step, 'may_place_none'), 'nobody is placed');
  refuseCrowding(step, wanted);
  for (const colonist of wanted) placeColonist(play, step, colonist);
}

/**
 * @param {StepOf<'place_colonists'>} step
 * @param {string[]} wanted
 */
function refuseCrowding({at_most_in_one_city: limit = 'any', ...step}, wanted) {
  const cities = wanted.map((colonist) => colonistNamed(colonist).place);
  for (const city of cities) {
    refuseUnless(limit === 'any' || countIn(cities, city) <= limit, clauseOf(step, 'at_most_in_one_city'),
      `no more than ${limit} new colonists are placed in ${city}`);
  }
}

/**
 * @param {Play} play
 * @param {StepOf<'place_colonists'>} step
 * @param {string} colonist
 */
function placeColonist({rules, board, player}, step, colonist) {
  const {kind, place: city} = colonistNamed(colonist);
  const allowed = {start_city: city === board.startCity, own_houses: player.houses.includes(city)};
  refuseUnless(step.at.some((place) => allowed[place]), clauseOf(step, 'at'), `no new colonist is placed in ${city}`);
  const canLeave = !step.kind_needs_line || linesTouching(board, city, [kind]).length > 0;
  refuseUnless(canLeave, clauseOf(step, 'kind_needs_line'), `no ${kind} line begins in ${city}`);
  refuseUnless(storedColonists(rules, player, kind) > 0, 'piece.colonists',
    `no ${kind} colonist is left in the storehouse`);
  pay(player, rules.data.costs.colonist.goods, clauseOf(step, 'cost'), 'a colonist');
  player.colonists[kind].push(city);
}

/**
 * @param {Play} play
 * @param {StepOf<'gain_coins'>} step
 */
export function gainCoins({board, player}, step) {
  const places = step.counted_kinds.flatMap((kind) => player.colonists[kind]);
  const counted = places.filter((place) => step.counted_places === 'lines_and_cities' || board.lines.has(place));
  player.coins += step.base + step.per_colonist_on_board * counted.length;
}
