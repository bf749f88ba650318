/** Counting points. */

import {COLONIST_KINDS} from './board.mjs';
import {Malformed} from './errors.mjs';
import {notesOf} from './memory.mjs';
import {boardOf, colonistsOnBoard, neighbour, valueOf} from './position.mjs';
import {countIn, isObject, kindsIn, sum} from './values.mjs';

/** @import {Card, CardScore, ColonistKind, Counted, God, GodScore, Player, PlayerScore, Quantity, Rules, ScoreSheet, State} from '../types.d.ts' */
/** @typedef {{rules: Rules, state: State, seat: number, player: Player, card: Card, withGoods: boolean}} Scored */

/**
 * Scores a position as if the game ended now.
 *
 * @param {Rules} rules
 * @param {State} state
 * @returns {ScoreSheet} for every player, god and card what was counted and what it is worth
 */
export function score(rules, state) {
  const players = state.players.map((_, seat) => scorePlayer(rules, state, seat));
  const best = Math.max(...players.map((player) => player.total));
  const tied = players.filter((player) => player.total === best).map((player) => player.seat);
  return {players, winner: winnerOf(rules, state, tied), by_tie_break: tied.length > 1};
}

/**
 * The Praefectus Magnus decides a tie: its holder, or whom it would reach first on its way round the table.
 *
 * @param {Rules} rules
 * @param {State} state
 * @param {number[]} tied
 */
function winnerOf(rules, state, tied) {
  const {among, else_next_to_the: side} = rules.data.end.winner;
  const [only] = tied;
  if (only === undefined) throw new Malformed('/players', 'the points cannot be counted');
  if (tied.length === 1) return only;
  const held = state.players.findIndex((_, holder) => notesOf(state, holder, 'held').length > 0);
  let seat = held < 0 ? state.praefectus_magnus : held;
  if (among === 'all_players') return seat;
  while (!tied.includes(seat)) seat = neighbour(state, seat, side);
  return seat;
}

/**
 * @param {Rules} rules
 * @param {State} state
 * @param {number} seat
 * @returns {PlayerScore}
 */
function scorePlayer(rules, state, seat) {
  const gods = scoreGods(rules, state, seat, true);
  const hasEnded = state.concordia === seat || notesOf(state, seat, 'ended').length > 0;
  const concordia = hasEnded ? rules.data.cards.concordia.points : 0;
  const interim = sum(notesOf(state, seat, 'interim').map(Number));
  const total = concordia + interim + sum(Object.values(gods).map((god) => god.total));
  return {seat, gods, concordia, ...(interim > 0 ? {interim} : {}), total};
}

/**
 * The points of all cards of a player.
 *
 * @param {Rules} rules
 * @param {State} state
 * @param {number} seat
 * @param {boolean} withGoods  whether goods in the storehouse count
 */
export function pointsOfCards(rules, state, seat, withGoods) {
  return sum(Object.values(scoreGods(rules, state, seat, withGoods)).map((god) => god.total));
}

/**
 * @param {Rules} rules
 * @param {State} state
 * @param {number} seat
 * @param {boolean} withGoods
 * @returns {Record<string, GodScore>}
 */
function scoreGods(rules, state, seat, withGoods) {
  const {hand, pile, ...rest} = /** @type {Player} */ (state.players[seat]);
  // Where a house counts for one god only, the gods after it do not see it.
  const player = {...rest, hand, pile, houses: [...rest.houses]};
  const owned = [...rules.cards.values()].flatMap((card) => Array(countIn([...hand, ...pile], card.id)).fill(card));
  return Object.fromEntries(Object.entries(rules.data.gods.gods).map(([id, god]) => {
    const cards = countingCards(rules, owned.filter((card) => card.god === id));
    const scored = cards.map((card) => ({rules, state, seat, player: {...player}, card, withGoods}));
    if (rules.data.gods.scoring.a_house_counts_for === 'the_first_god') {
      const counted = scored.flatMap((one) => housesCounted(one, god.per));
      player.houses = player.houses.filter((city) => !counted.includes(city));
    }
    return [id, scoreGod(rules, scored.map((one) => scoreCard(one, god)))];
  }));
}

/**
 * Where a god scores once, cards that count the same thing for the same points are one. Specialists of different goods
 * count different houses, so they are not.
 *
 * @param {Rules} rules
 * @param {Card[]} cards  of one god
 */
function countingCards(rules, cards) {
  if (rules.data.gods.scoring.cards === 'each') return cards;
  return [...new Map(cards.map((card) => [`${card.points} ${card.good}`, card])).values()];
}

/**
 * @param {Rules} rules
 * @param {CardScore[]} cards
 * @returns {GodScore}
 */
function scoreGod(rules, cards) {
  const all = sum(cards.map((card) => card.total));
  const limit = rules.data.gods.scoring.maximum === 'in_total' ? cards[0]?.at_most ?? Infinity : Infinity;
  return {cards, total: Math.min(all, limit)};
}

/**
 * @param {Scored} scored
 * @param {God} god
 * @returns {CardScore}
 */
function scoreCard(scored, god) {
  const {rules, state, card} = scored;
  const counted = evaluate(scored, god.per);
  const times = timesOf(god, counted);
  const points = god.points === 'of_the_card' ? card.points ?? 0 : god.points;
  const atMost = (isObject(god.at_most) ? god.at_most[state.map] : god.at_most) ?? null;
  const limit = rules.data.gods.scoring.maximum === 'per_card' ? atMost ?? Infinity : Infinity;
  return {card: card.id, counted, times, points, at_most: atMost, total: Math.min(times * points, limit)};
}

