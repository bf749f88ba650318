/** What some readings remember of earlier turns: notes of the players, such as "played:tribune". */

import {countIn, removeOne} from './values.mjs';

/** @import {Action, Player, Rules, Specification, State, Step} from '../types.d.ts' */

/**
 * The kinds of notes: whether the rules ask for one, and what a player has noted after a turn.
 *
 * @type {Record<string, {
 *   needed: (steps: Step[], data: Specification) => boolean,
 *   afterTurn: (rules: Rules, before: State, after: State, seat: number, turn: Action | null) => string[],
 * }>}
 */
const NOTES = {
  played: {
    needed: (steps) => steps.some((step) => tribunesBar(step) || diplomatsBar(step)),
    afterTurn: (rules, before, _, seat, turn) => {
      const played = turn !== null && before.to_play === seat ? [turn.card] : [];
      const steps = Object.values(rules.data.actions).flatMap(({choose}) => Object.values(choose).flat());
      const does = (/** @type {string} */ card, /** @type {string} */ action) => rules.cards.get(card)?.action === action;
      return [
        ...notesOf(before, seat, 'played'),
        ...played.filter((card) => does(card, 'tribune') && steps.some(tribunesBar)),
        ...played.filter((card) => does(card, 'diplomat') && steps.some(diplomatsBar)),
      ];
    },
  },
  bought: {
    needed: (_, {turn}) => turn.gained_cards === 'after_the_next_tribune',
    afterTurn: (rules, before, _, seat, turn) => {
      const waiting = notesOf(before, seat, 'bought');
      if (before.to_play !== seat || turn === null) return waiting;
      if (rules.cards.get(turn.card)?.action === 'tribune') return [];
      const {cards = [], cards_for_surcharge: cheap = []} = innermost(turn);
      return [...waiting, ...cards, ...cheap];
    },
  },
  gained: {
    needed: (_, {turn}) => turn.gained_cards === 'same_turn',
    afterTurn: (_, before, after, seat, turn) => {
      if (before.to_play !== seat || turn === null) return [];
      const cards = gainedNow(before, seat);
      if (cards.includes(turn.card)) removeOne(cards, turn.card);
      const had = [...(before.players[seat]?.hand ?? [])];
      for (const card of after.players[seat]?.hand ?? []) {
        if (had.includes(card)) removeOne(had, card);
        else cards.push(card);
      }
      return cards.map((card, place) => {
        const number = countIn(cards.slice(0, place), card) + 1;
        return number === 1 ? card : `${card}/${number}`;
      });
    },
  },
  copied: {
    needed: (steps) =>
      steps.some((step) => step.do === 'copy_card' && step.used_diplomat === 'counts_as_the_copied_card'),
    afterTurn: (_, before, __, seat, turn) => {
      if (before.to_play !== seat) return notesOf(before, seat, 'copied');
      return turn?.as ? [innermost(turn.as).card] : [];
    },
  },
  chosen: {
    needed: (steps) => steps.some((step) => step.do === 'copy_card' && step.alternative === 'as_by_the_owner'),
    afterTurn: (_, before, __, seat, turn) => {
      if (before.to_play !== seat) return notesOf(before, seat, 'chosen');
      const {choice} = turn ? innermost(turn) : {};
      return choice === undefined ? [] : [choice];
    },
  },
  // These are noted as they happen, and kept.
  produced: {
    needed: (_, {gods}) => Object.values(gods.gods).some(({per}) => per.counted_when === 'a_house_has_produced'),
    afterTurn: (_rules, _before, after, seat) => notesOf(after, seat, 'produced'),
  },
  held: {
    needed: (_, {end}) => end.winner.holder === 'when_the_end_began',
    afterTurn: (_rules, _before, after, seat) => notesOf(after, seat, 'held'),
  },
  ended: {
    needed: (_, {end}) => end.triggers.concordia_points_go_to === 'everyone',
    afterTurn: (_rules, _before, after, seat) => notesOf(after, seat, 'ended'),
  },
  interim: {
    needed: (_, {interim}) => interim.points === 'kept',
    afterTurn: (_rules, _before, after, seat) => notesOf(after, seat, 'interim'),
  },
  // From which city a colonist came onto its line: "roma>novaria~roma:land". The moves note it as they are made.
  came: {
    needed: (steps) => steps.some((step) => step.do === 'move_colonists' && step.from_a_line === 'onward'),
    afterTurn: (_, __, after, seat) => {
      const {land, sea} = after.players[seat]?.colonists ?? {land: [], sea: []};
      return notesOf(after, seat, 'came').filter((note) => [...land, ...sea].includes(note.split('>')[1] ?? ''));
    },
  },
};

