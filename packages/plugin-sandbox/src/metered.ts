import { patternsSource } from './metered-patterns.ts';

/** Units of native work that count as one tick: about as long as its 10,000 steps of the interpreter take. */
const unitsPerTick = 200_000;

/** How the work of a native function is counted; source of numbers, in units. */
interface Meter {
  /** By what it is given: `size` of the text or list, and its arguments `a` and `b`. */
  before?: string;
  /** By what it `made`, where memory bounds that. */
  after?: string;
}

// Near matches are compared to their end at every place.
const search = "(typeof a === 'string' && a.length > 2 && a.length <= size ? (size * a.length) / 2 : size)";
const sortBy = (each: number) => `(a === undefined ? size * (1 + log2(size + 1)) * ${each} : size)`;
const made = (each: number): Meter => ({ after: `sizeOf(made) * ${each}` });

/**
 * A unit is what looking at one character takes (3 ns where a tick takes 0.6 ms); the factors were measured. Functions that take
 * more than two arguments are in `many`.
 */
const texts: Record<string, Meter> = {
  indexOf: { before: search },
  lastIndexOf: { before: search },
  includes: { before: search },
  split: { before: search, after: 'sizeOf(made) * 40' },
  replace: { before: `(typeof a === 'string' ? ${search} + 8 * size : 0)`, after: 'sizeOf(made)' },
  replaceAll: { before: `(typeof a === 'string' ? ${search} + 8 * size : 0)`, after: 'sizeOf(made)' },
  toLowerCase: { before: '5 * size' },
  toUpperCase: { before: '5 * size' },
  toLocaleLowerCase: { before: '5 * size' },
  toLocaleUpperCase: { before: '5 * size' },
  trim: { before: 'size' },
  trimStart: { before: 'size' },
  trimEnd: { before: 'size' },
  isWellFormed: { before: 'size' },
  toWellFormed: { before: 'size' },
  normalize: { before: '30 * size' },
  localeCompare: { before: '8 * (size + sizeOf(a))' },
  repeat: made(1 / 8),
  padStart: made(1 / 8),
  padEnd: made(1 / 8),
};
const lists: Record<string, Meter> = {
  includes: { before: '3 * size' },
  reverse: { before: 'size' },
  shift: { before: 'size / 8' },
  join: { before: '15 * size', after: 'sizeOf(made)' },
  slice: made(25),
  toReversed: { before: '25 * size' },
  with: { before: '25 * size' },
  sort: { before: sortBy(45) },
  toSorted: { before: sortBy(45) },
};
const typedLists: Record<string, Meter> = {
  ...Object.fromEntries(
    ['includes', 'indexOf', 'reverse', 'slice', 'toReversed', 'with'].map((name) => [
      name,
      { before: '3 * size' },
    ]),
  ),
  set: { before: '3 * sizeOf(a)' },
  join: { before: '60 * size' },
  sort: { before: sortBy(2) },
  toSorted: { before: sortBy(2) },
};
const many: Record<string, Record<string, Meter>> = {
  'String.prototype': { concat: made(1 / 8) },
  'Array.prototype': {
    indexOf: { before: '3 * size' },
    lastIndexOf: { before: '3 * size' },
    copyWithin: { before: 'size' },
    fill: { before: 'size' },
    splice: { before: 'size' },
    unshift: { before: 'size / 8' },
    concat: made(25),
    flat: made(25),
    toSpliced: { before: '25 * size' },
  },
  'Object.getPrototypeOf(Uint8Array.prototype)': {
    lastIndexOf: { before: '3 * size' },
    copyWithin: { before: '3 * size' },
    fill: { before: '3 * size' },
  },
  JSON: { parse: { before: '20 * sizeOf(a)' }, stringify: made(4) },
  Object: Object.fromEntries(
    ['keys', 'values', 'entries', 'getOwnPropertyNames'].map((name) => [name, made(90)]),
  ),
  Reflect: { ownKeys: made(90) },
  globalThis: Object.fromEntries([
    ...['parseFloat', 'parseInt'].map((name) => [name, { before: '5 * sizeOf(a)' }]),
    ...['encodeURIComponent', 'encodeURI', 'decodeURIComponent', 'decodeURI', 'escape', 'unescape'].map(
      (name) => [name, { before: '20 * sizeOf(a)' }],
    ),
  ]),
};

