import { type HostileCase, note } from './hostile-case.ts';

const box = '[[0, 0], [1, 0], [1, 1], [0, 1]]';
const withEvidence = (evidence: string) =>
  `const r = ${note('"x"')}; r.fields.text.evidence = ${evidence}; return [r]`;
const changed = (change: string) => `const r = ${note('"x"')}; ${change}; return [r]`;

/** Answers that are nearly right, that change while they are read, or that are meant for who shows them. */
export const answers: HostileCase[] = [
  ['points at a line by its number', withEvidence(`[{ box: ${box}, line: 0 }]`), 'plugin.bad_output'],
  ['points at the line __proto__', withEvidence(`[{ box: ${box}, line: '__proto__' }]`), 'plugin.bad_output'],
  [
    'points at the line constructor',
    withEvidence(`[{ box: ${box}, line: 'constructor' }]`),
    'plugin.bad_output',
  ],
  ['points at a line without a name', withEvidence(`[{ box: ${box}, line: '' }]`), 'plugin.bad_output'],
  [
    'points at a line as if it were a barcode',
    withEvidence(`[{ box: ${box}, barcode: 'l0' }]`),
    'plugin.bad_output',
  ],
  [
    'points with five corners',
    withEvidence('[{ box: [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]] }]'),
    'plugin.bad_output',
  ],
  [
    'points with a corner of text',
    withEvidence('[{ box: [["0", 0], [1, 0], [1, 1], [0, 1]] }]'),
    'plugin.bad_output',
  ],
  [
    'points just beyond what is near the page',
    withEvidence('[{ box: [[-100.1, 0], [1, 0], [1, 1], [0, 1]] }]'),
    'plugin.bad_output',
  ],
  [
    'points with a list of holes',
    withEvidence(`Object.assign([], { 10: { box: ${box} } })`),
    'plugin.bad_output',
  ],
  [
    'points with what only looks like a list',
    withEvidence(`{ length: 1, 0: { box: ${box} } }`),
    'plugin.bad_output',
  ],
  [
    'points a hundred thousand times',
    withEvidence(`Array(1e5).fill({ box: ${box} })`),
    'plugin.bad_output|plugin.timed_out',
  ],
  [
    'points with a box that changes as it is read',
    withEvidence(`[{ get box() { return this.n ? 1 : (this.n = ${box}); }, line: 'l0' }]`),
    'ok',
  ],
  [
    'names a record type of three million letters',
    'return [{ type: "t".repeat(3e6), confidence: 1, fields: {} }]',
    'plugin.bad_output',
  ],
  [
    'names a field of three million letters',
    changed('r.fields["n".repeat(3e6)] = r.fields.text'),
    'plugin.bad_output',
  ],
  [
    'names a line of three million letters',
    withEvidence(`[{ box: ${box}, line: 'l'.repeat(3e6) }]`),
    'plugin.bad_output',
  ],
  [
    'names fifty thousand fields',
    changed('for (let i = 0; i < 5e4; i++) r.fields["f" + i] = 1'),
    'plugin.bad_output|plugin.timed_out',
  ],
  [
    'names a field with letters that steer a terminal',
    changed('r.fields["\\x1b[2J\\u202e\\x9b"] = r.fields.text'),
    'plugin.bad_output',
  ],
  [
    'defines a field __proto__',
    changed('Object.defineProperty(r.fields, "__proto__", { value: r.fields.text, enumerable: true })'),
    'plugin.bad_output',
  ],
  [
    'hides __proto__ in what could also be',
    changed(`r.fields.text.ambiguous = [JSON.parse('{"__proto__":1}')]`),
    'plugin.bad_output',
  ],
  ['says what could also be in another type', changed('r.fields.text.ambiguous = [{}]'), 'plugin.bad_output'],
  [
    'says what could also be too often',
    changed('r.fields.text.ambiguous = Array(21).fill("x")'),
    'plugin.bad_output',
  ],
  ['adds what nobody asked for to a field', changed('r.fields.text.html = "<b>"'), 'plugin.bad_output'],
  [
    'claims to be another plugin',
    changed('r.plugin = "invoice"; r.pluginVersion = "9.0.0"'),
    'plugin.bad_output',
  ],
  ['claims a confidence in letters', changed('r.confidence = "1"'), 'plugin.bad_output'],
  [
    'says that a check passed in letters',
    changed('r.fields.text.checks = [{ name: "a", passed: "true", reason: "b" }]'),
    'plugin.bad_output',
  ],
  ['answers with the text of an answer', 'return "[]"', 'plugin.bad_output'],
  ['answers in a box', 'return new String("[]")', 'plugin.bad_output'],
  [
    'answers with boxed values',
    changed('r.fields.text.value = new String("boxed"); r.confidence = new Number(0.5)'),
    'ok',
  ],
  [
    'answers by toJSON, once this and once that',
    `let n = 0; return { toJSON: () => (n++ ? 1 : [${note('"x"')}]) }`,
    'ok',
  ],
  [
    'answers with a list longer than it is',
    `return new Proxy([${note('"x"')}], { get: (t, k) => (k === "length" ? 5 : t[k]) })`,
    'plugin.bad_output',
  ],
  [
    'answers with a list of four thousand million',
    `return new Proxy([${note('"x"')}], { get: (t, k) => (k === "length" ? 2 ** 32 : t[k]) })`,
    'plugin.timed_out',
  ],
  [
    'answers with a list of less than nothing',
    `return new Proxy([${note('"x"')}], { get: (t, k) => (k === "length" ? -5 : t[k]) })`,
    'ok',
  ],
  [
    'answers with a list that was taken back',
    'const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return proxy',
    'plugin.threw',
  ],
  [
    'answers with a list that is taken back while it is read',
    'const r = Proxy.revocable([1], { get(t, k) { if (k === "length") r.revoke(); return t[k]; } }); return r.proxy',
    'plugin.threw',
  ],
  [
    'answers with an object of a million names that are made up',
    'return [new Proxy({}, { ownKeys: () => Array.from({ length: 1e6 }, (_, i) => "k" + i), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: () => 1 })]',
    'plugin.timed_out|plugin.out_of_memory|plugin.too_large|plugin.threw|plugin.bad_output',
  ],
  ['answers with eight hundred thousand nothings', 'return new Array(8e5).fill(null)', 'plugin.bad_output'],
  [
    'answers with forty thousand records',
    'return new Array(40000).fill({ type: "note", confidence: 1, fields: {} })',
    'plugin.bad_output',
  ],
  [
    'answers with one text just small enough',
    changed('r.fields.text.value = ["x".repeat(4e6)]'),
    'plugin.bad_output|plugin.timed_out',
  ],
  [
    'answers with steering letters, markup and a formula',
    changed('r.fields.text.value = "\\x1b[2J=1+1<img src=x onerror=alert(1)>\\u2028\\ufeff\\uffff\\u202e"'),
    'ok',
  ],
  [
    'throws letters that steer a terminal',
    'throw new Error("\\x1b[2J\\x1b]0;x\\x07\\u202e\\x9b31m\\u2028")',
    'plugin.threw',
  ],
  [
    'throws what throws when it is asked',
    'throw { get name() { throw 1; }, get message() { throw 2; }, get stack() { throw 3; } }',
    'plugin.threw',
  ],
  [
    'throws what asks itself for ever',
    'const o = { get message() { return o.message; } }; throw o',
    'plugin.threw',
  ],
  [
    'throws a name of ten million letters',
    'const e = new Error("x"); e.name = "n".repeat(5e6); throw e',
    'plugin.threw|plugin.timed_out',
  ],
  ['throws a symbol', 'throw Symbol("x")', 'plugin.threw'],
];

