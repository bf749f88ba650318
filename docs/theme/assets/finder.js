/** The finder: shows the questions of the chosen card or topic, and the answer to the one in the address. */
(() => {
  'use strict';

  const finder = document.getElementById('finder');
  const choice = document.getElementById('finder-subject');
  const template = document.getElementById('finder-template');
  const place = finder.querySelector('.finder-answer');
  const sections = [...finder.querySelectorAll('section[data-subject]')];
  const links = [...finder.querySelectorAll('a[data-dispute]')];

  function showSubject(subject) {
    choice.value = subject;
    for (const section of sections) section.hidden = section.dataset.subject !== subject;
  }

  function element(name, text, attributes = {}) {
    return Object.assign(document.createElement(name), {textContent: text, ...attributes});
  }

  function row([first, ...others]) {
    const row = document.createElement('tr');
    row.append(element('th', first, {scope: 'row'}), ...others.map((text) => element('td', text)));
    return row;
  }

  /** Fills the places of the template; those that a dispute has nothing for go. */
  function fill(part, answer) {
    for (const place of part.querySelectorAll('[data-fill]')) place.textContent = answer[place.dataset.fill] ?? '';
    for (const place of part.querySelectorAll('[data-badges]')) {
      const badges = answer[place.dataset.badges].map((text) => element('span', text, {className: 'badge'}));
      place.append(...badges.flatMap((badge) => [badge, ' ']));
    }
    for (const place of part.querySelectorAll('[data-rows]')) {
      place.querySelector('tbody').append(...(answer[place.dataset.rows] ?? []).map(row));
      place.hidden = !answer[place.dataset.rows];
    }
    for (const place of part.querySelectorAll('[data-fill]:empty')) place.remove();
  }

  function showAnswer(id) {
    const part = template.content.cloneNode(true);
    fill(part, ConcordiaAnswers[id]);
    part.querySelector('.finder-page').href = `disputes/${id}.html`;
    place.replaceChildren(part);
    place.hidden = false;
    const own = links.filter((link) => link.dataset.dispute === id);
    for (const link of links) link.ariaCurrent = own.includes(link) ? 'true' : null;
    if (own.every((link) => link.closest('section').hidden)) showSubject(own[0].closest('section').dataset.subject);
    place.querySelector('h2').focus();
  }

  function showAddress() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (Object.hasOwn(ConcordiaAnswers, id)) return showAnswer(id);
    place.hidden = true;
  }

  for (const link of links) {
    // The script leads to the answer itself, not to the place of the question on the page.
    link.removeAttribute('id');
    link.href = `#${link.dataset.dispute}`;
  }
  choice.addEventListener('change', () => {
    showSubject(choice.value);
    history.replaceState(null, '', location.pathname + location.search);
    place.hidden = true;
  });
  choice.closest('p').hidden = false;
  showSubject('');
  window.addEventListener('hashchange', showAddress);
  showAddress();
})();
