/** The rules forbid it. `clause` is the id of the rule, if you know it: `concordia show clause` lists them. */
export class Illegal extends Error {
  constructor(
    message: string,
    readonly clause?: string,
  ) {
    super(message);
  }
}

/** The engine does not do this yet. What throws it must not be declared in `hello`. */
export class NotYet extends Error {}
