/**
 * The search of the site. Its index is loaded when the box is entered for the first time; every word of the query must
 * be the beginning of a word of what is found. `folded` is that of concordia_ref/words/search_keys.py.
 */
(() => {
  'use strict';

  const MOST = 12;
  const CYRILLIC = 'абвгдђежзијклмнопрстћуфхцчш';
  const LATIN = 'abvgdđežzijklmnoprstćufhcčš';
  const LETTERS = {
    ...Object.fromEntries([...CYRILLIC].map((letter, index) => [letter, LATIN[index]])),
    љ: 'lj', њ: 'nj', џ: 'dž',
  };
  const WITHOUT_DIACRITICS = {ł: 'l', đ: 'dj', œ: 'oe', æ: 'ae', ß: 'ss'};

  /** A text for searching: small Latin letters without diacritics. */
  function folded(text) {
    const small = [...text.toLowerCase()].map((letter) => LETTERS[letter] ?? letter);
    const latin = small.map((letter) => WITHOUT_DIACRITICS[letter] ?? letter).join('');
    return latin.normalize('NFD').replace(/\p{Mn}/gu, '');
  }

  function foldedWords(text) {
    return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  }

  /** The index made ready: the words of every title, and the entries of a word as their numbers. */
  function createIndex({shortest, entries, words, found}) {
    const numbers = (distances) => {
      let number = 0;
      return distances.map((distance) => (number += distance));
    };
    return {
      shortest,
      entries: entries.map(([address, title, about]) => ({address, title, about, words: foldedWords(title)})),
      words: words.split(' '),
      found: found.map(numbers),
    };
  }

  /** The numbers of all entries with a word that begins so, and whether some word is just this. */
  function entriesWith(index, beginning) {
    const hits = new Map();
    let low = 0;
    let high = index.words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (index.words[middle] < beginning) low = middle + 1;
      else high = middle;
    }
    for (let at = low; index.words[at]?.startsWith(beginning); at += 1) {
      const exact = index.words[at] === beginning;
      for (const number of index.found[at]) hits.set(number, exact || hits.get(number) === true);
    }
    return hits;
  }

  /** How well an entry fits a word: best if its title is little else, then if it is part of a page, then any text. */
  function rank({address, words}, beginning, exact) {
    const inTitle = words.some((word) => word.startsWith(beginning));
    const titled = (words.includes(beginning) ? 12 : 10) + 8 / words.length;
    return (inTitle ? titled : address.includes('#') ? 4 : 0) + (exact ? 1 : 0);
  }

  /** The entries in which every word of the query is found, the best first. */
  function search(index, query) {
    const beginnings = foldedWords(query).filter((word) => word.length >= index.shortest);
    if (!beginnings.length) return [];
    const hits = beginnings.map((beginning) => entriesWith(index, beginning));
    const numbers = [...hits[0].keys()].filter((number) => hits.every((hit) => hit.has(number)));
    const ranked = numbers.map((number) => {
      const entry = index.entries[number];
      const ranks = beginnings.map((beginning, word) => rank(entry, beginning, hits[word].get(number)));
      return {entry, number, rank: ranks.reduce((sum, each) => sum + each, 0)};
    });
    ranked.sort((one, other) => other.rank - one.rank || one.number - other.number);
    return ranked.map(({entry}) => entry);
  }

  function attach(form) {
    const input = form.querySelector('input');
    const results = document.getElementById('search-results');
    const status = document.createElement('p');
    status.className = 'visually-hidden';
    status.setAttribute('role', 'status');
    form.append(status);
    let index = null;

    function load() {
      input.removeEventListener('focus', load);
      const script = document.createElement('script');
      script.src = input.dataset.index;
      script.addEventListener('load', () => {
        index = createIndex(window.ConcordiaSearch);
        show();
      });
      document.head.append(script);
    }

    function item({address, title, about}) {
      const link = document.createElement('a');
      link.href = input.dataset.root + address;
      const name = document.createElement('b');
      name.textContent = title;
      const more = document.createElement('small');
      more.textContent = about;
      link.append(name, ' ', more);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }

    function show() {
      if (!index) return;
      const wanted = foldedWords(input.value).some((word) => word.length >= index.shortest);
      const found = search(index, input.value);
      const told = found.length ? form.dataset.some.replace('{number}', found.length) : form.dataset.none;
      const count = document.createElement('p');
      count.textContent = told;
      const list = document.createElement('ul');
      list.append(...found.slice(0, MOST).map(item));
      results.replaceChildren(...(wanted ? [count, list] : []));
      results.hidden = !wanted;
      status.textContent = wanted ? told : '';
    }

    function close() {
      results.hidden = true;
      status.textContent = '';
    }

    function links() {
      return results.hidden ? [] : [...results.querySelectorAll('a')];
    }

    /** The arrows go through the box and the results, round and round. */
    function move(steps) {
      const places = [input, ...links()];
      const at = places.indexOf(document.activeElement);
      places[(at + steps + places.length) % places.length].focus();
    }

    results.hidden = true;
    input.addEventListener('focus', load);
    input.addEventListener('focus', show);
    input.addEventListener('input', show);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      links()[0]?.click();
    });
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !results.hidden) {
        input.focus();
        close();
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        move(event.key === 'ArrowDown' ? 1 : -1);
      } else {
        return;
      }
      event.preventDefault();
    });
    form.addEventListener('focusout', (event) => {
      if (event.relatedTarget && !form.contains(event.relatedTarget)) close();
    });
    document.addEventListener('click', (event) => {
      if (!form.contains(event.target)) close();
    });
  }

  window.ConcordiaIndex = {folded, foldedWords, createIndex, search};
  document.querySelectorAll('form.search').forEach(attach);
})();
