import type { HostileCase } from './hostile-case.ts';

/** Long work in one call: of texts and numbers, of lists that are mostly holes, of regular expressions. */
export const stalls: HostileCase[] = [
  [
    'searches a text for one nearly like it',
    'return "a".repeat(2e6).indexOf("a".repeat(1e6) + "b")',
    'plugin.timed_out',
  ],
  [
    'compares texts that differ at their end',
    'const p = "a".repeat(1e7), b = p + "b"; let c = p; c += "c"; let n = 0; for (let i = 0; i < 9e5; i++) n += b === c; return n',
    'plugin.timed_out',
  ],
  [
    'lowers a text of marks, each of which is looked past',
    'return ("\\u03a3" + "\\u0301".repeat(1e3)).repeat(3e3).toLowerCase().length',
    'plugin.timed_out|plugin.bad_output',
  ],
  [
    'raises to a power of a million digits',
    'return (3n ** 600000n) % 7n === 1n',
    'plugin.timed_out|plugin.bad_output',
  ],
  [
    'divides numbers of a million digits',
    'const a = (1n << 1000000n) - 1n, b = (1n << 500000n) - 3n; return a % b === 0n',
    // It counts no ticks: a machine that is quick enough gets to its end.
    'plugin.timed_out|plugin.bad_output',
  ],
  ['reads a number of a million digits', 'return BigInt("9".repeat(1e6)).toString()', 'plugin.threw'],
  ['shifts a number out of every memory', 'return 1n << (2n ** 60n)', 'plugin.threw'],
  ['cuts a number to more bits than there are', 'return BigInt.asUintN(2 ** 53 - 1, -1n)', 'plugin.threw'],
  [
    'reads the same long number over and over',
    'const p = "0." + "9".repeat(1e7); let n = 0; for (let i = 0; i < 1e4; i++) n += parseFloat(p); return n',
    'plugin.timed_out',
  ],
  ['visits every hole of a list', 'new Array(2 ** 32 - 1).forEach(() => {})', 'plugin.timed_out'],
  ['sorts a list of holes', 'new Array(2 ** 32 - 1).sort()', 'plugin.timed_out'],
  [
    'looks for something in what only claims a length',
    'return Array.prototype.find.call({ length: 2 ** 53 - 1 }, () => false)',
    'plugin.timed_out',
  ],
  ['copies a list of holes', 'return new Array(2 ** 32 - 1).toSorted()', 'plugin.timed_out'],
  [
    'cuts from what only claims a length',
    'return Array.prototype.slice.call({ length: 2 ** 53 - 1 })',
    'plugin.threw',
  ],
  [
    'joins what only claims a length to a list',
    'return [].concat({ length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true })',
    'plugin.timed_out|plugin.out_of_memory',
  ],
  [
    'shifts a long list for ever',
    'const a = Array.from({ length: 1e6 }, (_, i) => i); for (;;) a.shift()',
    'plugin.timed_out',
  ],
  [
    'puts before a list for ever',
    'const a = []; for (;;) a.unshift(1)',
    'plugin.timed_out|plugin.out_of_memory',
  ],
  [
    'writes out a list that contains itself twice, sixty deep, as text',
    'let a = ["x"]; for (let i = 0; i < 60; i++) a = [a, a]; return String(a)',
    'plugin.threw',
  ],
  [
    'takes all of an endless iterator apart',
    'const [...a] = (function* () { for (;;) yield 1; })(); return a',
    'plugin.timed_out|plugin.out_of_memory',
  ],
  [
    'drops as good as for ever from an iterator',
    'return (function* () { for (;;) yield 1; })().drop(2 ** 53 - 1).next()',
    'plugin.threw',
  ],
  [
    'filters an endless iterator into a list',
    'return (function* () { for (;;) yield 1; })().filter(() => false).toArray()',
    'plugin.threw',
  ],
  [
    'loops where an iterator is closed',
    'Array.from({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { for (;;) {} } }) }, () => { throw 1; })',
    'plugin.timed_out',
  ],
  [
    'sorts by comparisons that contradict themselves',
    'let n = 0; Array.from({ length: 1e5 }, (_, i) => i).sort(() => (n++ % 3) - 1); for (;;) {}',
    'plugin.timed_out',
  ],
  [
    'lengthens a list while it is sorted',
    'const a = [3, 2, 1]; a.sort(() => a.push(1)); return a.length',
    'plugin.bad_output',
  ],
  [
    'writes JSON by a list of names that are all the same',
    'return JSON.stringify({ a: 1 }, new Array(3e6).fill("a"))',
    'plugin.out_of_memory|plugin.bad_output',
  ],
  [
    'writes JSON by a long list of names',
    'return JSON.stringify({ a: 1 }, Array.from({ length: 3e4 }, (_, i) => "k" + i))',
    'plugin.timed_out|plugin.bad_output',
  ],
  [
    'reads JSON into a list that grows as it is visited',
    'JSON.parse("[1]", function (key, value) { if (key === "0") this[1] = new Proxy([], { get: (t, k) => (k === "length" ? 2 ** 53 - 1 : t[k]) }); return value; }); for (;;) {}',
    'plugin.timed_out',
  ],
  [
    'reads one number of twenty million digits',
    'return JSON.parse("1".repeat(2e7))',
    'plugin.bad_output|plugin.timed_out',
  ],
  [
    'backtracks: named groups',
    'return /^(?<n>a+)+(?<m>a+)+$/.exec("a".repeat(60) + "b")',
    'plugin.timed_out',
  ],
  [
    'backtracks: sets of letters',
    'return /^(?:[\\p{L}&&[a-z]]+)+$/v.test("a".repeat(60) + "1")',
    'plugin.timed_out',
  ],
  [
    'backtracks: letters that are equal without case',
    'return /(?:\\u{10400}|\\u{10428})+$/ui.test("\\u{10428}".repeat(1e5) + "x")',
    'plugin.timed_out',
  ],
  ['backtracks: from every place again', 'return /a*b/.test("a".repeat(3e6))', 'plugin.timed_out'],
  [
    'backtracks: lazily',
    'return /^(?:.*?,){30}P/.test("1,2,3,4,5,6,7,8,9,10,".repeat(40))',
    'plugin.timed_out',
  ],
  [
    'backtracks: three references',
    'return /(a*)(a*)(a*)\\1\\2\\3b/.test("a".repeat(2000))',
    'plugin.timed_out',
  ],
  [
    'repeats nothing two thousand million times',
    'return /(?:a?){2147483647}b/.test("a")',
    'plugin.timed_out',
  ],
  [
    'repeats repetitions of the most there is',
    'return /(?:a{0,65535}){0,65535}b/.test("a".repeat(1e5))',
    'plugin.timed_out',
  ],
  [
    'matches nothing ten million times',
    'let n = 0; for (const _ of "x".repeat(1e7).matchAll(/(?:)/g)) n++; return n',
    'plugin.timed_out',
  ],
  [
    'keeps every text a replacement is told of',
    'return "x".repeat(1e6).replace(/x/g, (match, at, all) => all)',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'hands replace a match of two thousand million groups',
    'let n = 0; const r = /a/; r.exec = () => (n++ ? null : { index: 0, 0: "a", length: 2 ** 31 }); return "abc".replace(r, "b")',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'hands replace a match that never ends',
    'const r = /a/g; r.exec = () => ({ index: 0, 0: "a", length: 1 }); return "abc".replace(r, "b")',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'hands split an expression of its own',
    'class R extends RegExp { static get [Symbol.species]() { return function () { return { lastIndex: 0, exec() { this.lastIndex = 0; for (;;) {} } }; }; } } return "abc".split(new R("a"))',
    'plugin.bad_output',
  ],
  [
    'loops where the flags of an expression are asked for',
    'const r = /a/; Object.defineProperty(r, "flags", { get() { for (;;) {} } }); return r[Symbol.replace]("a", "b")',
    'plugin.timed_out',
  ],
  [
    'compiles two million alternatives',
    'return new RegExp("(?:" + "a|".repeat(2e6) + "a)").test("b")',
    'plugin.timed_out|plugin.out_of_memory|plugin.threw',
  ],
  ['compiles more groups than there may be', 'return new RegExp("(a)".repeat(300))', 'plugin.threw'],
];

