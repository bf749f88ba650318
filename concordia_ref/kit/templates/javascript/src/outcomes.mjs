/** The rules forbid it. `clause` is the id of the rule, if you know it: `concordia show clause` lists them. */
export class Illegal extends Error {
  /** @param {string} message @param {string} [clause] */
  constructor(message, clause) {
    super(message);
    this.clause = clause;
  }
}

/** The engine does not do this yet. What throws it must not be declared in `hello`. */
export class NotYet extends Error {}
