/** The Diplomat: copying a card. */

import {refuseUnless} from './errors.mjs';
import {clauseOf} from './steps.mjs';

/** @import {Card, Play, Rules, StepOf} from '../types.d.ts' */

/**
 * @param {Play} play
 * @param {StepOf<'copy_card'>} step
 * @param {(play: Play) => void} carryOut  what carries out the copied card
 */
export function copyCard(play, step, carryOut) {
  const {rules, state, seat, choices: {copies, as}} = play;
  if (copies === undefined || as === undefined) {
    const canCopy = state.players.some((_, other) => whyNotCopied(play, step, other) === null);
    refuseUnless(step.may_decline || !canCopy, clauseOf(step, 'may_decline'), 'something has to be copied');
    refuseUnless(step.without_target === 'allowed' || canCopy, clauseOf(step, 'without_target'),
      'there is nothing to copy');
    return;
  }
  const card = /** @type {Card} */ (rules.cards.get(as.card));
  refuseUnless(copies !== seat || step.from === 'all_players', clauseOf(step, 'from'), 'one\'s own pile is not copied');
  refuseUnless(!step.not_copied.includes(card.kind), `diplomat.not-${card.kind}`, `a ${card.kind} is not copied`);
  const top = state.players[copies]?.pile.at(-1);
  refuseUnless(as.card === top, 'diplomat.top-card', `on top of the pile of seat ${copies} lies ${top ?? 'nothing'}`);
  const barred = whyNotCopied(play, step, copies);
  refuseUnless(barred === null, clauseOf(step, 'barred_by'), barred ?? '');
  carryOut({...play, card: printedOn(rules, step, card), choices: as, at: `${play.at}/as`});
}

/**
 * Why no card of a seat can be copied, or null if one can.
 *
 * @param {Play} play
 * @param {StepOf<'copy_card'>} step
 * @param {number} copied
 */
function whyNotCopied({rules, state, seat}, step, copied) {
  const pile = state.players[copied]?.pile ?? [];
  if (copied === seat && step.from === 'other_players') return 'one\'s own pile is not copied';
  if (pile.length === 0) return 'the pile is empty';
  const bars = (/** @type {string} */ id) => step.not_copied.includes(rules.cards.get(id)?.kind ?? '');
  const barring = (step.barred_by === 'top_card' ? pile.slice(-1) : pile).find(bars);
  return barring === undefined ? null : `the pile of seat ${copied} is barred by ${barring}`;
}

/**
 * The card whose printed values hold.
 *
 * @param {Rules} rules
 * @param {StepOf<'copy_card'>} step
 * @param {Card} card
 */
function printedOn(rules, step, card) {
  const own = rules.startingCards.find(({kind}) => kind === card.kind);
  return step.printed_values === 'of_the_own_starting_card' && own ? own : card;
}
