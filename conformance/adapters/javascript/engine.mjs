/**
 * The rules of the board game Concordia, driven by the data of a specification bundle (`concordia bundle`).
 *
 * Nothing here is bound to Node: the module runs in a browser as it is. A position is plain JSON in the format of
 * spec/schema/play/state.schema.json; no function changes a position that it is given.
 *
 * @typedef {Object<string, number>} Amounts  how many of which goods
 * @typedef {Object} State  a position (state.schema.json)
 * @typedef {Object} Turn  one turn with every choice in it (turn.schema.json)
 * @typedef {Object} ScoreSheet  the points of all players with everything counted (score.schema.json)
 */

/** The rules say no. `clause` is the id of the rule, or null when the turn is not written as a turn at all. */
export class Refusal extends Error {
  /**
   * @param {string|null} clause
   * @param {string} message
   */
  constructor(clause, message) {
    super(message);
    this.name = 'Refusal';
    this.clause = clause;
  }
}

/** What was given is not a bundle that this engine can play by, not a position, or not a set-up. */
export class Malformed extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'Malformed';
  }
}

function refuseUnless(condition, clause, message) {
  if (!condition) throw new Refusal(clause, message);
}

function malformedUnless(condition, message) {
  if (!condition) throw new Malformed(message);
}

// ---------------------------------------------------------------------------------------------------------------------
// Rules: the bundle, checked and made ready to look things up in

/**
 * Prepares the rules of a bundle.
 *
 * @param {Object} bundle  the JSON that `concordia bundle` prints
 * @returns {Object} rules, for the other functions of this module
 * @throws {Malformed} if the bundle asks for a reading of the rules that this engine does not know
 */
export function createRules(bundle) {
  const isBundle = bundle?.format === 'concordia-bundle' && bundle.format_version === 1;
  malformedUnless(isBundle, 'this is no bundle of format version 1');
  const data = bundle.specification;
  refuseUnknownReadings(data);
  return Object.freeze({
    version: bundle.version,
    edition: bundle.edition,
    goods: Object.keys(data.goods.goods),
    price: Object.fromEntries(Object.entries(data.goods.goods).map(([good, {price}]) => [good, price])),
    kinds: Object.keys(data.cards.kinds),
    cards: allCards(data.cards),
    startingHand: startingHand(data.cards.starting.cards),
    decks: data.cards.for_sale.decks,
    concordiaPoints: data.cards.concordia.points,
    actions: data.actions,
    costs: data.costs,
    slots: data.display.slots,
    pieces: data.pieces.per_player,
    colonistKinds: Object.keys(data.pieces.per_player.colonists),
    storehouse: data.pieces.storehouse,
    gods: data.gods.gods,
    interim: data.interim,
    end: data.end,
    setup: data.setup,
    boards: new Map(Object.entries(data.maps).map(([id, map]) => [id, createBoard(map)])),
  });
}

function allCards(cards) {
  const printed = [cards.starting.cards, ...Object.values(cards.for_sale.decks)].flatMap(Object.entries);
  return new Map(printed.map(([id, card]) => [id, {id, ...cards.kinds[card.kind], ...card}]));
}

function startingHand(cards) {
  return Object.entries(cards).flatMap(([id, card]) => Array(card.copies ?? 1).fill(id)).sort();
}

function createBoard(map) {
  const lines = Object.entries(map.lines).flatMap(([kind, pairs]) =>
    pairs.map((pair) => ({id: lineId(pair, kind), kind, ends: [...pair].sort()})));
  const cities = new Map(Object.entries(map.cities));
  const provinces = new Map(Object.keys(map.provinces).map((province) =>
    [province, [...cities.keys()].filter((city) => cities.get(city).province === province)]));
  return {
    id: map.id,
    players: map.players,
    startCity: map.start_city.id,
    cities,
    provinces,
    lines: new Map(lines.map((line) => [line.id, line])),
    stepsFrom: new Map(),
  };
}

function lineId(cities, kind) {
  return `${[...cities].sort().join('~')}:${kind}`;
}

const equals = (expected) => (value) => JSON.stringify(value) === JSON.stringify(expected);
const oneOf = (...values) => (value) => values.includes(value);
const eachOf = (...values) => (list) => Array.isArray(list) && list.every((value) => values.includes(value));
const optional = (test) => (value) => value === undefined || test(value);
const isCount = (value) => Number.isInteger(value) && value >= 0;
const isCountOrAny = (value) => value === 'any' || isCount(value);

/**
 * The verbs of which the actions of the cards are made: what carries them out, the parts of a turn that they read, and
 * the parameters that they obey. A number may have any value; of the readings only the listed ones are implemented.
 */
