import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { note } from './hostile/hostile-case.ts';
import { createSandbox, type Sandbox } from './node.ts';
import { input, plugin } from './probe-plugins.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

/** A tenth of the ticks; the backstop of processor time is a hundred times as far. */
const few = { limits: { ticks: 100 } };
const text = 'const s = "ab".repeat(5e5)';
const list = 'const a = new Array(3e5).fill(1)';

it.each([
  [`${text}; for (;;) s.indexOf("zz")`],
  [`${text}; for (;;) s.lastIndexOf("zz")`],
  [`${text}; for (;;) s.includes("zz")`],
  ['const s = "a".repeat(1e6), p = "a".repeat(5e5) + "b"; for (;;) s.indexOf(p)'],
  [`${text}; for (;;) s.replaceAll("b", "c")`],
  [`${text}; for (;;) s.replace("zz", "c")`],
  [`${text}; for (;;) s.replace(/zz/g, "c")`],
  [`${text}; for (;;) /z+q/.test(s)`],
  [`${text}; for (;;) s.split("a")`],
  [`${text}; for (;;) s.split(/b/)`],
  [`${text}; for (;;) [...s]`],
  [`${text}; for (;;) s.toLowerCase()`],
  [`${text}; for (;;) s.normalize("NFD")`],
  [`${text}; for (;;) s.localeCompare(s)`],
  ['const s = " ".repeat(1e6); for (;;) s.trim()'],
  ['const s = " ".repeat(1e6); for (;;) s.trimLeft()'],
  ['for (;;) "x".repeat(1e6)'],
  ['const s = "[" + "1,".repeat(1e5) + "1]"; for (;;) JSON.parse(s)'],
  ['const s = ["a".repeat(1e5)]; for (;;) JSON.stringify(s)'],
  ['const s = "0." + "9".repeat(1e6); for (;;) Number.parseFloat(s)'],
  ['const a = Array.from({ length: 1e5 }, (_, i) => (i * 7919) % 100003); for (;;) a.toSorted()'],
  [`${list}; for (;;) a.indexOf(2)`],
  [`${list}; for (;;) a.includes(2)`],
  [`${list}; for (;;) a.join("")`],
  [`${list}; for (;;) a.slice()`],
  [`${list}; for (;;) a.concat([])`],
  [`${list}; for (;;) a.reverse()`],
  [`${list}; for (;;) { a.shift(); a.push(1); }`],
  ['const a = new Float64Array(1e6); for (;;) a.sort()'],
  ['const a = new Uint8Array(1e6); for (;;) a.indexOf(2)'],
  ['for (;;) Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
  ['const p = "ab|".repeat(1e4); for (;;) new RegExp(p)'],
  ['const p = "[\\\\p{L}\\\\d]".repeat(50); for (;;) RegExp(p, "iu")'],
  ['const p = "\\\\k<a>".repeat(5e3) + "(?<a>b)"; for (;;) new RegExp(p)'],
  [
    'const p = "[" + Array.from({ length: 3e3 }, (_, i) => String.fromCharCode(256 + 2 * i)).join("\\\\]") + "]"; for (;;) new RegExp(p)',
  ],
  ['const p = "[\\\\p{L}]".repeat(50), r = new RegExp(p, "iu"); for (;;) new RegExp(r)'],
  ['const p = "[\\\\p{L}]".repeat(50), r = new RegExp(p, "iu"); for (;;) r.compile(r)'],
  ['const p = "[\\\\p{L}]".repeat(50), r = new RegExp(p, "iu"); for (;;) "a".split(r)'],
  ['const p = "[\\\\p{L}]".repeat(50), r = new RegExp(p, "giu"); for (;;) "a".matchAll(r)'],
  ['const p = "ab|".repeat(1e4); for (;;) "a".match(p)'],
  ['const p = "ab|".repeat(1e4); for (;;) "a".search({ toString: () => p })'],
  ['class R extends RegExp {} const p = "ab|".repeat(1e4); for (;;) new R(p)'],
  ['for (;;) String.prototype.indexOf.call({ toString: () => "a".repeat(1e6) }, "b")'],
])('ends by its ticks, the same everywhere, never by the clock: %s', (body) => {
  const runs = [1, 2].map(() => sandbox.run(plugin(body, few), input));
  for (const run of runs)
    expect(run).toMatchObject({
      ok: false,
      code: 'plugin.timed_out',
      ticks: 101,
      message: 'The plugin used up its budget of interpreter ticks',
    });
});

it.each([
  ['catches what tells it', `${text}; for (;;) try { s.indexOf("zz") } catch {}`],
  [
    'catches it once and returns at once',
    `${text}; try { for (;;) s.indexOf("zz") } catch { return [${note('"done"')}] }`,
  ],
  [
    'replaces everything a wrapper could use',
    `Reflect.apply = Function.prototype.call = Function.prototype.bind = Math.floor = Math.log2 = globalThis.String = () => 0; ${text}; for (;;) s.indexOf("zz")`,
  ],
  [
    'hands back what is not a number',
    `"a".split({ [Symbol.split]: () => ({ length: NaN }) }); "a".split({ [Symbol.split]: () => ({ length: "9" }) }); ${text}; for (;;) s.indexOf("zz")`,
  ],
  ['finds the constructor of a literal', 'const p = "ab|".repeat(1e4); for (;;) /x/.constructor(p)'],
  [
    'answers in the place of a search',
    'String.prototype[Symbol.split] = Object.prototype[Symbol.split] = () => ({ length: -1e12 }); const p = "ab|".repeat(1e4); for (;;) new RegExp(p)',
  ],
  [
    'shows another pattern than it compiles',
    'const r = new RegExp("[\\\\p{L}]".repeat(50), "iu"); Object.defineProperty(r, "source", { value: "a" }); for (;;) new RegExp(r)',
  ],
  [
    'takes back work it never did',
    `Array.prototype.indexOf.call({ length: -1e12 }, 1); ${text}; for (;;) s.indexOf("zz")`,
  ],
])('cannot be got around by a plugin that %s', (_, body) => {
  expect(sandbox.run(plugin(body, few), input)).toMatchObject({
    ok: false,
    code: 'plugin.timed_out',
    message: 'The plugin used up its budget of interpreter ticks',
  });
});

it('leaves the functions as they were for who does not look at their source', () => {
  const facts = `[
    "a-b".split("-").length, "abc".replace("b", "$&$&"), "aXbX".replaceAll("X", (m, at) => at), "abc".indexOf("c", -5), "aba".lastIndexOf("a", 1),
    [1, 2, 1].lastIndexOf(1), [3, 1, 2].sort().join(), [10, 9].sort((x, y) => x - y).join(""), [1, [2, [3]]].flat(Infinity).length, [1, 2, 3].splice(1).join(),
    JSON.parse("[1]", (k, v) => (k === "0" ? 2 : v))[0], JSON.stringify({ a: [1] }, null, 1), parseInt("ff", 16), Number.parseInt === parseInt,
    [..."😀b"].length, "x".padStart(3, "ab"), " a ".trimLeft() + "|", Object.keys({ a: 1 }).join(), "a".concat("b", "c"), "İ".toLowerCase().length,
    String.prototype.split.length, String.prototype.split.name, Array.prototype.indexOf.length, "split" in String.prototype, Object.keys(String.prototype).length,
    new RegExp("a/[b/]\\\\/", "gi").source, RegExp(/x/y).flags, RegExp("a") instanceof RegExp, /a/.constructor === RegExp, RegExp.length, RegExp.name, Object.keys(RegExp).length,
    new RegExp(/a/g, "i").flags, new RegExp(undefined).source, String(new RegExp(null)), new (class R extends RegExp { get twice() { return this.source.repeat(2); } })("ab").twice,
    RegExp.prototype.constructor === RegExp, RegExp(RegExp.prototype).source, ((r) => RegExp(r) === r)(/q/), RegExp({ [Symbol.match]: true, source: "s", flags: "g" }).flags,
    "a1b22".match("\\\\d+")[0], "a1b22".match(/\\d/g).join("|"), "abc".match(), "(null)".match(null)[0], [..."a1b2".matchAll("\\\\d")].length, "abc".search("c"), "abc".search(/c/), "a1b2".split(/\\d/).join("|"),
    "x".match({ [Symbol.match]: (text) => text + "!" }), /a/.compile("b", "g").flags, "match" in String.prototype, String.prototype.match.length, String.prototype.matchAll.name,
    ((f) => { try { f(); return "kept quiet"; } catch (error) { return error.name; } })(() => new RegExp("(")),
    ((f) => { try { f(); return "kept quiet"; } catch (error) { return error.name; } })(() => "a".matchAll(/a/)),
    typeof String.prototype.split.prototype, new Uint8Array([3, 1, 2]).sort().join(), [1, , 3].includes(undefined),
  ].join("~")`;
  const run = sandbox.run(plugin(`return [${note(facts)}]`), input);
  expect(run.ok && run.records[0]?.fields.text?.value).toBe(runInNewContext(facts));
  const refused = sandbox.run(plugin('return String.prototype.trim.call(null)'), input);
  expect(refused).toMatchObject({ ok: false, code: 'plugin.threw' });
});
