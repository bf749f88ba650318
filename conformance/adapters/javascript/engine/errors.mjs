/** Why something is not done: the rules say no, or it is not written as it must be. */

/** The rules say no; `clause` is the id of the rule, `pointer` the place in a set-up that is not possible. */
export class Refusal extends Error {
  /**
   * @param {string} clause
   * @param {string} message
   * @param {string} [pointer]
   */
  constructor(clause, message, pointer) {
    super(message);
    this.name = 'Refusal';
    this.clause = clause;
    this.pointer = pointer;
  }
}

/** A bundle, a position, a set-up or a turn that cannot be read or is incomplete. */
export class Malformed extends Error {
  /**
   * @param {string} pointer  a JSON pointer to the place, '' for the whole
   * @param {string} message
   */
  constructor(pointer, message) {
    super(pointer ? `${pointer}: ${message}` : message);
    this.name = 'Malformed';
    this.pointer = pointer;
  }
}

/**
 * @param {unknown} condition
 * @param {string} clause
 * @param {string} message
 * @param {string} [pointer]
 * @returns {asserts condition}
 */
export function refuseUnless(condition, clause, message, pointer) {
  if (!condition) throw new Refusal(clause, message, pointer);
}

/**
 * @param {unknown} condition
 * @param {string} pointer
 * @param {string} message
 * @returns {asserts condition}
 */
export function malformedUnless(condition, pointer, message) {
  if (!condition) throw new Malformed(pointer, message);
}
