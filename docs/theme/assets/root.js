// Opens the language that the reader chose before, or the first of the browser's languages that there is.
(() => {
  'use strict';

  const known = [...document.querySelectorAll('a[hreflang]')].map((link) => link.hreflang);
  const found = (wish) => {
    const [language, ...rest] = wish.split('-');
    const latin = rest.some((part) => part.toLowerCase() === 'latn');
    const tag = language.toLowerCase() === 'sr' && latin ? 'sr-Latn' : language.toLowerCase();
    return known.includes(tag) ? tag : null;
  };
  let chosen = null;
  try {
    chosen = localStorage.getItem('concordia-language');
  } catch {
    // Nothing was kept.
  }
  const wishes = [chosen, ...navigator.languages].filter(Boolean);
  const tag = wishes.map(found).find(Boolean) ?? 'en';
  location.replace(`${tag}/index.html`);
})();