const VERBS = {
  recall_cards: {
    run: recallCards,
    reads: [],
    obeys: {
      coins_per_card: isCount, cards_without_coins: isCount, counted_cards: equals('returned'),
      tribune_counts: oneOf(true, false),
    },
  },
  place_colonists: {
    run: placeColonists,
    reads: ['place'],
    obeys: {
      at: eachOf('start_city', 'own_houses'), at_most: isCountOrAny, cost: equals('colonist'),
      kind_needs_line: optional(oneOf(true, false)),
    },
  },
  move_colonists: {
    run: moveColonists,
    reads: ['moves'],
    obeys: {
      steps_per_colonist: isCount, lines: equals({land: ['land'], sea: ['sea']}), end_in_city: equals(false),
      end_on_occupied_line: equals(false), pass_occupied_line: equals(true), steps_over_occupied_line: equals(1),
    },
  },
  build_houses: {
    run: buildHouses,
    reads: ['builds'],
    obeys: {
      next_to: equals('own_colonists'), only_after_moving: equals(false), own_houses_per_city: equals(1),
      at_most: isCountOrAny, cost: equals('house'),
    },
  },
  choose_province: {
    run: chooseProvince,
    reads: ['province'],
    obeys: {marker_shows: oneOf('goods', 'coins'), houses_needed: isCount},
  },
  gain_marker_good: {
    run: gainMarkerGood,
    reads: ['praefectus_magnus'],
    obeys: {
      count: isCount, count_with_praefectus_magnus: isCount, praefectus_magnus: equals('must_be_used'),
      stored: equals('together_with_the_houses'),
    },
  },
  flip_marker: {run: flipMarker, reads: [], obeys: {to: oneOf('goods', 'coins')}},
  produce: {
    run: produce,
    reads: [],
    obeys: {
      houses: oneOf('everyones', 'own'), in: oneOf('chosen_province', 'cities_of_the_cards_good'),
      yields: oneOf('good_of_the_city', 'good_of_the_card'), each: isCount,
      each_with_praefectus_magnus: optional(isCount),
    },
  },
  store_goods: {run: storeGoods, reads: ['keep', 'discard'], obeys: {}},
  pass_praefectus_magnus: {run: passPraefectusMagnus, reads: [], obeys: {to: equals('right')}},
  collect_marker_coins: {run: collectMarkerCoins, reads: [], obeys: {coins_each: isCount, markers: equals('all')}},
  flip_markers: {run: flipMarkers, reads: [], obeys: {to: oneOf('goods', 'coins')}},
  gain_coins: {run: gainCoins, reads: [], obeys: {base: isCount, per_colonist_on_board: isCount}},
  gain_card_income: {run: gainCardIncome, reads: [], obeys: {of: equals('card_played')}},
  trade_goods: {
    run: tradeGoods,
    reads: ['sell', 'buy'],
    obeys: {
      kinds_at_least: equals(0), kinds_at_most: isCount, sell_and_buy_one_kind: equals(false),
      sales_need_room: equals(false), room_counted: equals('after_sales'),
    },
  },
  copy_card: {
    run: copyCard,
    reads: ['copies', 'as'],
    obeys: {
      from: equals('other_players'), not_copied: equals(['diplomat', 'tribune']), barred_by: equals('top_card'),
      printed_values: equals('of_the_copied_card'), may_decline: equals(true), without_target: equals('allowed'),
    },
  },
  buy_cards: {
    run: buyCards,
    reads: ['cards', 'any'],
    obeys: {at_most: isCount, pay: eachOf('card', 'surcharge'), display_refilled: equals('after_the_purchases')},
  },
};

/** Beside the actions: the readings that are built into this module. A bundle with others is turned down. */
const BUILT_IN_READINGS = {
  'turn.order': 'clockwise',
  'turn.may_pass': false,
  'pieces.storehouse.refuse_goods_that_fit': false,
  'pieces.storehouse.choose_what_to_keep_from': 'gained_goods',
  'pieces.storehouse.leave_spaces_empty_on_overflow': false,
  'costs.house.coins_times': 'houses_after_building',
  'costs.house.goods_times': 'once',
  'gods.scoring.cards': 'each',
  'gods.scoring.maximum': 'per_card',
  'interim.moment': 'after_the_whole_card',
  'interim.goods': 'kept',
  'interim.rank_after_a_tie': 'next_rank',
  'end.triggers.display_empty': true,
  'end.triggers.houses_whose': 'anyones',
  'end.last_turns.players': 'others',
  'end.last_turns.each': 1,
  'end.last_turns.may_be_declined': false,
  'end.winner.most': 'points',
  'end.winner.tie_goes_to': 'praefectus_magnus',
  'end.winner.else_next_to_the': 'right',
  'end.winner.among': 'tied_players',
  'setup.decks.stack': 'each_deck_shuffled_first_deck_on_top',
  'setup.bonus_markers.shows': 'dearest_good_of_the_province',
  'setup.players.hand': 'all_starting_cards',
  'setup.players.praefectus_magnus': 'last_player',
};

// To play by a reading that is not implemented would be a wrong answer that looks like a right one.
function refuseUnknownReadings(data) {
  for (const [path, expected] of Object.entries(BUILT_IN_READINGS)) {
    const value = path.split('.').reduce((node, key) => node?.[key], data);
    const [given, known] = [value, expected].map((reading) => JSON.stringify(reading));
    malformedUnless(given === known, `${path} is ${given}; only ${known} is implemented`);
  }
  for (const [action, {choose}] of Object.entries(data.actions)) {
    for (const step of Object.values(choose).flat()) refuseUnknownParameters(action, step);
  }
  for (const {per} of Object.values(data.gods.gods)) refuseUnknownFormula(per);
}

function refuseUnknownFormula({sum, count, value_of: valued, owner = 'self'}) {
  if (sum) return sum.forEach(refuseUnknownFormula);
  const known = valued ? valued === 'goods' : count === 'coins' || Object.hasOwn(COUNTED_THINGS, count);
  malformedUnless(known && owner === 'self', `scoring by ${owner}'s ${valued ?? count} is not implemented`);
}

