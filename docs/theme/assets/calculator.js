/** The score calculator: reads the form, has the engine score it, and writes down what was counted. */
(() => {
  'use strict';

  // More of anything does not fit on a table.
  const MOST = 9999;
  const form = document.getElementById('calculator');
  const {cards, pieces: {per_player: pieces, storehouse}, setup} = ConcordiaData.specification;
  const rules = Concordia.createRules(ConcordiaData);
  const words = ConcordiaPhrases.createLanguage(ConcordiaWords);
  const {Term} = ConcordiaPhrases;
  const maps = [...form.querySelectorAll('fieldset[data-map]')];

  // ---------------------------------------------------------------------------------------------------------------
  // What is entered

  function number(name) {
    return Math.max(0, Math.min(MOST, Math.trunc(Number(form.elements[name].value)) || 0));
  }

  function numbers(names) {
    return Object.fromEntries(names.map((name) => [name, number(name)]));
  }

  function ticked(name) {
    return [...form.querySelectorAll(`input[name=${name}]:checked`)].map((box) => box.value);
  }

  function chosenMap() {
    return maps.find((fieldset) => fieldset.dataset.map === form.elements.map.value);
  }

  function goodOf(box) {
    return box.closest('li').querySelector('select');
  }

  /** What is entered: for each city with a house its good, which may still be '', and all the rest. */
  function entered() {
    const boxes = [...chosenMap().querySelectorAll('input:checked')];
    return {
      map: form.elements.map.value,
      houses: Object.fromEntries(boxes.map((box) => [box.value, goodOf(box).value])),
      colonists: numbers(Object.keys(pieces.colonists)),
      coins: number('coins'),
      goods: numbers(rules.goods),
      cards: ticked('card'),
      concordia: ticked('concordia').length > 0,
    };
  }

  /** Only what can be chosen now is enabled: the cities of one map, and goods of cities with a house. */
  function enable() {
    for (const fieldset of maps) fieldset.hidden = fieldset.disabled = fieldset !== chosenMap();
    for (const box of form.querySelectorAll('input[name=house]')) goodOf(box).disabled = !box.checked;
  }

  // ---------------------------------------------------------------------------------------------------------------
  // The address

  function toAddress({map, houses, colonists, coins, goods, cards, concordia}) {
    const parts = {
      map,
      houses: Object.entries(houses).map(([city, good]) => `${city}.${good}`).join(','),
      ...colonists,
      coins: coins || '',
      ...Object.fromEntries(Object.entries(goods).filter(([, number]) => number > 0)),
      cards: cards.join(','),
      concordia: concordia ? 'yes' : '',
    };
    return Object.entries(parts).filter(([, value]) => value !== '').map((part) => part.join('=')).join('&');
  }

  /** Fills in the form; what the address does not name is as in an empty form, and what nobody knows is passed over. */
  function fillIn(address) {
    const parts = new URLSearchParams(address);
    form.reset();
    if (rules.boards.has(parts.get('map'))) form.elements.map.value = parts.get('map');
    for (const name of [...Object.keys(pieces.colonists), 'coins', ...rules.goods]) {
      if (parts.has(name)) form.elements[name].value = Number(parts.get(name)) || 0;
    }
    const listed = (name) => (parts.get(name) ?? '').split(',');
    const houses = new Map(listed('houses').map((house) => house.split('.')));
    for (const box of chosenMap().querySelectorAll('input[name=house]')) {
      box.checked = houses.has(box.value);
      goodOf(box).value = rules.goods.includes(houses.get(box.value)) ? houses.get(box.value) : '';
    }
    for (const box of form.querySelectorAll('input[name=card]')) box.checked = listed('cards').includes(box.value);
    form.elements.concordia.checked = parts.has('concordia');
  }

  function writeAddress(address) {
    history.replaceState(null, '', address ? `#${address}` : location.pathname + location.search);
  }

  // ---------------------------------------------------------------------------------------------------------------
  // What follows from it

  /** The position for the engine: a table with this player alone, whose colonists all stand in the start city. */
  function position({map, houses, colonists, coins, goods, cards, concordia}) {
    const {startCity} = rules.boards.get(map);
    const placed = Object.entries(colonists).map(([kind, number]) => [kind, Array(number).fill(startCity)]);
    const player = {
      coins,
      goods,
      hand: [...rules.startingHand, ...cards],
      pile: [],
      houses: Object.keys(houses).filter((city) => houses[city]),
      colonists: Object.fromEntries(placed),
    };
    return {map, city_goods: houses, players: [player], praefectus_magnus: 0, concordia: concordia ? 0 : null};
  }

  /** What cannot be so in a game, as texts. */
  function* problems({map, houses, colonists, goods}) {
    const sum = (amounts) => Object.values(amounts).reduce((total, number) => total + number, 0);
    const cities = Object.keys(houses);
    const open = cities.filter((city) => !houses[city]);
    if (open.length) yield words.say('calculator.choose-good', {cities: open.map((city) => new Term('cities', city))});
    if (cities.length > pieces.houses) {
      yield words.say('problem.houses', {found: cities.length, most: pieces.houses});
    }
    for (const [kind, found] of Object.entries(colonists)) {
      const most = pieces.colonists[kind];
      if (found > most) yield words.say('problem.colonists', {found, most, kind: words.say(`kind.${kind}`)});
    }
    const {spaces, spaces_per_good: perGood, spaces_per_colonist: perColonist} = storehouse;
    const stored = Math.max(0, sum(pieces.colonists) - sum(colonists));
    if (sum(goods) * perGood + stored * perColonist > spaces) {
      yield words.say('problem.storehouse', {goods: sum(goods), colonists: stored, spaces});
    }
    for (const letter of lettersWithTooMany(map, houses)) yield words.say('problem.city-tokens', {letter});
  }

  function lettersWithTooMany(map, houses) {
    const board = rules.boards.get(map);
    const drawn = Object.entries(houses).filter(([, good]) => good).map(([city, good]) =>
      ({letter: board.cities.get(city).letter, good}));
    const tokens = ({letter, good}) => setup.city_tokens[letter][good];
    const found = ({letter, good}) => drawn.filter((other) => other.letter === letter && other.good === good).length;
    return new Set(drawn.filter((token) => found(token) > tokens(token)).map(({letter}) => letter));
  }

  function listOf(texts) {
    return texts.map((text) => {
      const item = document.createElement('li');
      item.append(...withLinkToClause(text));
      return item;
    });
  }

  /** A text, in which the id of a clause in brackets at the end leads to the clause. */
  function withLinkToClause(text) {
    const [, before, clause] = /^(.*\()([a-z.-]+\.[a-z.-]+)\)$/.exec(text) ?? [];
    if (!clause) return [text];
    const link = document.createElement('a');
    link.href = `clauses.html#${clause}`;
    link.textContent = clause;
    return [before, link, ')'];
  }

  function writePoints(id, points) {
    for (const place of document.querySelectorAll(`[data-points=${id}]`)) {
      // Whoever hears the page is told of a total only if it is another one.
      if (place.textContent !== words.number(points)) place.textContent = words.number(points);
    }
  }

  function writeWhy(god, cards) {
    const list = document.createElement('ul');
    list.append(...listOf(cards));
    document.querySelector(`[data-why=${god}]`).replaceChildren(...(cards.length ? [list] : []));
  }

  function writeProblems(found) {
    const place = form.querySelector('.calculator-problems');
    place.querySelector('p').hidden = found.length === 0;
    place.querySelector('ul').replaceChildren(...listOf(found));
  }

  function calculate() {
    enable();
    const held = entered();
    const sheet = Concordia.score(rules, position(held)).players[0];
    for (const [god, scored] of Object.entries(sheet.gods)) {
      writePoints(god, scored.total);
      writeWhy(god, scored.cards.map((card) => ConcordiaSheet.cardScoreText(words, cards, card)));
    }
    writePoints('concordia', sheet.concordia);
    writePoints('total', sheet.total);
    writeProblems([...problems(held)]);
  }

  function readAddress() {
    fillIn(location.hash.slice(1));
    calculate();
  }

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    calculate();
    writeAddress(toAddress(entered()));
  });
  for (const button of form.querySelectorAll('[data-position]')) {
    button.addEventListener('click', () => {
      writeAddress(button.dataset.position);
      readAddress();
    });
  }
  window.addEventListener('hashchange', readAddress);
  readAddress();
})();
