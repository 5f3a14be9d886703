import type { HostileCase } from './hostile-case.ts';

/** Loops that never end, in every shape the language has. */
export const loops: HostileCase[] = [
  ['loops for ever', 'for (;;) {}', 'plugin.timed_out'],
  ['loops and catches the interruption', 'for (;;) { try { for (;;) {} } catch {} }', 'plugin.timed_out'],
  ['loops on in finally', 'for (;;) { try { for (;;) {} } finally { continue; } }', 'plugin.timed_out'],
  ['returns out of a finally that loops', 'try { return [] } finally { for (;;) {} }', 'plugin.timed_out'],
  ['loops by labels', 'a: for (;;) { b: for (;;) { for (;;) { continue a; } } }', 'plugin.timed_out'],
  ['loops in do', 'let i = 0; do { i ^= 1; } while (i < 2)', 'plugin.timed_out'],
  [
    'drains an endless generator',
    'function* g() { for (;;) yield 1; } for (const _ of g());',
    'plugin.timed_out',
  ],
  [
    'drains a generator that delegates to itself',
    'function* g() { yield 1; yield* g(); } for (const _ of g());',
    'plugin.threw',
  ],
  [
    'returns from a generator that does not let go',
    'function* g() { try { yield 1; } finally { for (;;) {} } } for (const _ of g()) break;',
    'plugin.timed_out',
  ],
  ['loops in a getter', 'return ({ get a() { for (;;) {} } }).a', 'plugin.timed_out'],
  ['loops in a setter', '({ set a(v) { for (;;) {} } }).a = 1', 'plugin.timed_out'],
  ['loops in a proxy', 'return new Proxy({}, { get() { for (;;) {} } }).x', 'plugin.timed_out'],
  [
    'loops in the keys of a proxy',
    'return Object.keys(new Proxy({}, { ownKeys() { for (;;) {} } }))',
    'plugin.timed_out',
  ],
  ['loops in valueOf', 'return +{ valueOf() { for (;;) {} } }', 'plugin.timed_out'],
  [
    'loops in Symbol.toPrimitive',
    'return String({ [Symbol.toPrimitive]() { for (;;) {} } })',
    'plugin.timed_out',
  ],
  [
    'loops in Symbol.hasInstance',
    'return 1 instanceof { [Symbol.hasInstance]() { for (;;) {} } }',
    'plugin.timed_out',
  ],
  ['loops in a comparison of sort', '[1, 2].sort(() => { for (;;) {} })', 'plugin.timed_out'],
  ['loops in the function of replace', '"a".replace(/a/, () => { for (;;) {} })', 'plugin.timed_out'],
  ['loops in a reviver', 'JSON.parse("[1]", () => { for (;;) {} })', 'plugin.timed_out'],
  ['loops in a constructor', 'class A { constructor() { for (;;) {} } } new A()', 'plugin.timed_out'],
  ['loops in a static block', 'class A { static { for (;;) {} } }', 'plugin.timed_out'],
  [
    'loops in a default of a parameter',
    'const f = (a = (() => { for (;;) {} })()) => a; f()',
    'plugin.timed_out',
  ],
  [
    'calls itself back and forth without going deeper',
    'const f = () => f; let g = f; for (;;) g = g();',
    'plugin.timed_out',
  ],
  ['throws and catches for ever', 'for (;;) try { throw new Error("x"); } catch {}', 'plugin.timed_out'],
  ['loops in evaluated code', 'eval("for (;;) {}")', 'plugin.threw'],
  ['loops in a made function', 'new Function("for (;;) {}")()', 'plugin.threw'],
  [
    'makes its result loop when it is written out',
    'return [{ toJSON() { for (;;) {} } }]',
    'plugin.timed_out',
  ],
  [
    'returns a list whose length loops',
    'return new Proxy([], { get(target, key) { if (key === "length") for (;;) {} return target[key]; } })',
    'plugin.timed_out',
  ],
  [
    'loops when asked whether its result is a promise',
    'return { get then() { for (;;) {} } }',
    'plugin.timed_out',
  ],
  ['throws an object whose message loops', 'throw { get message() { for (;;) {} } }', 'plugin.timed_out'],
  [
    'throws an object whose stack loops',
    'throw { message: "x", name: "y", get stack() { for (;;) {} } }',
    'plugin.timed_out',
  ],
  [
    'loops while it is written to the console',
    'console.log({ toJSON() { for (;;) {} } })',
    'plugin.timed_out',
  ],
  ['backtracks: nested quantifiers', 'return /^(a+)+$/.test("a".repeat(50) + "b")', 'plugin.timed_out'],
  [
    'backtracks: alternatives that overlap',
    'return /^(a|aa|a?)*$/.test("a".repeat(60) + "b")',
    'plugin.timed_out',
  ],
  ['backtracks: a reference', 'return /^(a*)*\\1b$/.test("a".repeat(40))', 'plugin.timed_out'],
  ['backtracks: in a lookbehind', 'return /(?<=^(a+)+)b/.test("a".repeat(40) + "cb")', 'plugin.bad_output'],
  ['backtracks: in split', 'return ("a".repeat(50) + "b").split(/^(a+)+$/)', 'plugin.timed_out'],
  ['backtracks: in matchAll', 'return [...("a".repeat(50) + "!").matchAll(/(\\w+)+$/g)]', 'plugin.timed_out'],
];