/** Native functions that call the plugin, which calls them again. */
export const reentries: HostileCase[] = [
  [
    'sorts within a comparison within a text',
    'const o = { toString: () => [o, o].sort().join() }; return String(o)',
    'plugin.threw',
  ],
  ['replaces within a replacement', 'const f = () => "a".replaceAll("a", f); return f()', 'plugin.threw'],
  ['revives within a reviver', 'const f = () => JSON.parse("[1]", f); return f()', 'plugin.threw'],
  ['writes JSON within toJSON', 'const o = { toJSON: () => JSON.stringify([o]) }; return o', 'plugin.threw'],
  [
    'writes out what makes itself',
    'const f = () => ({ get a() { return f(); } }); return [f()]',
    'plugin.threw',
  ],
  [
    'defines through a proxy of itself',
    'const p = new Proxy({}, { defineProperty: (t, k, d) => Reflect.defineProperty(p, k, d) }); p.x = 1',
    'plugin.threw',
  ],
  [
    'sets through a prototype that sets',
    'const p = Object.create(new Proxy({}, { set: (t, k, v, r) => { r[k] = v; return true; } })); p.x = 1',
    'plugin.threw',
  ],
  [
    'constructs by Reflect within a constructor',
    'function F() { return Reflect.construct(F, [], F); } new F()',
    'plugin.threw',
  ],
  [
    'asks for the prototype of what it makes',
    'const T = new Proxy(function () {}, { get: (t, k) => (k === "prototype" ? Reflect.construct(Array, [], T).x : t[k]) }); Reflect.construct(Array, [], T)',
    'plugin.threw',
  ],
  ['defines a class within a class', 'const f = () => class { static { f(); } }; f()', 'plugin.threw'],
  ['makes a field of its own kind', 'class A { x = new A(); } new A()', 'plugin.threw'],
  [
    'names a property by itself',
    'const o = { toString: () => ({ [o]: 1 }) }; return { [o]: 1 }',
    'plugin.threw',
  ],
  [
    'asks whether it is an instance of itself',
    'const o = { [Symbol.hasInstance]: (x) => x instanceof o }; return 1 instanceof o',
    'plugin.threw',
  ],
  [
    'takes its species from itself',
    'class A extends Array { static get [Symbol.species]() { return new A(1).map((x) => x).constructor; } } new A(1).map((x) => x)',
    'plugin.threw',
  ],
  ['spreads itself', 'const o = { [Symbol.iterator]: () => [...o] }; return [...o]', 'plugin.threw'],
  ['groups within a grouping', 'const f = () => Map.groupBy([1], f); f()', 'plugin.threw'],
  ['tags a template with itself', 'const f = (s) => f`a`; f`b`', 'plugin.threw'],
  [
    'chains helpers of an iterator',
    'let i = (function* () { for (;;) yield 1; })(); for (let k = 0; k < 1e4; k++) i = i.map((x) => x); return i.next()',
    'plugin.threw',
  ],
  [
    'asks a long chain of proxies for its prototype',
    'const p = new Proxy({}, { getPrototypeOf: () => p }); return p instanceof Array',
    'plugin.timed_out',
  ],
  [
    'constructs through ten thousand proxies',
    'let p = class {}; for (let i = 0; i < 1e4; i++) p = new Proxy(p, {}); new p()',
    'plugin.threw',
  ],
  [
    'asks ten thousand proxies whether they are a list',
    'let p = []; for (let i = 0; i < 1e4; i++) p = new Proxy(p, {}); return p',
    'plugin.threw',
  ],
  [
    'catches at every depth and goes native',
    'let n = 0; const f = () => { try { [1].map(f); } catch { try { JSON.stringify({ toJSON: f }); } catch { n++; } } }; f(); return n',
    'plugin.bad_output',
  ],
  [
    'writes to the console from every depth',
    'const f = () => { try { f(); } catch { console.log("deep"); } }; f(); return []',
    'ok',
  ],
  [
    'writes to the console while it is written',
    'console.log({ toJSON() { console.log(this); } }); return []',
    'ok',
  ],
  [
    'frees a chain of half a million',
    'let o = null; for (let i = 0; i < 4e5; i++) o = { o }; o = null; return []',
    'ok|plugin.timed_out',
  ],
  [
    'frees a chain of closures',
    'let f = null; for (let i = 0; i < 2e5; i++) { const g = f; f = () => g; } f = null; return []',
    'ok|plugin.timed_out',
  ],
  [
    'frees a chain of generators',
    'let g = null; for (let i = 0; i < 5e4; i++) { const h = g; g = (function* () { yield h; })(); g.next(); } g = null; return []',
    'ok|plugin.timed_out',
  ],
  [
    'frees a chain of proxies',
    'let p = {}; for (let i = 0; i < 2e5; i++) p = new Proxy(p, {}); p = null; return []',
    'ok|plugin.timed_out',
  ],
  [
    'makes a text of three hundred thousand pieces and compares it',
    'let s = "x", t = "x"; for (let i = 0; i < 3e5; i++) { s = "a" + s + "b"; t = "a" + t + "b"; } return s === t',
    'plugin.timed_out|plugin.out_of_memory',
  ],
];
