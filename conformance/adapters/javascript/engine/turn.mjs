/** Playing a turn: one card with the choices made for it. */

import {buildHouses} from './architect.mjs';
import {buyCards} from './buying.mjs';
import {gainCoins, placeColonists, recallCards} from './colonists.mjs';
import {copyCard} from './diplomat.mjs';
import {bringAboutTheEnd, nextPlayer} from './ending.mjs';
import {Malformed, Refusal, malformedUnless, refuseUnless} from './errors.mjs';
import {checkedTurn, refuseForeignParts} from './form.mjs';
import {scoreInterim} from './interim.mjs';
import {gainedNow, notesOf, remember} from './memory.mjs';
import {moveColonists} from './moving.mjs';
import {boardOf} from './position.mjs';
import {
  chooseProvince, collectMarkerCoins, flipMarker, flipMarkers, gainMarkerGood, handOnUnused, passPraefectusMagnus, produce,
  someProvinceIsOpen,
} from './production.mjs';
import {inOrder} from './state.mjs';
import {clauseOf} from './steps.mjs';
import {storeGoods} from './storehouse.mjs';
import {gainCardIncome, tradeGoods} from './trade.mjs';
import {isSameJson, removeOne} from './values.mjs';

/** @import {Action, Play, Rules, State, Step, StepOf, Verb} from '../types.d.ts' */

/**
 * The verbs of which the actions of the cards are made: what carries them out, and the parts of a turn that they read.
 *
 * @type {{[V in Verb]: {run: (play: Play, step: StepOf<V>) => void, reads: (keyof Action)[]}}}
 */
const VERBS = {
  recall_cards: {run: recallCards, reads: ['recall']},
  place_colonists: {run: placeColonists, reads: ['place']},
  move_colonists: {run: moveColonists, reads: ['moves']},
  build_houses: {run: buildHouses, reads: ['builds']},
  choose_province: {run: chooseProvince, reads: ['province']},
  gain_marker_good: {run: gainMarkerGood, reads: ['praefectus_magnus']},
  flip_marker: {run: flipMarker, reads: []},
  flip_markers: {run: flipMarkers, reads: []},
  produce: {run: produce, reads: []},
  store_goods: {run: storeGoods, reads: ['keep', 'discard']},
  pass_praefectus_magnus: {run: passPraefectusMagnus, reads: []},
  collect_marker_coins: {run: collectMarkerCoins, reads: []},
  gain_coins: {run: gainCoins, reads: []},
  gain_card_income: {run: gainCardIncome, reads: []},
  trade_goods: {run: tradeGoods, reads: ['sell', 'buy']},
  copy_card: {run: (play, step) => copyCard(play, step, carryOut), reads: ['copies', 'as']},
  buy_cards: {run: buyCards, reads: ['cards', 'cards_for_surcharge', 'any']},
};

/**
 * Plays a turn.
 *
 * @param {Rules} rules
 * @param {State} state  from setUp, readState or apply; it is not changed
 * @param {unknown} turn
 * @returns {State} the position after the turn
 * @throws {Refusal} if the rules do not allow the turn, {Malformed} if it cannot be read or is incomplete
 */
export function apply(rules, state, turn) {
  const given = checkedTurn(rules, state, turn);
  const seat = state.to_play;
  refuseUnless(seat !== null, 'end.last-turn', 'the game is over');
  refuseUnless((given.seat ?? seat) === seat, 'turn.order', `it is the turn of seat ${seat}`);
  const next = structuredClone(state);
  if (given.pass) refuseToPass(rules, state);
  else playCard(rules, next, seat, given);
  handOnUnused(rules, state, next, given);
  bringAboutTheEnd(rules, state, next, seat);
  remember(rules, state, next, given.pass ? null : given);
  if (gainedNow(next, seat).length === 0) next.to_play = nextPlayer(rules, next, seat);
  return inOrder(rules, next);
}

/**
 * Asks whether a turn is allowed.
 *
 * @param {Rules} rules
 * @param {State} state
 * @param {unknown} turn
 * @returns {Refusal | Malformed | null} why not, or null if it is
 */
export function check(rules, state, turn) {
  try {
    apply(rules, state, turn);
    return null;
  } catch (problem) {
    if (problem instanceof Refusal || problem instanceof Malformed) return problem;
    throw problem;
  }
}

/**
 * @param {Rules} rules
 * @param {State} state
 */
function refuseToPass(rules, state) {
  const {turn, end} = rules.data;
  const isLastTurn = state.last_turns !== null;
  const goesOn = state.to_play !== null && gainedNow(state, state.to_play).length > 0;
  const mayPass = goesOn || turn.may_pass || (isLastTurn && end.last_turns.may_be_declined);
  refuseUnless(mayPass, isLastTurn ? 'end.last-turn' : 'turn.no-passing', 'a card has to be played');
}

/**
 * @param {Rules} rules
 * @param {State} state  changed
 * @param {number} seat
 * @param {Action} turn
 */