/**
 * How many times there are points: once for every full ten, say.
 *
 * @param {God} god
 * @param {Counted} counted
 */
function timesOf({full = 1, divided, rounded}, counted) {
  const tens = (/** @type {number} */ number) =>
    Math.floor(number / full) + (rounded === 'to_the_nearest' && 2 * (number % full) >= full ? 1 : 0);
  return divided === 'each_part' ? sum((counted.parts ?? []).map(({number}) => tens(number))) : tens(counted.number);
}

/**
 * The cities of the player's houses that score for a god.
 *
 * @param {Scored} scored
 * @param {Quantity} quantity
 */
function housesCounted(scored, quantity) {
  switch (quantity.count) {
    case 'houses': return ofTheRightGood(scored, quantity, scored.player.houses);
    case 'provinces_with_houses': return quantity.settled_by === 'colonists' ? [] : scored.player.houses;
    case 'goods_produced_by_houses': return quantity.counted_when === 'a_house_has_produced' ? [] : scored.player.houses;
    default: return [];
  }
}

/**
 * @param {Scored} scored
 * @param {Quantity} quantity
 * @returns {Counted}
 */
function evaluate(scored, quantity) {
  const {rules, player, withGoods} = scored;
  if (quantity.sum) {
    const parts = quantity.sum.map((part) => evaluate(scored, part));
    return {what: 'sum', number: sum(parts.map((part) => part.number)), parts};
  }
  if (quantity.value_of === 'goods') return valueOfGoods(rules, withGoods ? player.goods : {});
  const what = quantity.count ?? 'coins';
  if (what === 'coins') return {what, number: player.coins};
  const items = COUNTED_THINGS[what](scored, quantity);
  return countedItems(what, items.length, items);
}

/**
 * @param {string} what
 * @param {number} number
 * @param {NonNullable<Counted['items']>} items
 * @returns {Counted}
 */
function countedItems(what, number, items) {
  return items.length > 0 ? {what, number, items} : {what, number};
}

/**
 * @param {Rules} rules
 * @param {Player['goods']} goods
 */
function valueOfGoods(rules, goods) {
  /** @type {[string, number, number][]} */
  const items = kindsIn(goods).map((good) => [good, goods[good] ?? 0, valueOf(rules, {[good]: goods[good] ?? 0})]);
  return countedItems('value of goods', valueOf(rules, goods), items);
}

/**
 * @param {Scored} scored
 * @param {Quantity} quantity
 */
function counting({state, player}, {owner = 'self'}) {
  return owner === 'anyone' ? state.players : [player];
}

/**
 * @param {Scored} scored
 * @param {Quantity} quantity
 * @param {string[]} cities
 */
function ofTheRightGood({state, card}, {city_good: {is: wanted, not: excluded} = {}}, cities) {
  const meant = (/** @type {string | undefined} */ good) => (good === 'of_the_card' ? card.good : good);
  return cities.filter((city) =>
    (excluded === undefined || state.city_goods[city] !== meant(excluded))
    && (wanted === undefined || state.city_goods[city] === meant(wanted)));
}

/** @type {Record<Exclude<NonNullable<Quantity['count']>, 'coins'>, (scored: Scored, quantity: Quantity) => string[]>} */
const COUNTED_THINGS = {
  houses(scored, quantity) {
    return ofTheRightGood(scored, quantity, counting(scored, quantity).flatMap(({houses}) => houses));
  },
  cities(scored, quantity) {
    return ofTheRightGood(scored, quantity, [...boardOf(scored.rules, scored.state).cities.keys()]);
  },
  provinces_with_houses(scored, quantity) {
    const {cities, provinces, lines} = boardOf(scored.rules, scored.state);
    const placesOf = (/** @type {Player} */ player) =>
      (quantity.settled_by === 'colonists' ? colonistsOnBoard(player) : player.houses);
    const settled = counting(scored, quantity).flatMap(placesOf)
      .flatMap((place) => lines.get(place)?.ends ?? [place])
      .map((city) => cities.get(city)?.province);
    return [...provinces.keys()].filter((province) => settled.includes(province));
  },
  goods_produced_by_houses(scored, quantity) {
    const {rules, state, seat} = scored;
    if (quantity.counted_when === 'a_house_has_produced') {
      const seats = quantity.owner === 'anyone' ? [...state.players.keys()] : [seat];
      const noted = seats.flatMap((owner) => notesOf(state, owner, 'produced'));
      return rules.goods.filter((good) => noted.includes(good));
    }
    const produced = counting(scored, quantity).flatMap(({houses}) => houses.map((city) => state.city_goods[city]));
    return rules.goods.filter((good) => produced.includes(good));
  },
  colonists_on_board(scored, quantity) {
    const {kinds = COLONIST_KINDS, placed_since: since = 'the_set_up'} = quantity;
    const {colonists_in_start_city: first} = scored.rules.data.setup.players;
    // No colonist leaves the board, so that as many of a kind as were set up are not from play.
    const passedOver = (/** @type {ColonistKind} */ kind) => (since === 'the_set_up' ? 0 : first[kind]);
    return counting(scored, quantity).flatMap(({colonists}) =>
      kinds.flatMap((kind) => colonists[kind].slice(passedOver(kind)).map((place) => `${kind}@${place}`)));
  },
};
