/** Setting up a game from everything that was drawn for it. */

import {malformedUnless, refuseUnless} from './errors.mjs';
import {seatsInTurnOrder} from './position.mjs';
import {add, covers, inWords, isCount, isObject, isSameJson, isText} from './values.mjs';

/** @import {Amounts, Board, ColonistKind, Draws, Player, Rules, SetUp, State} from '../types.d.ts' */

/**
 * Sets up a game.
 *
 * @param {Rules} rules
 * @param {SetUp} game
 * @returns {State}
 * @throws {Refusal} if the draws are not possible, {Malformed} if they cannot be read
 */
export function setUp(rules, game) {
  malformedUnless(isObject(game), '', 'a set-up is an object');
  const {map, players, interim = rules.data.interim.used, draws} = /** @type {SetUp} */ (game);
  const board = rules.boards.get(map);
  malformedUnless(board, '/map', `there is no map ${JSON.stringify(map)}`);
  malformedUnless(isCount(players), '/players', 'the number of players is missing');
  refuseUnless(board.players.includes(players), 'map.players', `${map} is not played by ${players} players`, '/players');
  malformedUnless(typeof interim === 'boolean', '/interim', 'must be true or false');
  checkDraws(rules, board, players, draws);
  const {first_player: first, city_goods: cityGoods, stack} = draws;
  const order = seatsInTurnOrder(rules, first, players);
  const {bonus_markers: markers, players: start} = rules.data.setup;
  const seats = Array.from({length: players}, (_, seat) => seat);
  const slots = rules.data.display.slots.length;
  const holder = start.praefectus_magnus === 'last_player' ? order.at(-1) : first;
  return {
    map,
    to_play: first,
    first_player: first,
    players: seats.map((seat) => startingPlayer(rules, board, order.indexOf(seat), draws.colonists?.[seat])),
    city_goods: Object.fromEntries([...board.cities.keys()].map((city) => [city, cityGoods[city] ?? ''])),
    markers: Object.fromEntries([...board.provinces.keys()].map((province) => [province, markers.side_up])),
    display: stack.slice(0, slots),
    stack: stack.slice(slots),
    praefectus_magnus: holder ?? first,
    concordia: null,
    last_turns: null,
    interim: interim ? seats.map(() => null) : null,
  };
}

/**
 * @param {Rules} rules
 * @param {Board} board
 * @param {number} placeInTurnOrder
 * @param {Record<ColonistKind, number>} [chosen]  the colonists in the start city, where players choose them
 * @returns {Player}
 */
function startingPlayer(rules, board, placeInTurnOrder, chosen) {
  const {coins, goods, colonists_in_start_city: usual} = rules.data.setup.players;
  const colonists = chosen ?? usual;
  const standing = (/** @type {ColonistKind} */ kind) => Array(colonists[kind]).fill(board.startCity);
  return {
    coins: coins.first_player + coins.more_each_next_seat * placeInTurnOrder,
    goods: Object.fromEntries(rules.goods.map((good) => [good, goods[good] ?? 0])),
    hand: [...rules.startingHand],
    pile: [],
    houses: [],
    colonists: {land: standing('land'), sea: standing('sea')},
  };
}

/**
 * @param {Rules} rules
 * @param {Board} board
 * @param {number} players
 * @param {Draws} draws
 */
function checkDraws(rules, board, players, draws) {
  malformedUnless(isObject(draws), '/draws', 'the draws are missing');
  const known = ['first_player', 'city_goods', 'stack', 'colonists'];
  for (const key of Object.keys(draws)) malformedUnless(known.includes(key), '/draws', `unknown key ${key}`);
  const {first_player: first, city_goods: cityGoods, stack} = draws;
  malformedUnless(isCount(first) && first < players, '/draws/first_player', 'this is not a seat of the game');
  checkChosenColonists(rules, players, draws.colonists);
  checkCityGoods(rules, board, cityGoods);
  checkStack(rules, rules.data.setup.decks.used[players] ?? [], stack);
}

