import { note } from './hostile-case.ts';

/**
 * What a plugin could tell one machine, run or moment from another by: expressions whose value must be the same always
 * and everywhere.
 */
export const observations: [name: string, expression: string][] = [
  [
    'what languages do to texts',
    '[1234.5.toLocaleString("de-DE"), "i".toLocaleUpperCase("tr"), "ä".localeCompare("z", "sv"), [3, 1].toLocaleString("ar-EG"), (5n).toLocaleString("hi")].join()',
  ],
  [
    'mathematics to the last digit',
    '[Math.sin(1e22), Math.tan(1.5707963267948966), Math.pow(2, 0.1), Math.cosh(710), Math.hypot(3e200, 4e200), Math.atan2(1, 3), Math.log1p(1e-10), Math.cbrt(3), Math.expm1(1e-8), 0.1 ** 0.3, (1.1e-6).toString(3), (123.456).toFixed(10), (1e-7).toPrecision(20)].join()',
  ],
  [
    'the bits of what is not a number',
    '[...new Uint8Array(new Float64Array([NaN, 0 / 0, -NaN, Math.sqrt(-1), Infinity - Infinity, Infinity * 0]).buffer)].join()',
  ],
  [
    'bits of what is not a number that it chose',
    '(() => { const b = new Uint8Array(8).fill(255), f = new Float64Array(b.buffer); f[0] = f[0] * 1; return b.join(); })()',
  ],
  [
    'how often sort compares',
    '(() => { let n = 0; Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1000).sort((a, b) => { n++; return a - b; }); return n; })()',
  ],
  [
    'the order of names',
    'Object.keys({ b: 1, 2: 1, a: 1, 1: 1 }).join() + [...new Map([[NaN, 1], [-0, 2], ["a", 3]]).keys()].join()',
  ],
  [
    'where it runs',
    '(() => { let s; JSON.stringify({ toJSON() { s = new Error("x").stack; } }); return s; })()',
  ],
  [
    'what functions look like',
    '[Math.max, console.log, Date, eval, Function, Function.prototype, Math.random].map(String).join()',
  ],
  [
    'how deep it may go',
    '(() => { let d = 0; const f = () => { d++; f(); }; try { f(); } catch {} let e = 0; const g = () => { e++; [1].map(g); }; try { g(); } catch {} return d + " " + e; })()',
  ],
  [
    'how much memory there is',
    '(() => { let n = 0; const k = []; try { for (;;) { k.push(new Uint8Array(65536)); n++; } } catch {} return n; })()',
  ],
  [
    'what Unicode it knows',
    '["\\u{1e08f}", "\\u{11f02}", "\\u{10570}", "\\u{1df00}", "\\u{10ec2}"].map((x) => [x.normalize("NFD").length, /\\p{L}/u.test(x), x.toUpperCase()]).join()',
  ],
  [
    'what the last expression matched',
    '["$1", "input", "lastMatch", "leftContext"].map((k) => { /(.)/.test("secret"); return String(RegExp[k]); }).join()',
  ],
  [
    'what lies in memory it is given',
    '(() => { let n = 0; for (let i = 0; i < 20; i++) { const r = new ArrayBuffer(8, { maxByteLength: 1e6 }); r.resize(1e6); for (const b of [new ArrayBuffer(1e6), r, new ArrayBuffer(8).transfer(1e6), new Uint8Array(1e6).slice().buffer]) { const a = new Uint8Array(b); for (let j = 0; j < a.length; j += 997) n += a[j]; } } return n; })()',
  ],
  ['which globals there are', 'Object.getOwnPropertyNames(globalThis).join()'],
];