function playCard(rules, state, seat, turn) {
  const player = state.players[seat];
  const card = rules.cards.get(turn.card);
  malformedUnless(player && card, '/card', 'there is no such card');
  refuseUnless(player.hand.includes(turn.card), 'turn.hand', `${turn.card} is not in the hand of seat ${seat}`);
  const recovered = player.pile.length;
  const waits = notesOf(state, seat, 'bought').includes(turn.card);
  refuseUnless(!waits, 'turn.hand', `${turn.card} waits for the next Tribune`);
  const gained = gainedNow(state, seat);
  refuseUnless(gained.length === 0 || gained.includes(turn.card), 'turn.one-card', `${turn.card} was not gained in this turn`);
  refuseToSave(rules, state, seat, turn);
  const needsEffect = rules.data.turn.action === 'must_have_an_effect';
  const before = needsEffect ? structuredClone(state) : state;
  removeOne(player.hand, turn.card);
  player.pile.push(turn.card);
  const laidDown = needsEffect ? structuredClone(state) : state;
  if (turn.without_action && rules.data.turn.action === 'may_be_left_out') {
    refuseForeignParts(turn, ['seat', 'card', 'without_action'], '');
    return;
  }
  carryOut({
    rules,
    board: boardOf(rules, state),
    state,
    seat,
    player,
    card,
    choices: turn,
    at: '',
    province: null,
    magnusUsed: false,
    steps: [],
    journeys: [],
    movedTo: [],
    stood: [],
    gained: state.players.map(() => ({})),
    recovered,
  });
  const isSame = (/** @type {State} */ other) => isSameJson(inOrder(rules, other), inOrder(rules, structuredClone(state)));
  refuseUnless(!needsEffect || ![before, laidDown].some(isSame), clauseOf(rules.data.turn, 'action'),
    `${turn.card} changes nothing`);
  scoreInterim(rules, state, seat, card, recovered);
}

/**
 * Refuses to save the Praefectus Magnus for later, where its holder must produce as soon as a Prefect is in hand.
 *
 * @param {Rules} rules
 * @param {State} state
 * @param {number} seat
 * @param {Action} turn
 */
function refuseToSave(rules, state, seat, turn) {
  if (!rules.data.turn.praefectus_magnus_obliges || state.praefectus_magnus !== seat) return;
  const board = boardOf(rules, state);
  const owed = (/** @type {string} */ card) =>
    Object.entries(rules.data.actions[rules.cards.get(card)?.action ?? '']?.choose ?? {})
      .filter(([, steps]) => steps.some((step) => step.do === 'gain_marker_good'))
      .filter(([, steps]) => steps.every((step) => step.do !== 'choose_province' || someProvinceIsOpen(board, state, step)))
      .map(([name]) => name);
  const hand = state.players[seat]?.hand ?? [];
  if (hand.every((card) => owed(card).length === 0)) return;
  const choices = owed(turn.card);
  const isKept = turn.choice !== undefined && rules.data.turn.alternatives === 'one' && !choices.includes(turn.choice);
  refuseUnless(choices.length > 0 && !isKept, clauseOf(rules.data.turn, 'praefectus_magnus_obliges'),
    'the holder of the Praefectus Magnus has to produce');
}

/**
 * Carries out the action of `play.card` with the choices made for it.
 *
 * @param {Play} play
 */
function carryOut(play) {
  const {rules, state, seat, card, recovered} = play;
  const steps = chosenSteps(play);
  play.steps = steps;
  refuseForeignParts(play.choices, ['seat', 'card', 'choice', ...steps.flatMap((step) => VERBS[step.do].reads)], play.at);
  for (const step of steps) {
    const run = /** @type {(play: Play, step: Step) => void} */ (VERBS[step.do].run);
    run(play, step);
    const scoredNow = step.do === 'recall_cards' && rules.data.interim.moment === 'before_the_new_colonist';
    if (scoredNow) scoreInterim(rules, state, seat, card, recovered);
  }
}

/** @param {Play} play */
function chosenSteps({rules, card, choices: {choice}, at, copied}) {
  const onCard = rules.data.actions[card.action]?.choose ?? {};
  const steps = Object.values(onCard).flat();
  if (rules.data.turn.alternatives === 'all') {
    malformedUnless(choice === undefined, `${at}/choice`, `all that ${card.id} offers is done`);
    return steps;
  }
  const alternatives = copied?.oneStep ? Object.fromEntries(steps.map((step) => [step.do, [step]])) : onCard;
  const names = Object.keys(alternatives);
  if (choice === undefined) {
    malformedUnless(names.length === 1, at, `${card.id} does one of: ${names.join(', ')}`);
    return alternatives[names[0] ?? ''] ?? [];
  }
  refuseUnless(names.includes(choice), 'turn.action', `${card.id} does one of: ${names.join(', ')}`);
  const isRepeated = copied?.only === undefined || copied.only === choice;
  refuseUnless(isRepeated, copied?.clause ?? 'turn.action', `${copied?.only} is repeated`);
  return alternatives[choice] ?? [];
}
