// The language switch keeps the place on the page, and the choice is remembered for the next visit.
(() => {
  'use strict';

  const remember = (tag) => {
    try {
      localStorage.setItem('concordia-language', tag);
    } catch {
      // A browser that keeps nothing loses only the choice.
    }
  };

  for (const link of document.querySelectorAll('nav.languages a[hreflang]')) {
    link.addEventListener('click', () => {
      remember(link.hreflang);
      link.hash = location.hash;
    });
  }

  // A press elsewhere, or Escape, closes the switch.
  const languages = document.querySelector('details.switch');
  document.addEventListener('click', (event) => {
    if (!languages.contains(event.target)) languages.open = false;
  });
  languages.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && languages.open) {
      languages.open = false;
      languages.querySelector('summary').focus();
    }
  });

  // A long line of code scrolls by keyboard too.
  for (const block of document.querySelectorAll('pre')) block.tabIndex = 0;
})();