/** Recursion through native functions; each is caught, and has to be noticed everywhere. */
const recursions: [name: string, code: string][] = [
  [
    'helpers of iterators',
    '() => { let i = (function* () { for (;;) yield 1; })(); for (let k = 0; k < 1e4; k++) i = i.map((x) => x); return i.next(); }',
  ],
  [
    'constructors of proxies',
    '() => { let p = class {}; for (let i = 0; i < 1e4; i++) p = new Proxy(p, {}); return new p(); }',
  ],
  [
    'calls of proxies',
    '() => { let p = () => 1; for (let i = 0; i < 1e4; i++) p = new Proxy(p, { apply: Reflect.apply }); return p(); }',
  ],
  [
    'writing JSON out of getters',
    '() => { const f = () => ({ get a() { return f(); } }); return JSON.stringify(f()); }',
  ],
  ['writing JSON', '() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return JSON.stringify(a); }'],
  [
    'joining and flattening',
    '() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return String(a) + a.flat(Infinity); }',
  ],
  ['reading JSON', '() => JSON.parse("[".repeat(1e5))'],
  [
    'making by Reflect',
    '() => { const f = () => Reflect.construct(Array, [], new Proxy(Array, { get: f })); return f(); }',
  ],
  ['getters within map', '() => { const o = { get a() { return [o].map((x) => x.a); } }; return o.a; }'],
  ['replacing', '() => { const f = () => "a".replace(/a/, f); return f(); }'],
  ['groups of expressions', '() => new RegExp("(?:".repeat(1e5))'],
  [
    'asking prototypes',
    '() => { let p = {}; for (let i = 0; i < 1e4; i++) p = Object.create(new Proxy(p, {})); return "x" in p; }',
  ],
  ['big numbers', '() => { const o = { [Symbol.toPrimitive]: () => BigInt(o) }; return BigInt(o); }'],
  ['spreading', '() => { const f = () => [...{ [Symbol.iterator]: f }]; return f(); }'],
  ['generators', '() => { function* g() { yield* g(); } return [...g()]; }'],
  ['making lists', '() => { const f = () => Array.from([1], f); return f(); }'],
  ['visiting maps', '() => { const f = () => new Map([[1, 1]]).forEach(f); return f(); }'],
  ['typed lists', '() => { const f = () => new Uint8Array(1).map(f); return f(); }'],
  ['bound functions', '() => { let f = () => 1; for (let i = 0; i < 1e4; i++) f = f.bind(); return f(); }'],
  [
    'keys of proxies',
    '() => { let p = { a: 1 }; for (let i = 0; i < 1e4; i++) p = new Proxy(p, {}); return Object.keys(p).length; }',
  ],
  [
    'descriptions of proxies',
    '() => { let p = { a: 1 }; for (let i = 0; i < 1e4; i++) p = new Proxy(p, {}); return Object.getOwnPropertyDescriptor(p, "a").value; }',
  ],
  [
    'setting and deleting in proxies',
    '() => { let p = { a: 1 }; for (let i = 0; i < 1e4; i++) p = new Proxy(p, {}); try { p.a = 2; } catch {} return delete p.a; }',
  ],
  [
    'instances of bound functions',
    '() => { let f = class {}; for (let i = 0; i < 1e4; i++) f = f.bind(null); return {} instanceof f; }',
  ],
  ['nested classes of letters', '() => new RegExp("[".repeat(1e4) + "a" + "]".repeat(1e4), "v").test("a")'],
  [
    'texts of lists by language',
    '() => { let a = []; for (let i = 0; i < 1e4; i++) a = [a]; return a.toLocaleString(); }',
  ],
  [
    'species of proxies',
    '() => { let C = Array; for (let i = 0; i < 1e4; i++) C = new Proxy(C, {}); const a = [1]; a.constructor = { [Symbol.species]: C }; return a.map((x) => x).length; }',
  ],
  [
    'iterators that delegate',
    '() => { let i = [1][Symbol.iterator](); for (let k = 0; k < 1e4; k++) { const j = i; i = (function* () { yield* j; })(); } return i.next(); }',
  ],
  ['prototypes', '() => { let o = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); return o.x; }'],
  [
    'calls of calls',
    '() => { let a = [Math.max, null, []]; for (let i = 0; i < 1e4; i++) a = [Reflect.apply, null, a]; return Reflect.apply(...a); }',
  ],
  [
    'getters that are native',
    '() => { let o = { a: 1 }; for (let i = 0; i < 1e4; i++) o = Object.defineProperty({}, "a", { get: Reflect.get.bind(null, o, "a") }); return o.a; }',
  ],
  [
    'writing JSON by toJSON that is native',
    '() => { let o = 1; for (let i = 0; i < 1e4; i++) o = { toJSON: JSON.stringify.bind(null, o) }; return JSON.stringify(o); }',
  ],
  [
    'texts that are native',
    '() => { let o = 1; for (let i = 0; i < 1e4; i++) o = { toString: String.bind(null, o) }; return String(o); }',
  ],
  [
    'lists made by native steps',
    '() => { let o = [1]; for (let i = 0; i < 1e4; i++) o = { get 0() { return 1; }, __proto__: { [Symbol.iterator]: Array.from.bind(Array, o) } }; return Array.from(o); }',
  ],
  [
    'texts of expressions',
    '() => { let o = "a"; for (let i = 0; i < 1e4; i++) o = { toString: RegExp.prototype[Symbol.replace].bind(/a/, o, "b") }; return String(o); }',
  ],
  [
    'sets asked by sets',
    '() => { let s = new Set([1]); for (let i = 0; i < 1e4; i++) s = { size: 1, has: Set.prototype.has.bind(new Set()), keys: Set.prototype.union.bind(new Set(), s) }; return new Set().union(s).size; }',
  ],
];
for (const [name, code] of recursions)
  observations.push([
    `recursion in ${name} that it catches`,
    `(() => { try { return (${code})(); } catch (e) { return e.name + e.message; } })()`,
  ]);

/** The body of a reader that answers with it. */
export const observing = (expression: string) => `return [${note(`String(${expression})`)}]`;
