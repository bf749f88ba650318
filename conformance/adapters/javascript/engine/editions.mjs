/** Editions and readings: how the data of a bundle change with the answers that are given to disputed questions. */

import {Malformed, malformedUnless} from './errors.mjs';
import {isObject} from './values.mjs';

/** @import {Bundle, Dispute, Patch, Specification} from '../types.d.ts' */

/** What a rulebook `says` where it has no reading of its own. */
const NO_READING = ['silent', 'damaged'];

/**
 * The editions that can be played with a bundle: all of them with the canonical one, for the others are changes to it.
 *
 * @param {Bundle} bundle
 */
export function editionsOf(bundle) {
  const others = bundle.edition === 'canonical' ? Object.keys(bundle.specification.editions ?? {}).sort() : [];
  return [...new Set([bundle.edition, ...others])];
}

/**
 * The data of an edition, with other readings of some disputes where they are given.
 *
 * @param {Bundle} bundle
 * @param {string} edition
 * @param {Record<string, string>} readings  reading by dispute
 * @returns {Specification}
 */
export function editionData(bundle, edition, readings) {
  malformedUnless(editionsOf(bundle).includes(edition), '/edition', `the bundle of the edition ${bundle.edition} has no ${edition}`);
  const given = bundle.specification;
  const disputes = given.disputes ?? {};
  const taken = {...(edition === bundle.edition ? {} : readingsOf(bundle, edition)), ...readings};
  const patches = Object.entries(taken).flatMap(([id, reading]) => patchOf(disputes, id, reading));
  if (patches.length === 0) return given;
  const {locales, disputes: _, ...played} = /** @type {Specification & {locales?: unknown}} */ (given);
  const data = structuredClone(played);
  for (const patch of patches) applyPatch(data, '', patch);
  return data;
}

/**
 * The readings in which an edition differs from the canonical rules: those of the rulebook that it follows.
 *
 * @param {Bundle} bundle
 * @param {string} edition
 * @returns {Record<string, string>}
 */
function readingsOf(bundle, edition) {
  const {editions = {}, disputes = {}} = bundle.specification;
  const {follows, to_the_letter: toTheLetter = false, except = {}, takes = {}} = editions[edition] ?? {};
  const followed = Object.entries(disputes).flatMap(([id, {rulebooks, readings, ruling}]) => {
    const stance = follows === undefined ? undefined : rulebooks[follows];
    const says = (toTheLetter ? stance?.literally : undefined) ?? stance?.says ?? 'silent';
    const differs = !NO_READING.includes(says) && says !== ruling && readings[says]?.patch !== undefined;
    return differs && !Object.hasOwn(except, id) ? [[id, says]] : [];
  });
  return {...Object.fromEntries(followed), ...takes};
}

/**
 * @param {Record<string, Dispute>} disputes
 * @param {string} id
 * @param {string} reading
 * @returns {Patch[]}
 */
function patchOf(disputes, id, reading) {
  const dispute = Object.hasOwn(disputes, id) ? disputes[id] : undefined;
  malformedUnless(dispute, '/readings', `there is no dispute ${id}`);
  if (reading === dispute.ruling) return [];
  const patch = Object.hasOwn(dispute.readings, reading) ? dispute.readings[reading]?.patch : undefined;
  malformedUnless(patch, `/readings/${id}`, `the reading ${reading} is not one that can be played`);
  return [patch];
}

/**
 * Sets the values of a patch. A mapping changes the keys that it names; any other value replaces the old one.
 *
 * @param {unknown} data
 * @param {string} at
 * @param {Patch} patch
 */
function applyPatch(data, at, patch) {
  for (const [path, value] of Object.entries(patch)) {
    const whole = at ? `${at}.${path}` : path;
    if (isObject(value)) applyPatch(data, whole, value);
    else setValue(data, whole.split('.'), value);
  }
}

/**
 * @param {unknown} data
 * @param {string[]} path
 * @param {unknown} value
 */
function setValue(data, path, value) {
  const last = /** @type {string} */ (path.at(-1));
  const parent = path.slice(0, -1).reduce(child, data);
  if (!isObject(parent) || !Object.hasOwn(parent, last)) throw new Malformed('', `the data have no ${path.join('.')}`);
  parent[last] = value;
}

/**
 * What lies below a node under a name; a step of an action goes by its verb.
 *
 * @param {unknown} node
 * @param {string} name
 * @returns {unknown}
 */
function child(node, name) {
  if (Array.isArray(node)) return node.find((step) => isObject(step) && step.do === name);
  return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}
