/** A map: its cities, provinces and lines. */

/** @import {Board, ColonistKind, Line, MapData} from '../types.d.ts' */

/** @type {readonly ColonistKind[]} */
export const COLONIST_KINDS = ['land', 'sea'];

/**
 * @param {MapData} map
 * @returns {Board}
 */
export function createBoard(map) {
  const lines = COLONIST_KINDS.flatMap((kind) => map.lines[kind].map((pair) => createLine(pair, kind)));
  const cities = new Map(Object.entries(map.cities));
  const namesOf = (/** @type {string} */ province) =>
    [...cities].filter(([, city]) => city.province === province).map(([name]) => name);
  const places = [map.start_city.id, ...cities.keys()];
  return {
    id: map.id,
    players: map.players,
    startCity: map.start_city.id,
    cities,
    provinces: new Map(Object.keys(map.provinces).map((province) => [province, namesOf(province)])),
    lines: new Map(lines.map((line) => [line.id, line])),
    linesAt: new Map(places.map((city) => [city, lines.filter(({ends}) => ends.includes(city))])),
  };
}

/**
 * @param {[string, string]} pair
 * @param {ColonistKind} kind
 * @returns {Line}
 */
function createLine([one, other], kind) {
  /** @type {[string, string]} */
  const ends = one < other ? [one, other] : [other, one];
  return {id: `${ends.join('~')}:${kind}`, kind, ends};
}

/**
 * @param {Board} board
 * @param {string} city
 * @param {readonly ColonistKind[]} kinds
 */
export function linesTouching(board, city, kinds) {
  return (board.linesAt.get(city) ?? []).filter((line) => kinds.includes(line.kind));
}

/**
 * Whether a place is a city of the map, the start city included.
 *
 * @param {Board} board
 * @param {string} place
 */
export function isCity(board, place) {
  return board.linesAt.has(place);
}
