/** The rules: the data of a bundle, checked and made ready to look things up in. */

import {createBoard} from './board.mjs';
import {editionData} from './editions.mjs';
import {malformedUnless} from './errors.mjs';
import {refuseUnknownReadings} from './readings.mjs';

/** @import {Bundle, Card, Rules, Specification} from '../types.d.ts' */

/**
 * Prepares the rules of a bundle.
 *
 * @param {Bundle} bundle  the JSON that `concordia bundle` prints
 * @param {{edition?: string, readings?: Record<string, string>}} [wanted]  another edition than that of the bundle, and
 *     other readings of some disputes
 * @returns {Rules} for the other functions
 * @throws {Malformed} if the bundle asks for a reading of the rules that this engine does not know
 */
export function createRules(bundle, {edition = bundle?.edition, readings = {}} = {}) {
  const isBundle = bundle?.format === 'concordia-bundle' && bundle.format_version === 1;
  malformedUnless(isBundle, '', 'this is not a bundle of format version 1');
  const data = editionData(bundle, edition, readings);
  refuseUnknownReadings(data);
  const startingCards = cardsOf(data, data.cards.starting.cards);
  const forSale = Object.values(data.cards.for_sale.decks).flatMap((deck) => cardsOf(data, deck));
  return Object.freeze({
    version: bundle.version,
    edition,
    readings,
    goods: Object.keys(data.goods.goods),
    price: Object.fromEntries(Object.entries(data.goods.goods).map(([good, {price}]) => [good, price])),
    kinds: Object.keys(data.cards.kinds),
    cards: new Map([...startingCards, ...forSale].map((card) => [card.id, card])),
    startingCards,
    startingHand: startingCards.flatMap(({id, copies = 1}) => Array(copies).fill(id)).sort(),
    alternatives: new Set([
      ...Object.values(data.actions).flatMap(({choose}) => Object.keys(choose)), ...stepsChosenAlone(data),
    ]),
    boards: new Map(Object.entries(data.maps).map(([id, map]) => [id, createBoard(map)])),
    data,
  });
}

/**
 * @param {Specification} data
 * @param {Record<string, Omit<Card, 'id' | 'action'>>} printed
 * @returns {Card[]}
 */
function cardsOf(data, printed) {
  return Object.entries(printed).map(([id, card]) => ({id, ...data.cards.kinds[card.kind], ...card}));
}

/**
 * The steps of cards of which one is chosen when they are copied; none under the canonical rules.
 *
 * @param {Specification} data
 */
function stepsChosenAlone({actions, cards}) {
  const steps = Object.values(actions).flatMap(({choose}) => Object.values(choose).flat());
  const kinds = steps.flatMap((step) => (step.do === 'copy_card' ? step.one_action_of : []));
  const copied = kinds.map((kind) => actions[cards.kinds[kind]?.action ?? '']?.choose ?? {});
  return copied.flatMap((choose) => Object.values(choose).flat().map((step) => step.do));
}
