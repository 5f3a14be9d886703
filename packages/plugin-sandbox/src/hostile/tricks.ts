import { type HostileCase, note } from './hostile-case.ts';

/** Games with what the host relies on. */
export const prototypes: HostileCase[] = [
  ['replaces JSON.stringify with nonsense', `JSON.stringify = () => "]["; return [${note('"x"')}]`, 'ok'],
  ['replaces JSON.parse', `JSON.parse = () => { throw 1; }; return [${note('"x"')}]`, 'ok'],
  ['gives every object a toJSON', 'Object.prototype.toJSON = () => "][";  return [{}]', 'plugin.bad_output'],
  [
    'gives every list a toJSON that returns a string of a record',
    `Array.prototype.toJSON = () => '[]'; return []`,
    'plugin.bad_output',
  ],
  ['gives every text a toJSON', `String.prototype.toJSON = () => 7; return [${note('"x"')}]`, 'ok'],
  ['makes every object a promise', 'Object.prototype.then = () => {}; return []', 'plugin.threw'],
  [
    'takes away the iterator of lists',
    `delete Array.prototype[Symbol.iterator]; return [${note('"x"')}]`,
    'ok',
  ],
  [
    'replaces what functions have',
    `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1; }; console.log("x"); return [${note('"x"')}]`,
    'ok',
  ],
  [
    'replaces what texts have',
    `String.prototype.slice = () => { for (;;) {} }; console.log("x"); return [${note('"x"')}]`,
    'ok',
  ],
  ['takes JSON away', `delete globalThis.JSON; return [${note('"x"')}]`, 'ok'],
  [
    'freezes everything',
    `for (const k of Object.getOwnPropertyNames(globalThis)) { try { Object.freeze(globalThis[k]); } catch {} } Object.freeze(globalThis); return [${note('"x"')}]`,
    'ok',
  ],
  [
    'gives every object a type by its prototype',
    'Object.prototype.type = "note"; Object.prototype.confidence = 1; return [{ fields: {} }]',
    'plugin.bad_output',
  ],
  [
    'changes the prototype of what it was given',
    `Object.setPrototypeOf(input.reading.lines, null); return [${note('"x"')}]`,
    'ok',
  ],
  [
    'changes what it was given',
    `input.reading.lines.push({ id: "l9" }); const r = ${note('"x"')}; r.fields.text.evidence[0].line = "l9"; return [r]`,
    'plugin.bad_output',
  ],
  [
    'replaces Symbol and Error',
    `globalThis.Symbol = globalThis.Error = globalThis.TypeError = 1; throw undefined`,
    'plugin.threw',
  ],
];

/** Results meant to hurt who reads them. */
export const outputs: HostileCase[] = [
  ['returns more than is taken', `return [${note('"x".repeat(5e6)')}]`, 'plugin.too_large|plugin.timed_out'],
  ['returns a text longer than is taken', `return [${note('"x".repeat(2e5)')}]`, 'plugin.bad_output'],
  [
    'returns too many records',
    `return Array.from({ length: 101 }, () => (${note('"x"')}))`,
    'plugin.bad_output',
  ],
  [
    'returns a hundred records of much evidence',
    `return Array.from({ length: 100 }, () => { const r = ${note('"x"')}; r.fields.text.evidence = Array(501).fill(r.fields.text.evidence[0]); return r; })`,
    'plugin.bad_output|plugin.timed_out',
  ],
  ['returns nothing', '', 'plugin.bad_output'],
  ['returns no list', 'return { type: "note" }', 'plugin.bad_output'],
  ['returns a function', 'return () => []', 'plugin.bad_output'],
  ['returns a symbol', 'return Symbol()', 'plugin.bad_output'],
  ['returns a BigInt', 'return [1n]', 'plugin.threw'],
  ['returns what contains itself', 'const a = []; a.push(a); return a', 'plugin.threw'],
  ['returns a list of holes', 'return new Array(3)', 'plugin.bad_output'],
  [
    'returns a record from a getter that changes',
    `let n = 0; return [{ get type() { return n++ ? "other" : "note"; }, confidence: 1, fields: {} }]`,
    'ok',
  ],
  [
    'names a field __proto__',
    `return [{ type: 'note', confidence: 1, fields: JSON.parse('{"__proto__":{"x":1}}') }]`,
    'plugin.bad_output',
  ],
  [
    'names a field constructor',
    `return [{ type: 'note', confidence: 1, fields: { constructor: (${note('"x"')}).fields.text } }]`,
    'plugin.bad_output',
  ],
  [
    'names a record type it never declared',
    'return [{ type: "other", confidence: 1, fields: {} }]',
    'plugin.bad_output',
  ],
  [
    'names the type of every object',
    'return [{ type: "__proto__", confidence: 1, fields: {} }]',
    'plugin.bad_output',
  ],
  [
    'names a field it never declared',
    `return [{ type: "note", confidence: 1, fields: { other: (${note('"x"')}).fields.text } }]`,
    'plugin.bad_output',
  ],
  ['claims a confidence above 1', `return [${note('"x"', 2)}]`, 'plugin.bad_output'],
  [
    'claims a confidence that is no number',
    `const r = ${note('"x"')}; r.confidence = NaN; return [r]`,
    'plugin.bad_output',
  ],
  ['gives a field the wrong type', `return [${note('7')}]`, 'plugin.bad_output'],
  [
    'gives no evidence',
    `const r = ${note('"x"')}; r.fields.text.evidence = []; return [r]`,
    'plugin.bad_output',
  ],
  [
    'points at a line that is not there',
    `const r = ${note('"x"')}; r.fields.text.evidence[0].line = 'l7'; return [r]`,
    'plugin.bad_output',
  ],
  [
    'points at a box that is not finite',
    `const r = ${note('"x"')}; r.fields.text.evidence[0].box = [[0, 0], [NaN, 0], [1, 1], [0, 1]]; return [r]`,
    'plugin.bad_output',
  ],
  [
    'points at a box a thousand million pixels away',
    `const r = ${note('"x"')}; r.fields.text.evidence[0].box = [[0, 0], [1e9, 0], [1, 1], [0, 1]]; return [r]`,
    'plugin.bad_output',
  ],
  ['returns halves of letters and zeros', `return [${note('"\\\\ud800a\\\\udc00\\\\u0000"')}]`, 'ok'],
  ['throws a huge message', 'throw new Error("x".repeat(1e7))', 'plugin.threw'],
  ['throws a bare value', 'throw 3', 'plugin.threw'],
  ['throws null, as the interpreter does without memory', 'throw null', 'plugin.out_of_memory'],
  ['throws a function', 'throw () => {}', 'plugin.threw'],
  ['throws a proxy', 'throw new Proxy({}, { get() { throw 1; } })', 'plugin.threw'],
  ['says that it ran out of memory', 'throw new InternalError("out of memory")', 'plugin.out_of_memory'],
  [
    'floods the console',
    'for (let i = 0; i < 1e5; i++) console.log("x".repeat(1e4)); return []',
    'ok|plugin.timed_out',
  ],
];

