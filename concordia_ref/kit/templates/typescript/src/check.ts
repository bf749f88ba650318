// Checks the input: types are gone when the program runs.
import { SHAPES, type Shape } from "./shapes.js";

/** A value that cannot be read; `pointer` is the JSON pointer to what is wrong with it. */
export class Malformed extends Error {
  constructor(
    readonly pointer: string,
    message: string,
  ) {
    super(message);
  }
}

/** Checks that a value is of a type, given by its name in types.ts. */
export function check(type: string, value: unknown): void {
  walk(type, value, "");
}

function walk(type: any, value: any, at: string): void {
  if (Array.isArray(type)) return part(type, value, at);
  const shape = SHAPES[type];
  if (shape) return declared(type, shape, value, at);
  const fits: Record<string, boolean> = {
    string: typeof value === "string",
    integer: Number.isSafeInteger(value),
    natural: Number.isSafeInteger(value) && value >= 0,
    boolean: typeof value === "boolean",
    any: true,
  };
  if (!fits[type]) throw new Malformed(at, `${JSON.stringify(value)} is not a value of type ${type}`);
}

function part([kind, first, second]: any[], value: any, at: string): void {
  if (kind === "const" && value !== first) throw new Malformed(at, `must be ${JSON.stringify(first)}`);
  if (kind === "null" && value !== null) walk(first, value, at);
  if (kind === "list") {
    if (!Array.isArray(value)) throw new Malformed(at, "must be a list");
    value.forEach((item, index) => walk(first, item, `${at}/${index}`));
  }
  if (kind === "map") {
    for (const [key, item] of entries(value, at)) {
      walk(first, key, `${at}/${key}`);
      walk(second, item, `${at}/${key}`);
    }
  }
}

function declared(type: string, shape: Shape, value: any, at: string): void {
  if (shape.ids && !shape.ids.includes(value)) {
    throw new Malformed(at, `${JSON.stringify(value)} is not the id of anything of type ${type}`);
  }
  if (shape.type) {
    walk(shape.type, value, at);
    if (shape.pattern && !new RegExp(shape.pattern).test(value)) {
      throw new Malformed(at, `${JSON.stringify(value)} does not match ${shape.pattern}`);
    }
  }
  if (shape.either) {
    const has = new Map(entries(value, at));
    walk(shape.either.find(([, key]: [string, string]) => !key || has.has(key))[0], value, at);
  }
  if (shape.keys) {
    const has = new Map(entries(value, at));
    for (const key of shape.required) {
      if (!has.has(key)) throw new Malformed(at, `the key ${key} is missing`);
    }
    for (const [key, item] of has) {
      if (Object.hasOwn(shape.keys, key)) walk(shape.keys[key], item, `${at}/${key}`);
      else if (!shape.open) throw new Malformed(at, `unknown key ${key}`);
    }
  }
}

function entries(value: any, at: string): [string, any][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Malformed(at, "must be an object");
  }
  return Object.entries(value);
}
