/** The Diplomat: copying a card. */

import {refuseUnless} from './errors.mjs';
import {notesOf} from './memory.mjs';
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
  const top = pileOf(play, step, copies).at(-1);
  refuseUnless(as.card === top, 'diplomat.top-card', `on top of the pile of seat ${copies} lies ${top ?? 'nothing'}`);
  refuseUnless(!barredForGood(play, step, copies), clauseOf(step, 'barred_by_a_tribune'),
    `seat ${copies} has played a Tribune`);
  const barred = whyNotCopied(play, step, copies);
  refuseUnless(barred === null, clauseOf(step, 'barred_by'), barred ?? '');
  if (step.copied_card === 'is_taken') play.player.pile.push(...(state.players[copies]?.pile.splice(-1) ?? []));
  carryOut({
    ...play,
    card: printedOn(rules, step, card),
    choices: as,
    at: `${play.at}/as`,
    copied: {
      ...(repeated(play, step, copies, card) ?? {}),
      clause: clauseOf(step, 'alternative'),
      oneStep: step.one_action_of.includes(card.kind),
    },
  });
}

/**
 * The alternative of a copied card that is repeated, if the player does not choose again.
 *
 * @param {Play} play
 * @param {StepOf<'copy_card'>} step
 * @param {number} copied
 * @param {Card} card
 */
function repeated({rules, state}, step, copied, card) {
  const alternatives = Object.keys(rules.data.actions[card.action]?.choose ?? {});
  const [chosen] = notesOf(state, copied, 'chosen').filter((name) => alternatives.includes(name));
  const isRepeated = step.alternative === 'as_by_the_owner' && chosen !== undefined && alternatives.length > 1;
  return isRepeated ? {only: chosen} : null;
}

/**
 * A pile as it can be copied from: a Diplomat on top may count as the card that it has copied.
 *
 * @param {Play} play
 * @param {StepOf<'copy_card'>} step
 * @param {number} copied
 */
function pileOf({rules, state}, step, copied) {
  const pile = state.players[copied]?.pile ?? [];
  const [stands] = notesOf(state, copied, 'copied');
  const counts = step.used_diplomat === 'counts_as_the_copied_card' && rules.cards.get(pile.at(-1) ?? '')?.action === 'diplomat';
  return counts && stands !== undefined ? [...pile.slice(0, -1), stands] : pile;
}

/**
 * Why no card of a seat can be copied, or null if one can.
 *
 * @param {Play} play
 * @param {StepOf<'copy_card'>} step
 * @param {number} copied
 */
function whyNotCopied(play, step, copied) {
  const {rules, state, seat} = play;
  const pile = pileOf(play, step, copied);
  if (copied === seat && step.from === 'other_players') return 'one\'s own pile is not copied';
  if (pile.length === 0) return 'the pile is empty';
  if (barredForGood(play, step, copied)) return `seat ${copied} has played a Tribune`;
  const bars = (/** @type {string} */ id) => step.not_copied.includes(rules.cards.get(id)?.kind ?? '');
  const isDiplomat = (/** @type {string} */ id) => rules.cards.get(id)?.action === 'diplomat';
  const barring = pile.slice(-1).find(bars)
    ?? (step.barred_by === 'any_card_of_the_pile' ? pile.find(bars) : undefined)
    ?? (step.barred_by === 'any_diplomat_ever_played'
      ? [...pile, ...notesOf(state, copied, 'played')].find(isDiplomat) : undefined);
  return barring === undefined ? null : `the pile of seat ${copied} is barred by ${barring}`;
}

/**
 * @param {Play} play
 * @param {StepOf<'copy_card'>} step
 * @param {number} copied
 */
function barredForGood({rules, state}, step, copied) {
  const tribunes = notesOf(state, copied, 'played').filter((card) => rules.cards.get(card)?.action === 'tribune');
  return step.barred_by_a_tribune === 'for_the_whole_game' && tribunes.length > 0;
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