/**
 * @param {Rules} rules
 * @param {number} players
 * @param {Draws['colonists']} chosen
 */
function checkChosenColonists(rules, players, chosen) {
  if (chosen === undefined) return;
  const at = '/draws/colonists';
  const {kinds_in_start_city: kinds, colonists_in_start_city: usual} = rules.data.setup.players;
  refuseUnless(kinds === 'chosen_by_each_player', 'setup.colonists', 'everyone begins with the same colonists', at);
  malformedUnless(Array.isArray(chosen) && chosen.length === players, at, 'there is not one entry for each seat');
  const {colonists: owned} = rules.data.pieces.per_player;
  chosen.forEach((entry, seat) => {
    malformedUnless(isObject(entry) && isCount(entry.land) && isCount(entry.sea), `${at}/${seat}`, 'must be land and sea');
    const isPossible = entry.land + entry.sea === usual.land + usual.sea
      && entry.land <= owned.land && entry.sea <= owned.sea;
    refuseUnless(isPossible, 'setup.colonists', 'nobody begins with these colonists', `${at}/${seat}`);
  });
}

/**
 * @param {Rules} rules
 * @param {Board} board
 * @param {Record<string, string>} cityGoods
 */
function checkCityGoods(rules, board, cityGoods) {
  const at = '/draws/city_goods';
  malformedUnless(isObject(cityGoods), at, 'the goods of the cities are missing');
  for (const city of Object.keys(cityGoods)) malformedUnless(board.cities.has(city), at, `there is no city ${city}`);
  for (const city of board.cities.keys()) malformedUnless(isText(cityGoods[city]), `${at}/${city}`, 'the city has no good');
  for (const [letters, bag] of bagsOf(rules)) {
    /** @type {Amounts} */
    const drawn = {};
    for (const [city, {letter}] of board.cities) if (letters.includes(letter)) add(drawn, {[cityGoods[city] ?? '']: 1});
    refuseUnless(covers(bag, drawn), 'setup.city-tokens.bags',
      `the tokens of ${letters.join(', ')} are not ${inWords(drawn)}`, at);
  }
}

/**
 * The tokens from which the cities of some letters draw.
 *
 * @param {Rules} rules
 * @returns {[string[], Amounts][]}
 */
function bagsOf(rules) {
  const {drawn, evidence, clauses, ...byLetter} = rules.data.setup.city_tokens;
  const bags = Object.entries(/** @type {Record<string, Amounts>} */ (byLetter));
  if (drawn === 'by_letter') return bags.map(([letter, bag]) => [[letter], bag]);
  /** @type {Amounts} */
  const all = {};
  for (const [, bag] of bags) add(all, bag);
  return [[Object.keys(byLetter), all]];
}

/**
 * @param {Rules} rules
 * @param {string[]} deckNames
 * @param {string[]} stack
 */
function checkStack(rules, deckNames, stack) {
  malformedUnless(Array.isArray(stack), '/draws/stack', 'the stack is missing');
  stack.forEach((card, place) =>
    malformedUnless(isText(card), `/draws/stack/${place}`, `${JSON.stringify(card)} is not a card`));
  const decks = deckNames.map((name) => Object.keys(rules.data.cards.for_sale.decks[name] ?? {}));
  const shuffled = rules.data.setup.decks.stack === 'all_decks_shuffled_together' ? [decks.flat()] : decks;
  let top = 0;
  for (const cards of shuffled) {
    const drawn = stack.slice(top, top + cards.length);
    refuseUnless(isSameJson([...cards].sort(), [...drawn].sort()), 'setup.stack',
      `these cards do not lie together: ${cards.join(', ')}`, '/draws/stack');
    top += cards.length;
  }
  refuseUnless(stack.length === top, 'setup.decks', 'the stack holds cards of decks that are not used',
    '/draws/stack');
}