/** What runs later, or never. */
export const promises: HostileCase[] = [
  ['returns a promise', 'return Promise.resolve([])', 'plugin.threw'],
  ['returns something like a promise', 'return { then(resolve) { resolve([]); } }', 'plugin.threw'],
  [
    'floods promises',
    'const p = () => Promise.resolve().then(p); for (;;) p()',
    'plugin.out_of_memory|plugin.timed_out',
  ],
  [
    'leaves a task that loops',
    `Promise.resolve().then(() => { for (;;) {} }); return [${note('"x"')}]`,
    'ok',
  ],
  [
    'leaves a task that changes the result',
    `const r = ${note('"x"')}; Promise.resolve().then(() => { r.fields.text.value = "y"; }); return [r]`,
    'ok',
  ],
  ['is asynchronous', 'return (async () => { for (;;) await 0; })()', 'plugin.threw'],
  [
    'returns an asynchronous generator',
    'return (async function* () { for (;;) yield 1; })()',
    'plugin.bad_output',
  ],
  ['rejects what nobody hears', `Promise.reject(new Error("x")); return [${note('"x"')}]`, 'ok'],
  [
    'waits on shared memory',
    'return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9)',
    'plugin.threw',
  ],
  [
    'waits on shared memory without blocking',
    'Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); return 1',
    'plugin.threw',
  ],
];

/** Ways out, and looks at who runs it. */
export const escapes: HostileCase[] = [
  ['reads the clock', 'return Date.now()', 'plugin.threw'],
  ['makes a date', 'return [String(new Date())]', 'plugin.threw'],
  ['asks for the time of the page', 'return performance.now()', 'plugin.threw'],
  ['asks for randomness', 'return Math.random()', 'plugin.threw'],
  ['asks for the language of the machine', 'return Intl.DateTimeFormat().resolvedOptions()', 'plugin.threw'],
  ['reaches for the host', 'return (process ?? require ?? fetch).exit()', 'plugin.threw'],
  ['reaches for the network', 'return fetch("https://example.com")', 'plugin.threw'],
  ['reaches for a timer', 'setTimeout(() => {}, 0)', 'plugin.threw'],
  ['reaches for WebAssembly', 'return new WebAssembly.Memory({ initial: 1 })', 'plugin.threw'],
  [
    'reaches for the host through a constructor',
    'return (function () {}).constructor("return process")()',
    'plugin.threw',
  ],
  [
    'reaches for the host through the constructor of a generator',
    'return (function* () {}).constructor("yield process")().next()',
    'plugin.threw',
  ],
  [
    'reaches for the host through evaluated code',
    'return (0, eval)("globalThis.process.env")',
    'plugin.threw',
  ],
  [
    'reaches for the host through what threw',
    'try { null.x } catch (e) { return e.constructor.constructor("return process")().env }',
    'plugin.threw',
  ],
  [
    'reaches for the host through its console',
    'return console.log.constructor("return process")().env',
    'plugin.threw',
  ],
  [
    'reaches for the caller',
    'return (function () { return arguments.callee.caller.caller; })()',
    'plugin.threw',
  ],
  [
    'makes code by the constructor of asynchronous functions',
    'return (async () => {}).constructor("return 1")()',
    'plugin.threw',
  ],
  [
    'makes code by Reflect',
    'return Reflect.construct((function () {}).constructor, ["return 1"])()',
    'plugin.threw',
  ],
  [
    'puts the constructor of functions back',
    'Function.prototype.constructor = class {}; return Function("return 1")()',
    'plugin.threw',
  ],
  ['imports a module', 'return import("node:fs")', 'plugin.threw'],
  ['imports the library of the interpreter', 'return import("std")', 'plugin.threw'],
  ['imports from an address', 'return import("data:text/javascript,export default 1")', 'plugin.threw'],
  ['evaluates what only a module may say', 'return eval("import.meta.url")', 'plugin.threw'],
  [
    'loads a script of the interpreter',
    'return std.loadScript("/etc/passwd") ?? os.open("/etc/passwd")',
    'plugin.threw',
  ],
];
