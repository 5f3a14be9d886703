import type { HostileCase } from './hostile-case.ts';

/** Long work in native functions: what is counted of it ends it, or memory. */
export const natives: HostileCase[] = [
  [
    'searches an endless list',
    'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)',
    'plugin.timed_out',
  ],
  [
    'moves within an endless list',
    'Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 0, 1)',
    'plugin.timed_out',
  ],
  ['reverses an endless list', 'Array.prototype.reverse.call({ length: 2 ** 53 - 1 })', 'plugin.timed_out'],
  [
    'joins a list of four thousand million',
    'return new Array(2 ** 32 - 1).join("xyz")',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  ['asks for one huge string', 'return "x".repeat(2 ** 28)', 'plugin.out_of_memory'],
  ['pads to a huge string', 'return "x".padStart(2 ** 29)', 'plugin.out_of_memory'],
  ['asks for a string longer than any', 'return "x".repeat(2 ** 31)', 'plugin.threw'],
  [
    'replaces one letter by a thousand, a million times',
    'return "a".repeat(1e6).replaceAll("a", "b".repeat(1e3))',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'replaces by what it replaces',
    'return "a".repeat(1e6).replace(/a/g, "$`")',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  ['squares a number for ever', 'let n = 3n; for (;;) n *= n', 'plugin.threw|plugin.timed_out'],
  [
    'writes out a number of a million digits',
    'return (7n ** 900000n).toString().length',
    'plugin.threw|plugin.timed_out',
  ],
  [
    'parses a list of millions',
    'return JSON.parse("[" + "1,".repeat(4e6) + "1]")',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'writes out a list that contains itself twice, forty deep',
    'let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return a',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'asks for a typed list larger than its memory',
    'return new Float64Array(2 ** 27)',
    'plugin.out_of_memory',
  ],
  [
    'sorts a large typed list',
    'const a = new Float64Array(2e6); for (let i = 0; i < 1e5; i++) a[i] = i ^ 0x5a5a; a.sort(); return 1',
    'plugin.bad_output|plugin.timed_out',
  ],
  [
    'normalises letters that become eighteen',
    'return "\\ufdfa".repeat(2e6).normalize("NFKD")',
    'plugin.threw|plugin.timed_out',
  ],
  [
    'makes a list from a length',
    'return Array.from({ length: 2 ** 31 })',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'fills an endless list',
    'Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 0)',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'spreads an endless iterator',
    'return [...{ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }]',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'flattens a list that contains itself',
    'const a = []; a.push(a); return a.flat(Infinity)',
    'plugin.threw',
  ],
  [
    'makes a string of two thousand million arguments',
    'return String.fromCharCode.apply(null, { length: 2 ** 31 - 1 })',
    'plugin.threw',
  ],
  [
    'passes a million arguments',
    'return Math.max(...new Array(1e6).fill(1))',
    'plugin.threw|plugin.timed_out',
  ],
  [
    'escapes a long text',
    'return encodeURIComponent("\\u{1F600}".repeat(2e6))',
    'plugin.too_large|plugin.timed_out',
  ],
  [
    'compiles a regular expression nested a hundred thousand deep',
    'return new RegExp("(".repeat(1e5) + ")".repeat(1e5))',
    'plugin.threw|plugin.timed_out',
  ],
  [
    'compiles a regular expression that repeats repetitions',
    'return new RegExp("(?:".repeat(9) + "a" + "{1000})".repeat(9)).test("a".repeat(1e5))',
    'plugin.timed_out',
  ],
  [
    'writes out a class of characters a million times',
    'return new RegExp("[\\\\p{L}]".repeat(1e5), "u")',
    'plugin.out_of_memory|plugin.threw|plugin.timed_out',
  ],
  [
    'compares texts of many marks',
    'const a = "a" + "\\u0301\\u0316".repeat(5e5); return a.localeCompare(a.normalize("NFD")) + 1',
    'plugin.bad_output|plugin.timed_out|plugin.out_of_memory',
  ],
  [
    'lists the keys of a long text',
    'return Object.keys(Object("x".repeat(8e6)))',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'groups a long list',
    'return Object.groupBy(new Array(3e6).fill(0).map((_, i) => i), (i) => i)',
    'plugin.out_of_memory|plugin.timed_out',
  ],
];

/** Allocations without end, of everything there is. */
export const allocations: HostileCase[] = [
  ['allocates objects', 'const a = []; for (;;) a.push({ a })', 'plugin.out_of_memory|plugin.timed_out'],
  ['doubles a string', 'let s = "ab"; for (;;) s += s', 'plugin.threw'],
  ['doubles a list', 'let a = [1, 2]; for (;;) a = a.concat(a)', 'plugin.out_of_memory|plugin.timed_out'],
  [
    'fills a map',
    'const m = new Map(); for (let i = 0; ; i++) m.set(i, [i])',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'fills a set with symbols',
    'const s = new Set(); for (;;) s.add(Symbol())',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'chains closures',
    'let f = () => 0; for (;;) { const g = f; f = () => g; }',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'keeps buffers',
    'const a = []; for (;;) a.push(new ArrayBuffer(2 ** 20))',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'keeps shared buffers',
    'const a = []; for (;;) a.push(new SharedArrayBuffer(2 ** 20))',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'asks for a buffer that may grow to a terabyte',
    'const b = new ArrayBuffer(1, { maxByteLength: 2 ** 40 }); b.resize(2 ** 39)',
    'plugin.threw',
  ],
  [
    'gives an object a million names',
    'const o = {}; for (let i = 0; ; i++) o["k" + i] = i',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'defines functions',
    'const a = []; for (let i = 0; ; i++) a.push(eval("(function f" + i + "() { return " + i + "; })"))',
    'plugin.threw',
  ],
  [
    'chains proxies and asks the last',
    'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x',
    'plugin.threw|plugin.timed_out',
  ],
  [
    'chains prototypes and asks the last',
    'let o = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); return o.x',
    'plugin.bad_output|plugin.timed_out',
  ],
  [
    'keeps weak references',
    'const a = []; for (;;) { const o = {}; a.push(new WeakRef(o)); }',
    'plugin.threw',
  ],
  [
    'registers finalizers that register',
    'const r = new FinalizationRegistry(() => {}); for (;;) r.register({}, {})',
    'plugin.threw',
  ],
  ['collects rubbish in cycles', 'for (;;) { const a = {}, b = { a }; a.b = b; }', 'plugin.timed_out'],
  [
    'grows a list by its length',
    'const a = []; a.length = 2 ** 32 - 1; a[2 ** 32 - 2] = 1; return a',
    'plugin.out_of_memory|plugin.timed_out|plugin.too_large|plugin.threw',
  ],
  [
    'keeps errors with their stacks',
    'const a = []; for (;;) a.push(new Error("x".repeat(100)))',
    'plugin.out_of_memory|plugin.timed_out',
  ],
];

/** Recursion, in code and in native functions. */
export const recursions: HostileCase[] = [
  ['recurses', 'const f = () => f() + 1; return f()', 'plugin.threw'],
  [
    'recurses and catches that it cannot',
    'const f = () => { try { f(); } catch { f(); } }; f()',
    'plugin.timed_out',
  ],
  ['recurses in the parser of JSON', 'JSON.parse("[".repeat(1e5) + "]".repeat(1e5))', 'plugin.threw'],
  [
    'recurses in writing JSON',
    'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a',
    'plugin.threw|plugin.timed_out',
  ],
  ['recurses in the parser of code', 'eval("(".repeat(2e6) + "1" + ")".repeat(2e6))', 'plugin.threw'],
  [
    'recurses in the parser of functions',
    'eval("(()=>".repeat(1e4) + "1" + ")".repeat(1e4))',
    'plugin.threw',
  ],
  ['recurses in toString', 'const o = { toString() { return "" + o; } }; return "" + o', 'plugin.threw'],
  ['recurses in a getter', 'const o = { get a() { return o.a; } }; return o.a', 'plugin.threw'],
  [
    'recurses in a proxy of itself',
    'const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x',
    'plugin.threw',
  ],
  ['recurses in sort', 'const f = () => [2, 1].sort(f).length; return f()', 'plugin.threw'],
  [
    'recurses through bound functions',
    'let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); return f()',
    'plugin.threw|plugin.out_of_memory|plugin.timed_out',
  ],
  ['recurses through generators', 'function* g() { yield* g(); } [...g()]', 'plugin.threw'],
  [
    'recurses through apply',
    'function f() { return Reflect.apply(f, null, []); } return f()',
    'plugin.threw',
  ],
  [
    'recurses in flat',
    'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a.flat(Infinity).length',
    'plugin.threw',
  ],
  [
    'recurses in joining',
    'let a = [1]; for (let i = 0; i < 1e5; i++) a = [a]; return String(a).length',
    'plugin.threw',
  ],
  ['recurses in constructors', 'class A { constructor() { new A(); } } new A()', 'plugin.threw'],
];