/** Buffers whose size changes under what reads them. */
export const buffers: HostileCase[] = [
  [
    'shrinks a buffer while it is sorted',
    'const b = new ArrayBuffer(1e5, { maxByteLength: 2e5 }), a = new Uint8Array(b); a.sort(() => { b.resize(0); return 1; }); return a.length',
    'plugin.bad_output',
  ],
  [
    'shrinks a buffer while it is filled',
    'const b = new ArrayBuffer(1e6, { maxByteLength: 2e6 }), a = new Uint8Array(b); a.fill({ valueOf() { b.resize(10); return 7; } }); return a.length',
    'plugin.bad_output',
  ],
  [
    'shrinks a buffer while it is moved',
    'const b = new ArrayBuffer(1e6, { maxByteLength: 2e6 }), a = new Uint8Array(b); a.copyWithin(0, { valueOf() { b.resize(16); return 8; } }, 9e5); return a.length',
    'plugin.bad_output',
  ],
  [
    'shrinks a buffer while a part is cut out',
    'const b = new ArrayBuffer(1e6, { maxByteLength: 2e6 }), a = new Uint8Array(b); return a.slice({ valueOf() { b.resize(16); return 0; } }).length',
    'plugin.bad_output',
  ],
  [
    'shrinks a buffer while one value is changed',
    'const b = new ArrayBuffer(1e6, { maxByteLength: 2e6 }), a = new Uint8Array(b); return a.with(9e5, { valueOf() { b.resize(16); return 0; } }).length',
    'plugin.threw',
  ],
  [
    'shrinks a buffer while it is written to',
    'const b = new ArrayBuffer(1e6, { maxByteLength: 2e6 }); new DataView(b).setFloat64(9e5, { valueOf() { b.resize(16); return 0; } })',
    'plugin.threw',
  ],
  [
    'shrinks a buffer while it is joined',
    'const b = new ArrayBuffer(1e5, { maxByteLength: 2e6 }), a = new Uint8Array(b); return a.join({ toString() { b.resize(16); return ","; } }).length',
    'plugin.bad_output',
  ],
  [
    'takes a buffer away while it is sorted',
    'const b = new ArrayBuffer(1e5), a = new Uint8Array(b); a.sort(() => { b.transfer(); return 1; }); return a.length',
    'plugin.bad_output',
  ],
  [
    'takes a buffer away while it is searched',
    'const b = new ArrayBuffer(1e5), a = new Uint8Array(b); return a.lastIndexOf(0, { valueOf() { b.transfer(0); return 9e4; } })',
    'plugin.bad_output',
  ],
  [
    'takes a buffer away while it is mapped',
    'const b = new ArrayBuffer(1e3), a = new Uint8Array(b); return a.map((v, i) => { if (i === 1) b.transfer(0); return 1; }).length',
    'plugin.bad_output',
  ],
  [
    'hands a copy a smaller list',
    'class A extends Uint8Array { static get [Symbol.species]() { return function () { return new Uint8Array(1); }; } } return new A(1e5).slice().length',
    'plugin.threw',
  ],
  [
    'hands a copy of a buffer the buffer itself',
    'const b = new ArrayBuffer(1e5); b.constructor = { [Symbol.species]: function () { return b; } }; b.slice(0)',
    'plugin.threw',
  ],
  [
    'takes a buffer away while it is copied',
    'const b = new ArrayBuffer(1e5); b.constructor = { [Symbol.species]: function () { b.transfer(0); return new ArrayBuffer(1e5); } }; b.slice(0)',
    'plugin.threw',
  ],
  [
    'lengthens a buffer beyond its memory',
    'const b = new ArrayBuffer(1, { maxByteLength: 2 ** 31 - 1 }); b.resize(2 ** 31 - 1); return b.byteLength',
    'plugin.out_of_memory|plugin.threw',
  ],
];