const counted = (units: string) => `if ((pending += ${units}) >= ${unitsPerTick}) flush();`;

/** What is called in the place of a native function; `call` calls that. */
const body = (call: string, { before, after }: Meter) =>
  `${before ? counted(before) : ''} ${after ? `const made = ${call}; ${counted(after)} return made;` : `return ${call};`}`;

const wrapped = (owner: string, meters: Record<string, Meter>, make: (meter: Meter) => string) =>
  Object.entries(meters)
    .map(
      ([name, meter]) => `replaceIn(${owner}, '${name}', (native, apart) => ({ made${make(meter)} }).made);`,
    )
    .join('\n  ');

// A text is made once of what claims to be one, so that it is as long as what is counted.
const ofText = (meter: Meter) =>
  `(a, b) { const text = typeof this === 'string' ? this : asText(this), size = text.length; ${body('apart(text, a, b)', meter)} }`;
const ofList = (meter: Meter) => `(a, b) { const size = sizeOf(this); ${body('apart(this, a, b)', meter)} }`;
const ofMany = (meter: Meter) =>
  `(a) { const size = sizeOf(this); ${body('apply(native, this, arguments)', meter)} }`;

/**
 * Native functions that work through a text or a list count no ticks of their own, however long it is. Each is put into a wrapper
 * that counts the work by its size, the same on every machine, before a plugin is loaded. What a plugin replaces later is out of
 * reach: everything used is a constant of this closure.
 *
 * Source of `(spend) => begin`; `spend(ticks)` says whether the budget is used up, `begin()` that the plugin is loaded.
 */
export const meteredSource = `((spend) => {
  'use strict';
  const { apply } = Reflect, { log2, floor } = Math, { defineProperty, getOwnPropertyDescriptor } = Object;
  const toText = String, bound = Function.prototype.bind, { call } = Function.prototype;
  let pending = 0, isRunning = false;
  const flush = () => {
    const ticks = floor(pending / ${unitsPerTick});
    pending -= ticks * ${unitsPerTick};
    if (!(pending >= 0)) pending = 0;
    if (spend(ticks)) throw new RangeError('The budget of interpreter ticks is used up');
  };
  const count = (units) => { if ((pending += units) >= ${unitsPerTick}) flush(); };
  const sizeOf = (value) => {
    if (value === null || value === undefined) return 0;
    const { length } = value;
    return typeof length === 'number' && length > 0 ? length : 0;
  };
  const asText = (value) => {
    if (value === null || value === undefined) throw new TypeError('null or undefined are forbidden');
    return toText(value);
  };
  const replaceIn = (owner, name, make) => {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    if (!descriptor) return;
    const native = descriptor.value;
    const metered = make(native, apply(bound, call, [native]));
    defineProperty(metered, 'length', { value: native.length, configurable: true });
    defineProperty(metered, 'name', { value: native.name, configurable: true });
    defineProperty(owner, name, { ...descriptor, value: metered });
  };
  ${patternsSource}
  ${wrapped('String.prototype', texts, ofText)}
  ${wrapped('Array.prototype', lists, ofList)}
  ${wrapped('Object.getPrototypeOf(Uint8Array.prototype)', typedLists, ofList)}
  ${Object.entries(many)
    .map(([owner, meters]) => wrapped(owner, meters, ofMany))
    .join('\n  ')}
  replaceIn(String.prototype, Symbol.iterator, (native, apart) => ({ made() {
    const text = asText(this);
    ${counted('60 * text.length')}
    return apart(text);
  } }).made);
  String.prototype.trimLeft = String.prototype.trimStart;
  String.prototype.trimRight = String.prototype.trimEnd;
  Number.parseFloat = parseFloat;
  Number.parseInt = parseInt;
  return () => { isRunning = true; };
})`;
