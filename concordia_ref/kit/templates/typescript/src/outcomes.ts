/** The rules forbid it. `clause` is the id of the rule, if you know it: `concordia show clause` lists them. */
export class Illegal extends Error {
  constructor(
    message: string,
    readonly clause?: string,
  ) {
    super(message);
  }
}

/** The engine does not support this yet. Do not declare anything in `hello` that throws this. */
export class NotYet extends Error {}