/** Much to write, and things that do not want to be written. */
export const floods: HostileCase[] = [
  ['writes twenty million letters at once', 'console.log("x".repeat(2e7)); return []', 'ok|plugin.timed_out'],
  [
    'writes sixty thousand things at once',
    'console.log(...new Array(60000).fill("y".repeat(3000))); return []',
    'ok|plugin.timed_out|plugin.out_of_memory',
  ],
  ['writes what contains itself', 'const a = {}; a.a = a; console.log(a); return []', 'ok'],
  [
    'writes what contains itself twice, forty deep',
    'let a = ["x"]; for (let i = 0; i < 40; i++) a = [a, a]; console.log(a); return []',
    'ok|plugin.timed_out|plugin.out_of_memory',
  ],
  [
    'writes what throws when it is asked',
    'console.log({ get a() { throw 1; } }, new Proxy({}, { ownKeys() { throw 1; } })); return []',
    'ok',
  ],
  [
    'writes symbols, big numbers, functions and nothing',
    'console.log(Symbol("x"), 1n, () => 1, null, undefined, -0, NaN); return []',
    'ok',
  ],
  [
    'writes an error whose text loops',
    'class E extends Error { toString() { for (;;) {} } } console.log(new E()); return []',
    'plugin.timed_out',
  ],
  [
    'writes as a constructor',
    'new console.log("x"); Reflect.apply(console.log, new Proxy({}, {}), ["x"]); return []',
    'ok',
  ],
  ['writes letters that steer a terminal', 'console.log("\\x1b[2J\\ud800\\0\\x9b\\u202e"); return []', 'ok'],
  [
    'writes what asks to be recognised by itself',
    'Object.defineProperty(Error, Symbol.hasInstance, { value() { for (;;) {} } }); console.log({}); return []',
    'ok',
  ],
];
