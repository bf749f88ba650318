/**
 * Phrases of the locale files, filled in the grammar of their language: what concordia_ref/words/phrases.py and languages.py
 * do, for scripts in a browser. Plural forms, lists and numbers are those of CLDR, which the browser brings along.
 *
 *     const words = ConcordiaPhrases.createLanguage(ConcordiaWords);
 *     words.say('counted.houses', {number: 5})    // "5 houses"
 */
(() => {
  'use strict';

  const PLURAL_ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'];
  // Whole numbers up to here show every plural form that a rule of this game can need.
  const NUMBERS = 200;
  const NO_BREAK_SPACE = '\u00a0';
  const BRACES = /\{([^{}]*)\}|[{}]/g;
  const PLACEHOLDER = /^([a-zA-Z0-9_]+)(?::([a-z_]+(?:\.[a-z_]+)?)|((?:\|[^|{}]+)+))?$/;

  /** A thing with a name in every language: the group of terms that it belongs to, and its id. */
  class Term {
    constructor(group, id) {
      this.group = group;
      this.id = id;
    }
  }

  /** The parts of a phrase: plain texts, and slots {name, form, words} to be filled. */
  function parse(text) {
    const parts = [];
    let end = 0;
    for (const match of text.matchAll(BRACES)) {
      const placeholder = PLACEHOLDER.exec(match[1] ?? '');
      if (!placeholder) throw new Error(`not a placeholder: ${match[0]}`);
      if (match.index > end) parts.push(text.slice(end, match.index));
      const [, name, form, words] = placeholder;
      parts.push({name, form, words: words?.slice(1).split('|')});
      end = match.index + match[0].length;
    }
    if (end < text.length) parts.push(text.slice(end));
    return parts;
  }

  /** The words and the grammar of a language, from what `words_script` in concordia_ref/site/scripts.py writes. */
  function createLanguage({tag, messages, terms}) {
    const isEnglish = tag === 'en';
    // British English puts no comma before "and".
    const locale = isEnglish ? 'en-GB' : tag;
    const space = isEnglish ? ' ' : NO_BREAK_SPACE;
    const rules = new Intl.PluralRules(locale);
    const grouped = new Intl.NumberFormat(locale, {useGrouping: 'always'});
    const used = new Set(Array.from({length: NUMBERS}, (_, number) => rules.select(number)));
    const pluralForms = PLURAL_ORDER.filter((form) => used.has(form));

    /** Which of the plural forms a number takes. */
    function plural(number) {
      const found = pluralForms.indexOf(rules.select(number));
      return found >= 0 ? found : pluralForms.length - 1;
    }

    /** A number in digits; in English ungrouped. */
    function number(value) {
      return Math.abs(value) > 999 && !isEnglish ? grouped.format(value) : String(value);
    }

    /** Items as one list, with "and" or "or" before the last. */
    function listed(items, joinedBy = 'and') {
      const type = joinedBy === 'or' ? 'disjunction' : 'conjunction';
      return items.length ? new Intl.ListFormat(locale, {type}).format(items) : '-';
    }

    /** A form of the name of a thing; of a thing that the language does not know, its id. */
    function name(group, id, form = 'name') {
      const term = terms[group]?.[id] ?? {};
      return term[form] ?? term.name ?? id;
    }

    /** A number with the noun that it counts: `coin`, or `coin.acc` in another form than the usual one. */
    function counted(value, noun) {
      const [id, form = 'count'] = noun.split('.');
      const term = terms.things[id] ?? terms.goods[id];
      return `${number(value)}${space}${term[form][plural(value)]}`;
    }

    /** Amounts of goods as a list. */
    function amounts(goods, form = 'count') {
      const items = Object.entries(goods).map(([good, value]) => counted(value, `${good}.${form}`));
      return items.length ? listed(items) : say('nothing');
    }

    /** A value in words: a number, a term, amounts of goods, a list of these, or a text. */
    function written(value, form) {
      if (value instanceof Term) return name(value.group, value.id, form);
      if (typeof value === 'number') return form ? counted(value, form) : number(value);
      if (Array.isArray(value)) return listed(value.map((item) => written(item)), form);
      return typeof value === 'object' ? amounts(value, form) : value;
    }

    /** A phrase with every placeholder filled from facts. */
    function fill(text, facts) {
      const filled = ({name, form, words}) => (words ? words[plural(facts[name])] : written(facts[name], form));
      return parse(text).map((part) => (typeof part === 'string' ? part : filled(part))).join('');
    }

    /** A message with its facts. */
    function say(key, facts = {}) {
      return fill(messages[key], facts);
    }

    return {tag, pluralForms, plural, number, listed, name, counted, amounts, written, fill, say};
  }

  window.ConcordiaPhrases = {Term, parse, createLanguage};
})();
