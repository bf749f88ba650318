/** Tribune and Colonist: taking cards back, placing new colonists, income. */

import {linesTouching} from './board.mjs';
import {refuseUnless} from './errors.mjs';
import {colonistNamed} from './form.mjs';
import {colonistsOnBoard, storedColonists} from './position.mjs';
import {clauseOf, pay, refuseBeyondLimit} from './steps.mjs';

/** @import {Play, StepOf} from '../types.d.ts' */

/**
 * @param {Play} play
 * @param {StepOf<'recall_cards'>} step
 */
export function recallCards({player}, step) {
  const returned = player.pile.splice(0);
  player.hand.push(...returned);
  const cards = step.counted_cards === 'owned' ? player.hand.length : returned.length;
  const counted = cards - (step.tribune_counts ? 0 : 1);
  player.coins += step.coins_per_card * Math.max(0, counted - step.cards_without_coins);
}

/**
 * @param {Play} play
 * @param {StepOf<'place_colonists'>} step
 */
export function placeColonists(play, step) {
  const wanted = play.choices.place ?? [];
  refuseBeyondLimit(step, wanted.length, step.at_most, 'new colonists');
  for (const colonist of wanted) placeColonist(play, step, colonist);
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
export function gainCoins({player}, step) {
  player.coins += step.base + step.per_colonist_on_board * colonistsOnBoard(player).length;
}