function refuseUnknownParameters(action, {do: verb, clauses, ...parameters}) {
  malformedUnless(Object.hasOwn(VERBS, verb), `${action}: the verb ${verb} is not implemented`);
  const {obeys} = VERBS[verb];
  for (const name of new Set([...Object.keys(obeys), ...Object.keys(parameters)])) {
    const value = parameters[name];
    malformedUnless(obeys[name]?.(value),
      `${action}: ${verb} with ${name} ${JSON.stringify(value)} is not implemented`);
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Amounts of goods

function total(amounts) {
  return Object.values(amounts).reduce((sum, number) => sum + number, 0);
}

function add(stock, amounts, times = 1) {
  for (const [good, number] of Object.entries(amounts)) stock[good] = (stock[good] ?? 0) + times * number;
}

function covers(stock, amounts) {
  return Object.entries(amounts).every(([good, number]) => (stock[good] ?? 0) >= number);
}

function kindsIn(amounts) {
  return Object.keys(amounts).filter((good) => amounts[good] > 0);
}

function valueOf(rules, amounts) {
  return Object.entries(amounts).reduce((sum, [good, number]) => sum + number * rules.price[good], 0);
}

function inWords(amounts) {
  return kindsIn(amounts).map((good) => `${amounts[good]} ${good}`).join(', ') || 'nothing';
}

// ---------------------------------------------------------------------------------------------------------------------
// Looking at a position

function boardOf(rules, state) {
  return rules.boards.get(state.map);
}

function colonistsOnBoard(player) {
  return Object.values(player.colonists).flat();
}

function storedColonists(rules, player, kind) {
  return rules.pieces.colonists[kind] - player.colonists[kind].length;
}

/** For how many more goods the storehouse has room. */
function roomForGoods(rules, player) {
  const {spaces, spaces_per_good: perGood, spaces_per_colonist: perColonist} = rules.storehouse;
  const colonists = rules.colonistKinds.reduce((sum, kind) => sum + storedColonists(rules, player, kind), 0);
  return Math.max(0, Math.floor((spaces - colonists * perColonist) / perGood) - total(player.goods));
}

function housesIn(state, city) {
  return state.players.filter((player) => player.houses.includes(city)).length;
}

/** The good on the bonus marker of a province: the dearest that its cities produce. */
function markerGood(rules, state, province) {
  const goods = boardOf(rules, state).provinces.get(province).map((city) => state.city_goods[city]);
  return goods.reduce((dearest, good) => (rules.price[good] > rules.price[dearest] ? good : dearest));
}

// Seats are numbered clockwise, and a clockwise neighbour sits to the left.
function seatToTheLeft(state, seat) {
  return (seat + 1) % state.players.length;
}

function seatToTheRight(state, seat) {
  return (seat + state.players.length - 1) % state.players.length;
}

function seatsToTheLeft(state, seat) {
  return state.players.slice(1).map((_, distance) => (seat + 1 + distance) % state.players.length);
}

function countIn(list, item) {
  return list.filter((other) => other === item).length;
}

function removeOne(list, item) {
  list.splice(list.indexOf(item), 1);
}

// ---------------------------------------------------------------------------------------------------------------------
// Setting up

/**
 * Sets up a game from everything that was drawn for it.
 *
 * @param {Object} rules
 * @param {Object} game
 * @param {string} game.map
 * @param {number} game.players
 * @param {boolean} [game.interim]  whether interim scoring is used
 * @param {{first_player: number, city_goods: Object<string, string>, stack: string[]}} game.draws
 * @returns {State}
 * @throws {Refusal} if the draws are not possible
 */
export function setUp(rules, {map, players, interim = rules.interim.used, draws}) {
  const board = rules.boards.get(map);
  malformedUnless(board, `there is no map ${map}`);
  refuseUnless(board.players.includes(players), 'map.players', `${map} is not played by ${players} players`);
  malformedUnless(isCount(draws?.first_player) && draws.first_player < players,
    'draws.first_player is no seat of this game');
  checkCityGoods(rules, board, draws.city_goods);
  checkStack(rules, rules.setup.decks.used[players], draws.stack);
  const marker = rules.setup.bonus_markers.side_up;
  const seats = Array.from({length: players}, (_, seat) => seat);
  return {
    map,
    to_play: draws.first_player,
    first_player: draws.first_player,
    players: seats.map((seat) => startingPlayer(rules, board, (seat - draws.first_player + players) % players)),
    city_goods: Object.fromEntries([...board.cities.keys()].map((city) => [city, draws.city_goods[city]])),
    markers: Object.fromEntries([...board.provinces.keys()].map((province) => [province, marker])),
    display: draws.stack.slice(0, rules.slots.length),
    stack: draws.stack.slice(rules.slots.length),
    praefectus_magnus: (draws.first_player + players - 1) % players,
    concordia: null,
    last_turns: null,
    interim: interim ? seats.map(() => null) : null,
  };
}

function startingPlayer(rules, board, placeInTurnOrder) {
  const {coins, goods, colonists_in_start_city: colonists} = rules.setup.players;
  return {
    coins: coins.first_player + coins.more_each_next_seat * placeInTurnOrder,
    goods: Object.fromEntries(rules.goods.map((good) => [good, goods[good] ?? 0])),
    hand: [...rules.startingHand],
    pile: [],
    houses: [],
    colonists: Object.fromEntries(rules.colonistKinds.map((kind) =>
      [kind, Array(colonists[kind]).fill(board.startCity)])),
  };
}

function checkCityGoods(rules, board, cityGoods) {
  malformedUnless(isObject(cityGoods), 'draws.city_goods is missing');
  const drawn = {};
  for (const [city, {letter}] of board.cities) {
    malformedUnless(rules.goods.includes(cityGoods[city]), `${city} has no good`);
    drawn[letter] ??= {};
    add(drawn[letter], {[cityGoods[city]]: 1});
  }
  malformedUnless(Object.keys(cityGoods).length === board.cities.size,
    'draws.city_goods names a city that is not on the map');
  for (const [letter, goods] of Object.entries(drawn)) {
    refuseUnless(covers(rules.setup.city_tokens[letter], goods), 'setup.city-tokens.bags',
      `the tokens of letter ${letter} are not ${inWords(goods)}`);
  }
}

function checkStack(rules, deckNames, stack) {
  malformedUnless(Array.isArray(stack), 'draws.stack is missing');
  let top = 0;
  for (const name of deckNames) {
    const cards = Object.keys(rules.decks[name]);
    const drawn = stack.slice(top, top + cards.length);
    refuseUnless(equals([...cards].sort())([...drawn].sort()), 'setup.stack',
      `the cards of deck ${name} do not lie together`);
    top += cards.length;
  }
  refuseUnless(stack.length === top, 'setup.decks', 'the stack holds cards of decks that are not used');
}

/**
 * Reads a position: checks that it is one, and brings its unordered lists into order.
 *
 * @param {Object} rules
 * @param {State} json
 * @returns {State}
 * @throws {Malformed}
 */
export function readState(rules, json) {
  malformedUnless(isObject(json), 'a position is an object');
  const board = rules.boards.get(json.map);
  malformedUnless(board, `there is no map ${json.map}`);
  malformedUnless(Array.isArray(json.players) && json.players.length > 1, 'players is no list of players');
  const isSeatHere = (seat) => isCount(seat) && seat < json.players.length;
  malformedUnless(json.to_play === null || isSeatHere(json.to_play), 'to_play is no seat');
  malformedUnless(json.concordia === null || isSeatHere(json.concordia), 'concordia is no seat');
  malformedUnless(isSeatHere(json.first_player) && isSeatHere(json.praefectus_magnus),
    'first_player or praefectus_magnus is no seat');
  malformedUnless(json.last_turns === null || isListOf(isSeatHere)(json.last_turns), 'last_turns is no list of seats');
  malformedUnless(json.interim === null || json.interim?.length === json.players.length,
    'interim has not one entry for each seat');
  const isCard = (card) => rules.cards.has(card);
  malformedUnless(isListOf(isCard)(json.display) && isListOf(isCard)(json.stack),
    'display or stack holds an unknown card');
  for (const city of board.cities.keys()) {
    malformedUnless(rules.goods.includes(json.city_goods?.[city]), `the good of ${city} is missing`);
  }
  for (const province of board.provinces.keys()) {
    malformedUnless(['goods', 'coins'].includes(json.markers?.[province]), `the marker of ${province} is missing`);
  }
  json.players.forEach((player, seat) => checkPlayer(rules, board, player, seat));
  checkLinesHoldOneColonist(board, json.players);
  return inOrder(rules, structuredClone(json));
}

function checkPlayer(rules, board, player, seat) {
  const of = (what) => `${what} of seat ${seat}`;
  malformedUnless(isCount(player?.coins), `${of('the coins')} are no number`);
  malformedUnless(isAmounts(player.goods, rules), `${of('the goods')} are no amounts of goods`);
  const isCard = (card) => rules.cards.has(card);
  malformedUnless(isListOf(isCard)(player.hand) && isListOf(isCard)(player.pile),
    `${of('hand or pile')} holds an unknown card`);
  malformedUnless(isListOf((city) => board.cities.has(city))(player.houses),
    `${of('a house')} stands in no city of the map`);
  malformedUnless(player.houses.length <= rules.pieces.houses, `${of('the houses')} are too many`);
  for (const kind of rules.colonistKinds) {
    const isPlace = (place) =>
      place === board.startCity || board.cities.has(place) || board.lines.get(place)?.kind === kind;
    malformedUnless(isListOf(isPlace)(player.colonists?.[kind]),
      `${of(`a ${kind} colonist`)} stands nowhere on the map`);
    malformedUnless(storedColonists(rules, player, kind) >= 0, `${of(`the ${kind} colonists`)} are too many`);
  }
}

function checkLinesHoldOneColonist(board, players) {
  const taken = players.flatMap(colonistsOnBoard).filter((place) => board.lines.has(place));
  malformedUnless(new Set(taken).size === taken.length, 'two colonists stand on one line');
}

// Hands, houses and colonists have no order of their own; a fixed one makes equal positions equal text.
function inOrder(rules, state) {
  for (const player of state.players) {
    player.goods = Object.fromEntries(rules.goods.map((good) => [good, player.goods[good] ?? 0]));
    player.hand.sort();
    player.houses.sort();
    Object.values(player.colonists).forEach((places) => places.sort());
  }
  return state;
}

// ---------------------------------------------------------------------------------------------------------------------
// The form of a turn

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === 'string';
const isListOf = (test) => (value) => Array.isArray(value) && value.every((item) => test(item));
const isColonist = (value) => isText(value) && /^(land|sea)@[a-z0-9_]+(~[a-z0-9_]+:(land|sea))?$/.test(value);
const isMove = (value) =>
  isObject(value) && isColonist(value.colonist) && isText(value.to) && Object.keys(value).length === 2;
const isAmounts = (value, rules) =>
  isObject(value) && Object.entries(value).every(([good, number]) => rules.goods.includes(good) && isCount(number));
const isAmountsBySeat = (value, rules) =>
  isObject(value) && Object.keys(value).every((seat) => /^[0-4]$/.test(seat) && isAmounts(value[seat], rules));

const PARTS_OF_A_TURN = {
  seat: isCount,
  card: isText,
  choice: isText,
  province: isText,
  praefectus_magnus: (value) => typeof value === 'boolean',
  place: isListOf(isColonist),
  moves: isListOf(isMove),
  builds: isListOf(isText),
  sell: isAmounts,
  buy: isAmounts,
  cards: isListOf(isText),
  any: isAmounts,
  keep: isAmountsBySeat,
  discard: isAmountsBySeat,
  copies: isCount,
  as: isObject,
};

function checkForm(rules, turn) {
  refuseUnless(isObject(turn), null, 'a turn is an object');
  const {pass, seat, ...others} = turn;
  if (pass === undefined) return checkParts(rules, turn);
  refuseUnless(pass === true && Object.keys(others).length === 0, null, 'a pass has no other parts');
}

function checkParts(rules, turn) {
  for (const [part, value] of Object.entries(turn)) {
    refuseUnless(Object.hasOwn(PARTS_OF_A_TURN, part), null, `a turn has no part ${part}`);
    refuseUnless(PARTS_OF_A_TURN[part](value, rules), null, `${part} cannot be ${JSON.stringify(value)}`);
  }
  refuseUnless(turn.card !== undefined, null, 'the turn names no card');
  if (turn.as !== undefined) checkParts(rules, turn.as);
}

// ---------------------------------------------------------------------------------------------------------------------
// Playing a turn

/**
 * Plays a turn.
 *
 * @param {Object} rules
 * @param {State} state  from setUp, readState or apply; it is not changed
 * @param {Turn} turn
 * @returns {State} the position after the turn
 * @throws {Refusal} if the rules do not allow the turn
 */
export function apply(rules, state, turn) {
  checkForm(rules, turn);
  const seat = state.to_play;
  refuseUnless(seat !== null, 'end.last-turn', 'the game is over');
  refuseUnless((turn.seat ?? seat) === seat, 'turn.order', `it is the turn of seat ${seat}`);
  refuseUnless(!turn.pass, state.last_turns === null ? 'turn.no-passing' : 'end.last-turn', 'a card has to be played');
  const next = structuredClone(state);
  playCard(rules, next, turn);
  scoreInterim(rules, next, turn);
  bringAboutTheEnd(rules, state, next);
  goOnToTheNextPlayer(next);
  return inOrder(rules, next);
}

/**
 * Asks whether a turn is allowed.
 *
 * @param {Object} rules
 * @param {State} state
 * @param {Turn} turn
 * @returns {Refusal|null} why not, or null if it is
 */
export function check(rules, state, turn) {
  try {
    apply(rules, state, turn);
    return null;
  } catch (problem) {
    if (problem instanceof Refusal) return problem;
    throw problem;
  }
}

function playCard(rules, state, turn) {
  const seat = state.to_play;
  const player = state.players[seat];
  refuseUnless(player.hand.includes(turn.card), 'turn.hand', `${turn.card} is not in the hand of seat ${seat}`);
  removeOne(player.hand, turn.card);
  player.pile.push(turn.card);
  carryOut({
    rules,
    board: boardOf(rules, state),
    state,
    seat,
    player,
    card: rules.cards.get(turn.card),
    choices: turn,
    province: null,
    magnusUsed: false,
    gained: state.players.map(() => ({})),
  });
}

/** Carries out the action of `play.card` with the choices made for it. */
function carryOut(play) {
  const steps = chosenSteps(play);
  refuseForeignParts(play, steps);
  for (const step of steps) VERBS[step.do].run(play, step);
}

function chosenSteps({rules, card, choices: {choice}}) {
  const {choose: alternatives, clauses} = rules.actions[card.action];
  const names = Object.keys(alternatives);
  if (names.length === 1) {
    refuseUnless(choice === undefined, null, `${card.id} leaves no choice`);
    return alternatives[names[0]];
  }
  const clause = choice === undefined ? first(clauses.this) : 'turn.action';
  refuseUnless(names.includes(choice), clause, `${card.id} does one of: ${names.join(', ')}`);
  return alternatives[choice];
}

// A part that the action has no use for is a mistake of the sender, whose meaning nobody should guess.
function refuseForeignParts({card, choices}, steps) {
  const read = new Set(['seat', 'card', 'choice', ...steps.flatMap((step) => VERBS[step.do].reads)]);
  for (const [part, value] of Object.entries(choices)) {
    const saysNothing = typeof value === 'object' && Object.keys(value).length === 0;
    refuseUnless(read.has(part) || saysNothing, null, `${card.id} has no use for ${part}`);
  }
}

function first(clauses) {
  return Array.isArray(clauses) ? clauses[0] : clauses;
}

function clauseOf(step, parameter) {
  return first(step.clauses[parameter]);
}

function refuseBeyondLimit(step, number, what) {
  const limit = step.at_most === 'any' ? Infinity : step.at_most;
  refuseUnless(number <= limit, clauseOf(step, 'at_most'), `the limit for ${what} is ${limit}`);
}

function pay(player, goods, clause, what) {
  refuseUnless(covers(player.goods, goods), clause,
    `${what} costs ${inWords(goods)}; there is ${inWords(player.goods)}`);
  add(player.goods, goods, -1);
}

// ---------------------------------------------------------------------------------------------------------------------
// Tribune and Colonist

function recallCards({player}, step) {
  const returned = player.pile.splice(0);
  player.hand.push(...returned);
  const counted = returned.length - (step.tribune_counts ? 0 : 1);
  player.coins += step.coins_per_card * Math.max(0, counted - step.cards_without_coins);
}

function placeColonists(play, step) {
  const wanted = play.choices.place ?? [];
  refuseBeyondLimit(step, wanted.length, 'new colonists');
  for (const colonist of wanted) placeColonist(play, step, ...colonist.split('@'));
}

function placeColonist(play, step, kind, city) {
  const {rules, board, player} = play;
  const allowed = {start_city: city === board.startCity, own_houses: player.houses.includes(city)};
  refuseUnless(step.at.some((place) => allowed[place]), clauseOf(step, 'at'), `no new colonist is placed in ${city}`);
  if (step.kind_needs_line) {
    refuseUnless(linesTouching(board, kind, city).length > 0, clauseOf(step, 'kind_needs_line'),
      `no ${kind} line begins in ${city}`);
  }
  refuseUnless(storedColonists(rules, player, kind) > 0, 'piece.colonists',
    `no ${kind} colonist is left in the storehouse`);
  pay(player, rules.costs.colonist.goods, clauseOf(step, 'cost'), 'a colonist');
  player.colonists[kind].push(city);
}

function gainCoins({player}, step) {
  player.coins += step.base + step.per_colonist_on_board * colonistsOnBoard(player).length;
}

// ---------------------------------------------------------------------------------------------------------------------
// Architect

/**
 * Colonists of a kind are alike, and one may wait until another has left its line. So who went where does not matter:
 * a turn is legal if the places left and the lines reached can be paired within the steps that there are.
 * An occupied line is passed like a free one, so that nobody's colonists change the way.
 */
function moveColonists(play, step) {
  const {rules, board, player} = play;
  const moves = (play.choices.moves ?? []).map(({colonist, to}) => {
    const [kind, from] = colonist.split('@');
    return {kind, from, to};
  });
  const steps = step.steps_per_colonist * colonistsOnBoard(player).length;
  for (const move of moves) liftColonist(player, move);
  for (const move of moves) setDownColonist(play, move);
  const needed = rules.colonistKinds.reduce((sum, kind) => {
    const ofKind = moves.filter((move) => move.kind === kind);
    return sum + cheapestPairing(board, kind, ofKind.map(({from}) => from), ofKind.map(({to}) => to));
  }, 0);
  refuseUnless(needed <= steps, clauseOf(step, 'steps_per_colonist'),
    `the moves need ${needed} steps, and there are ${steps}`);
}

function liftColonist(player, {kind, from}) {
  refuseUnless(player.colonists[kind].includes(from), 'architect.move.own-colonists',
    `no own ${kind} colonist is left to move from ${from}`);
  removeOne(player.colonists[kind], from);
}

function setDownColonist({board, state, player}, {kind, to}) {
  refuseUnless(to !== board.startCity && !board.cities.has(to), 'architect.move.ends-on-line',
    `${to} is a city, not a line`);
  const line = board.lines.get(to);
  refuseUnless(line, null, `there is no line ${to}`);
  refuseUnless(line.kind === kind, `architect.move.${kind}-lines`, `${to} is no ${kind} line`);
  const occupied = state.players.flatMap(colonistsOnBoard).includes(to);
  refuseUnless(!occupied, 'architect.move.occupied', `another colonist stands on ${to}`);
  player.colonists[kind].push(to);
}

/** The fewest steps with which alike colonists get from the places left to the lines reached. */
function cheapestPairing(board, kind, left, reached) {
  if (left.length === 0) return 0;
  const [from, ...others] = left;
  return Math.min(...reached.map((to, index) => {
    const stillToReach = reached.filter((_, other) => other !== index);
    return (stepsFrom(board, kind, from).get(to) ?? Infinity) + cheapestPairing(board, kind, others, stillToReach);
  }));
}

/** How many steps a colonist needs from a city or line to each line that it can reach. */
function stepsFrom(board, kind, place) {
  const key = `${kind}@${place}`;
  if (!board.stepsFrom.has(key)) board.stepsFrom.set(key, countSteps(board, kind, place));
  return board.stepsFrom.get(key);
}

function countSteps(board, kind, place) {
  const steps = new Map();
  let reached = board.lines.has(place) ? [place] : linesTouching(board, kind, place);
  for (let count = board.lines.has(place) ? 0 : 1; reached.length > 0; count += 1) {
    reached.forEach((line) => steps.set(line, count));
    const cities = new Set(reached.flatMap((line) => board.lines.get(line).ends));
    const nextLines = new Set([...cities].flatMap((city) => linesTouching(board, kind, city)));
    reached = [...nextLines].filter((line) => !steps.has(line));
  }
  return steps;
}

function linesTouching(board, kind, city) {
  const touching = [...board.lines.values()].filter((line) => line.kind === kind && line.ends.includes(city));
  return touching.map((line) => line.id);
}

function buildHouses(play, step) {
  const cities = play.choices.builds ?? [];
  refuseBeyondLimit(step, cities.length, 'houses');
  for (const city of cities) buildHouse(play, step, city);
}

function buildHouse({rules, board, state, player}, step, city) {
  refuseUnless(city !== board.startCity, 'architect.build.start-city', `nobody builds in ${city}`);
  refuseUnless(board.cities.has(city), null, `there is no city ${city}`);
  refuseUnless(!player.houses.includes(city), clauseOf(step, 'own_houses_per_city'),
    `the player has a house in ${city}`);
  const nextTo = colonistsOnBoard(player).some((place) => board.lines.get(place)?.ends.includes(city));
  refuseUnless(nextTo, clauseOf(step, 'next_to'), `no own colonist stands on a line next to ${city}`);
  refuseUnless(player.houses.length < rules.pieces.houses, 'architect.build.supply',
    'the player has placed all houses');
  payHouse(rules, state, player, city);
  player.houses.push(city);
}

function payHouse(rules, state, player, city) {
  const cityGood = state.city_goods[city];
  const {goods, coins} = rules.costs.house.in_city_of[cityGood];
  const houses = housesIn(state, city) + 1;
  const goodsClause = cityGood === 'brick' ? 'house.cost.goods.brick-city' : 'house.cost.goods';
  pay(player, goods, goodsClause, `a house in ${city}`);
  const coinsClause = player.coins < coins ? 'house.cost.coins' : 'house.cost.coins.multiplied';
  refuseUnless(player.coins >= coins * houses, coinsClause,
    `house number ${houses} in ${city} costs ${coins * houses} coins; there are ${player.coins}`);
  player.coins -= coins * houses;
}

// ---------------------------------------------------------------------------------------------------------------------
// Prefect and specialists

function chooseProvince(play, step) {
  const {board, state, choices: {province}} = play;
  refuseUnless(province !== undefined, clauseOf(step, 'marker_shows'), 'no province is chosen');
  refuseUnless(board.provinces.has(province), null, `there is no province ${province}`);
  refuseUnless(state.markers[province] === step.marker_shows, clauseOf(step, 'marker_shows'),
    `the marker of ${province} does not show ${step.marker_shows}`);
  const houses = board.provinces.get(province).reduce((sum, city) => sum + housesIn(state, city), 0);
  refuseUnless(houses >= step.houses_needed, clauseOf(step, 'houses_needed'), `nobody has a house in ${province}`);
  play.province = province;
}

function gainMarkerGood(play, step) {
  const {rules, state, seat, choices} = play;
  const holds = state.praefectus_magnus === seat;
  refuseUnless(!holds || choices.praefectus_magnus !== false, clauseOf(step, 'praefectus_magnus'),
    'the Praefectus Magnus has to be used');
  refuseUnless(holds || choices.praefectus_magnus !== true, clauseOf(step, 'count_with_praefectus_magnus'),
    'the player does not hold the Praefectus Magnus');
  play.magnusUsed = holds;
  const count = holds ? step.count_with_praefectus_magnus : step.count;
  add(play.gained[seat], {[markerGood(rules, state, play.province)]: count});
}

function flipMarker({state, province}, step) {
  state.markers[province] = step.to;
}

function produce(play, step) {
  const {board, state, seat, card, province} = play;
  state.players.forEach((player, owner) => {
    if (step.houses === 'own' && owner !== seat) return;
    const each = play.magnusUsed && owner === seat ? step.each_with_praefectus_magnus ?? step.each : step.each;
    for (const city of player.houses) {
      const cityGood = state.city_goods[city];
      const inProvince = board.cities.get(city).province === province;
      const produces = step.in === 'chosen_province' ? inProvince : cityGood === card.good;
      const good = step.yields === 'good_of_the_card' ? card.good : cityGood;
      if (produces) add(play.gained[owner], {[good]: each});
    }
  });
}

function passPraefectusMagnus({state, seat, magnusUsed}) {
  if (magnusUsed) state.praefectus_magnus = seatToTheRight(state, seat);
}

function collectMarkerCoins({rules, state, player}, step) {
  for (const [province, side] of Object.entries(state.markers)) {
    if (side !== 'coins') continue;
    player.coins += step.coins_each * rules.setup.bonus_markers.coins_on_the_back[markerGood(rules, state, province)];
  }
}

function flipMarkers({state}, step) {
  for (const province of Object.keys(state.markers)) state.markers[province] = step.to;
}

// ---------------------------------------------------------------------------------------------------------------------
// Storehouse

function storeGoods({rules, state, gained, choices}) {
  const {keep = {}, discard = {}} = choices;
  const discarded = Object.values(discard).reduce((sum, amounts) => sum + total(amounts), 0);
  refuseUnless(discarded === 0, 'storehouse.no-discard', 'stored goods are not thrown away');
  const strangers = Object.keys(keep).filter((seat) => Number(seat) >= state.players.length);
  refuseUnless(strangers.length === 0, null, `there is no seat ${strangers}`);
  state.players.forEach((player, seat) => {
    add(player.goods, storedOf(gained[seat], roomForGoods(rules, player), keep[seat], seat));
  });
}

/** Which of the goods gained are stored: all that fit, by the owner's wish where there is a choice. */
function storedOf(gained, room, wish, seat) {
  const allFit = total(gained) <= room;
  if (wish === undefined) return allFit ? gained : onlyOutcome(gained, room, seat);
  refuseUnless(covers(gained, wish), 'storehouse.overflow.choose', `seat ${seat} gains only ${inWords(gained)}`);
  refuseUnless(total(wish) <= room, 'storehouse.full', `seat ${seat} has room for ${room}`);
  refuseUnless(!allFit || total(wish) === total(gained), 'storehouse.must-take',
    `seat ${seat} has room for all that it gains`);
  refuseUnless(allFit || total(wish) === room, 'storehouse.overflow.fill',
    `seat ${seat} leaves space empty that a good could fill`);
  return wish;
}

function onlyOutcome(gained, room, seat) {
  if (room === 0) return {};
  const kinds = kindsIn(gained);
  refuseUnless(kinds.length === 1, 'storehouse.overflow.choose',
    `seat ${seat} has to choose ${room} of ${inWords(gained)}`);
  return {[kinds[0]]: room};
}

// ---------------------------------------------------------------------------------------------------------------------
// Mercator

function gainCardIncome({player, card}) {
  player.coins += card.income;
}

function tradeGoods({rules, player, choices: {sell = {}, buy = {}}}, step) {
  const sold = kindsIn(sell);
  const bought = kindsIn(buy);
  refuseUnless(!sold.some((good) => bought.includes(good)), clauseOf(step, 'sell_and_buy_one_kind'),
    'a kind is either sold or bought');
  refuseUnless(sold.length + bought.length <= step.kinds_at_most, clauseOf(step, 'kinds_at_most'),
    `no more than ${step.kinds_at_most} kinds are traded`);
  refuseUnless(covers(player.goods, sell), 'mercator.trade.stock', `there is only ${inWords(player.goods)} to sell`);
  const coins = player.coins + valueOf(rules, sell) - valueOf(rules, buy);
  refuseUnless(coins >= 0, 'mercator.trade.money', `${-coins} coins are missing`);
  add(player.goods, sell, -1);
  refuseUnless(total(buy) <= roomForGoods(rules, player), clauseOf(step, 'room_counted'),
    'the storehouse has no room for all that is bought');
  add(player.goods, buy);
  player.coins = coins;
}

// ---------------------------------------------------------------------------------------------------------------------
// Diplomat, Senator and Consul

function copyCard(play, step) {
  const {rules, state, seat, choices: {copies, as}} = play;
  if (copies === undefined && as === undefined) return;
  refuseUnless(copies !== undefined && as !== undefined, null, 'to copy, a turn names both a seat and what is done');
  refuseUnless(copies < state.players.length, null, `there is no seat ${copies}`);
  refuseUnless(as.seat === undefined, null, 'what is copied has no seat of its own');
  refuseUnless(copies !== seat, clauseOf(step, 'from'), 'the own pile is not copied');
  const card = rules.cards.get(as.card);
  refuseUnless(!step.not_copied.includes(card?.kind), `diplomat.not-${card?.kind}`, `a ${card?.kind} is not copied`);
  const top = state.players[copies].pile.at(-1);
  refuseUnless(as.card === top, 'diplomat.top-card', `on top of the pile of seat ${copies} lies ${top ?? 'nothing'}`);
  carryOut({...play, card, choices: as});
}

function buyCards({rules, state, player, choices: {cards = [], any = {}}}, step) {
  refuseBeyondLimit(step, cards.length, 'cards');
  for (const card of cards) {
    const onSlot = state.display.includes(card) && countIn(cards, card) === 1;
    refuseUnless(onSlot, 'display.slots', `${card} is not for sale on a slot`);
  }
  const {goods, questionMarks} = priceOf(rules, state, step, cards);
  const affordable = covers(player.goods, goods) && total(player.goods) >= total(goods) + questionMarks;
  refuseUnless(affordable, clauseOf(step, 'pay'),
    `the price is ${inWords(goods)} and ${questionMarks} goods of choice; there is ${inWords(player.goods)}`);
  add(player.goods, goods, -1);
  refuseUnless(total(any) === questionMarks, 'display.any-good',
    `${questionMarks} question marks are to be paid, not with ${inWords(any)}`);
  pay(player, any, 'display.any-good', 'what was chosen for the question marks');
  player.hand.push(...cards);
  closeUpAndRefill(rules, state, cards);
}

function priceOf(rules, state, step, cards) {
  const goods = {};
  if (step.pay.includes('card')) cards.forEach((card) => add(goods, rules.cards.get(card).cost));
  const underTheSlots = cards.flatMap((card) => rules.slots[state.display.indexOf(card)]);
  const surcharges = step.pay.includes('surcharge') ? underTheSlots : [];
  for (const good of surcharges) if (good !== 'any') add(goods, {[good]: 1});
  return {goods, questionMarks: countIn(surcharges, 'any')};
}

function closeUpAndRefill(rules, state, bought) {
  state.display = state.display.filter((card) => !bought.includes(card));
  state.display.push(...state.stack.splice(0, rules.slots.length - state.display.length));
}

// ---------------------------------------------------------------------------------------------------------------------
// After the card: interim scoring, the end, the next player

function scoreInterim(rules, state, turn) {
  const seat = state.to_play;
  const isScored = rules.cards.get(turn.card).kind === rules.interim.card && state.interim?.[seat] === null;
  if (!isScored) return;
  state.interim[seat] = pointsOfCards(rules, state, seat);
  if (state.interim.includes(null)) return;
  payByRank(rules, state);
  state.interim = null;
}

function payByRank(rules, state) {
  // Equal scores share a rank, and the next lower score has the next rank.
  const ranks = [...new Set(state.interim)].sort((one, other) => other - one);
  state.players.forEach((player, seat) => {
    player.coins += rules.interim.coins_by_rank[ranks.indexOf(state.interim[seat])] ?? 0;
  });
}

function bringAboutTheEnd(rules, before, state) {
  const seat = state.to_play;
  const hasBuiltAll = (position) => position.players[seat].houses.length >= rules.end.triggers.houses_built;
  const lastHouse = hasBuiltAll(state) && !hasBuiltAll(before);
  const lastCard = before.display.length > 0 && state.display.length === 0;
  if (state.concordia !== null || !(lastHouse || lastCard)) return;
  state.concordia = seat;
  state.last_turns = seatsToTheLeft(state, seat);
}

function goOnToTheNextPlayer(state) {
  const gameGoesOn = state.last_turns === null;
  state.to_play = gameGoesOn ? seatToTheLeft(state, state.to_play) : state.last_turns.shift() ?? null;
}

// ---------------------------------------------------------------------------------------------------------------------
// Scoring

/**
 * Scores a position as if the game ended now.
 *
 * @param {Object} rules
 * @param {State} state
 * @returns {ScoreSheet} for every player, god and card what was counted and what it is worth
 */
export function score(rules, state) {
  const players = state.players.map((_, seat) => scorePlayer(rules, state, seat));
  const best = Math.max(...players.map((player) => player.total));
  const tied = players.filter((player) => player.total === best).map((player) => player.seat);
  return {players, winner: firstReached(state, tied), by_tie_break: tied.length > 1};
}

// The Praefectus Magnus decides a tie: its holder, or whom it would reach first on its way to the right.
function firstReached(state, seats) {
  let seat = state.praefectus_magnus;
  while (!seats.includes(seat)) seat = seatToTheRight(state, seat);
  return seat;
}

function scorePlayer(rules, state, seat) {
  const gods = scoreGods(rules, state, seat);
  const concordia = state.concordia === seat ? rules.concordiaPoints : 0;
  const points = Object.values(gods).reduce((sum, god) => sum + god.total, 0);
  return {seat, gods, concordia, total: points + concordia};
}

function pointsOfCards(rules, state, seat) {
  return Object.values(scoreGods(rules, state, seat)).reduce((sum, god) => sum + god.total, 0);
}

function scoreGods(rules, state, seat) {
  const {hand, pile} = state.players[seat];
  const owned = [...rules.cards.values()].flatMap((card) => Array(countIn([...hand, ...pile], card.id)).fill(card));
  return Object.fromEntries(Object.keys(rules.gods).map((god) => {
    const cards = owned.filter((card) => card.god === god).map((card) => scoreCard(rules, state, seat, card));
    return [god, {cards, total: cards.reduce((sum, card) => sum + card.total, 0)}];
  }));
}

function scoreCard(rules, state, seat, card) {
  const god = rules.gods[card.god];
  const result = evaluate({rules, state, player: state.players[seat], card}, god.per);
  const times = Math.floor(result.number / (god.full ?? 1));
  const points = god.points === 'of_the_card' ? card.points : god.points;
  const atMost = isObject(god.at_most) ? god.at_most[state.map] : god.at_most ?? null;
  const worth = Math.min(times * points, atMost ?? Infinity);
  return {card: card.id, counted: result, times, points, at_most: atMost, total: worth};
}

function evaluate(scored, formula) {
  if (formula.sum) {
    const parts = formula.sum.map((part) => evaluate(scored, part));
    return {what: 'sum', number: parts.reduce((sum, part) => sum + part.number, 0), parts};
  }
  if (formula.value_of === 'goods') return valueOfStoredGoods(scored);
  if (formula.count === 'coins') return {what: 'coins', number: scored.player.coins};
  const items = COUNTED_THINGS[formula.count](scored, formula);
  return counted(formula.count, items.length, items);
}

function counted(what, number, items) {
  return items.length > 0 ? {what, number, items} : {what, number};
}

function valueOfStoredGoods({rules, player: {goods}}) {
  const items = kindsIn(goods).map((good) => [good, goods[good], goods[good] * rules.price[good]]);
  return counted('value of goods', valueOf(rules, goods), items);
}

const COUNTED_THINGS = {
  houses({state, player, card}, {city_good: {not: excluded, is: wanted} = {}}) {
    const good = wanted === 'of_the_card' ? card.good : wanted;
    return player.houses.filter((city) =>
      state.city_goods[city] !== excluded && (good === undefined || state.city_goods[city] === good));
  },
  provinces_with_houses({rules, state, player}) {
    const {cities, provinces} = boardOf(rules, state);
    const settled = new Set(player.houses.map((city) => cities.get(city).province));
    return [...provinces.keys()].filter((province) => settled.has(province));
  },
  goods_produced_by_houses({rules, state, player}) {
    return rules.goods.filter((good) => player.houses.some((city) => state.city_goods[city] === good));
  },
  colonists_on_board({player}) {
    return Object.entries(player.colonists).flatMap(([kind, places]) => places.map((place) => `${kind}@${place}`));
  },
};
