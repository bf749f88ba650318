/** How the points of a card came about, as a sentence: what concordia_ref/words/sheet.py says, about what the engine counts. */
(() => {
  'use strict';

  const GROUPS = {houses: 'cities', cities: 'cities', provinces_with_houses: 'provinces'};

  /** The name of a card, with its deck if it was for sale: Mercator (II). */
  function cardName(words, cards, id) {
    const deck = Object.keys(cards.for_sale.decks).find((deck) => id in cards.for_sale.decks[deck]);
    const {kind} = deck ? cards.for_sale.decks[deck][id] : cards.starting.cards[id];
    const name = words.name('cards', kind);
    return deck ? `${name} (${deck})` : name;
  }

  /** The sentence for a card that the engine has scored; `cards` are those of the specification. */
  function cardScoreText(words, cards, {card, counted, times, points, total}) {
    const product = times * points;
    const facts = {card: cardName(words, cards, card), times, points, product, total};
    const key = total === product ? 'sheet.card' : 'sheet.card-capped';
    return words.say(key, {...facts, counted: countedText(words, counted)});
  }

  function countedText(words, {what, number, items = [], parts}) {
    if (parts) return `${parts.map((part) => countedText(words, part)).join(' + ')} = ${words.number(number)}`;
    const kind = what === 'value of goods' ? 'goods' : what;
    const text = words.say(`counted.${kind}`, {number});
    // How many colonists there are is entered, not where they stand.
    const listed = kind === 'colonists_on_board' ? [] : items.map((item) => itemText(words, kind, item));
    return listed.length ? `${text} (${listed.join(', ')})` : text;
  }

  function itemText(words, kind, item) {
    if (kind !== 'goods') return words.name(GROUPS[kind] ?? 'goods', item);
    const [good, number, value] = item;
    return words.say('counted.good', {amount: words.counted(number, good), value});
  }

  window.ConcordiaSheet = {cardScoreText};
})();