/**
 * The cards that came into the hand of a player in the present turn and can still be played in it.
 *
 * @param {State} state
 * @param {number} seat
 */
export function gainedNow(state, seat) {
  return notesOf(state, seat, 'gained').map((note) => note.split('/')[0] ?? '');
}

/** @param {Step} step */
function tribunesBar(step) {
  return step.do === 'copy_card' && step.barred_by_a_tribune === 'for_the_whole_game';
}

/** @param {Step} step */
function diplomatsBar(step) {
  return step.do === 'copy_card' && step.barred_by === 'any_diplomat_ever_played';
}

/**
 * What is done in the end, through all cards that are copied.
 *
 * @param {Action} action
 * @returns {Action}
 */
function innermost(action) {
  return action.as ? innermost(action.as) : action;
}

/**
 * The city from which a colonist came onto its line, if that was noted.
 *
 * @param {Player} player
 * @param {string} line
 */
export function cameFrom({remembered = []}, line) {
  const note = remembered.find((each) => each.startsWith('came:') && each.endsWith(`>${line}`));
  return note?.slice('came:'.length).split('>')[0];
}

/**
 * @param {Player} player  changed
 * @param {string} left  the place that a colonist has left
 * @param {string} reached
 * @param {string | undefined} city  the one that it came through last
 */
export function noteArrival(player, left, reached, city) {
  const others = (player.remembered ?? []).filter((note) => !(note.startsWith('came:') && note.endsWith(`>${left}`)));
  player.remembered = city === undefined ? others : [...others, `came:${city}>${reached}`];
}

/** @param {Rules} rules */
function neededKinds(rules) {
  const steps = Object.values(rules.data.actions).flatMap(({choose}) => Object.values(choose).flat());
  return Object.keys(NOTES).filter((kind) => NOTES[kind]?.needed(steps, rules.data));
}

/**
 * What a player has noted of a kind.
 *
 * @param {State} state
 * @param {number} seat
 * @param {string} kind
 */
export function notesOf(state, seat, kind) {
  const notes = state.players[seat]?.remembered ?? [];
  return notes.filter((note) => note.startsWith(`${kind}:`)).map((note) => note.slice(kind.length + 1));
}

/**
 * Notes something in the course of a turn. What the rules do not ask for is forgotten when the turn is over.
 *
 * @param {State['players'][number] | undefined} player  changed
 * @param {string} kind
 * @param {string} what
 */
export function note(player, kind, what) {
  if (player) player.remembered = [...player.remembered ?? [], `${kind}:${what}`];
}

/**
 * Brings the notes of all players up to date.
 *
 * @param {Rules} rules
 * @param {State} before
 * @param {State} after  changed
 * @param {Action | null} turn  what was played; null for passing
 */
export function remember(rules, before, after, turn) {
  const kinds = neededKinds(rules);
  after.players.forEach((player, seat) => {
    const notes = kinds.flatMap((kind) =>
      (NOTES[kind]?.afterTurn(rules, before, after, seat, turn) ?? []).map((what) => `${kind}:${what}`));
    setNotes(player, notes);
  });
}

/**
 * Forgets the notes that the rules do not ask for.
 *
 * @param {Rules} rules
 * @param {State} state  changed
 */
export function forgetNeedless(rules, state) {
  const kinds = neededKinds(rules);
  for (const player of state.players) {
    setNotes(player, (player.remembered ?? []).filter((note) => kinds.includes(note.split(':')[0] ?? '')));
  }
}

/**
 * @param {State['players'][number]} player
 * @param {string[]} notes
 */
function setNotes(player, notes) {
  if (notes.length > 0) player.remembered = [...new Set(notes)].sort();
  else delete player.remembered;
}
