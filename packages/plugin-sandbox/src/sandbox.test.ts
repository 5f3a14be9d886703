import type { ReaderInput } from '@readout/plugin-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type LoadedPlugin, type Sandbox } from './node.ts';

const box = [
  [0, 0],
  [10, 0],
  [10, 5],
  [0, 5],
] as [[number, number], [number, number], [number, number], [number, number]];
const input: ReaderInput = {
  reading: {
    page: { number: 1, of: 1, width: 100, height: 50, rotation: 0 },
    lines: [
      { id: 'l0', text: 'Hello', box, confidence: 0.9, words: [{ text: 'Hello', box, confidence: 0.9 }] },
    ],
    barcodes: [],
    languages: ['en'],
  },
  settings: {},
  locale: 'en-GB',
  today: '2026-03-05',
};

function plugin(body: string, overrides: Partial<LoadedPlugin['manifest']> = {}): LoadedPlugin {
  return {
    manifest: {
      id: 'probe',
      version: '1.0.0',
      kind: 'reader',
      name: 'Probe',
      description: 'Probe',
      reads: ['lines'],
      fallback: false,
      records: [
        {
          type: 'note',
          label: 'Note',
          title: 'text',
          fields: [{ name: 'text', label: 'Text', type: 'text' }],
        },
      ],
      ...overrides,
    },
    code: `var readoutPlugin = { default: { read(input) { ${body} } } };`,
    sha256: '',
  };
}

const note = (text: string, confidence = 0.5) =>
  `{ type: 'note', confidence: ${confidence}, fields: { text: { value: ${text}, raw: '', confidence: 1, evidence: [], checks: [] } } }`;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ maxWallMs: 1_000 });
});
afterAll(() => sandbox.close());

describe('a plugin that behaves', () => {
  it('gets the reading and returns its records', () => {
    const run = sandbox.run(plugin(`return [${note('input.reading.lines[0].text + input.today')}]`), input);
    expect(run).toMatchObject({ ok: true, plugin: 'probe', version: '1.0.0' });
    expect(run.ok && run.records[0]?.fields.text?.value).toBe('Hello2026-03-05');
  });

  it('keeps nothing from one run to the next', () => {
    const counting = plugin(
      `globalThis.n = (globalThis.n ?? 0) + 1; Array.prototype.leak = 1; return [${note('String(n)')}]`,
    );
    for (let i = 0; i < 3; i++) {
      const run = sandbox.run(counting, input);
      expect(run.ok && run.records[0]?.fields.text?.value).toBe('1');
    }
    expect('leak' in []).toBe(false);
  });

  it('counts the same ticks every time, so that its limit is the same everywhere', () => {
    const busy = plugin(`let s = 0; for (let i = 0; i < 1e6; i++) s += i; return [${note('String(s)')}]`);
    const ticks = [1, 2, 3].map(() => {
      const run = sandbox.run(busy, input);
      return run.ok ? run.ticks : -1;
    });
    expect(ticks[0]).toBeGreaterThan(50);
    expect(new Set(ticks).size).toBe(1);
  });
});

describe('a hostile plugin', () => {
  const cases: [name: string, body: string, code: string][] = [
    ['loops for ever', 'for (;;) {}', 'plugin.timed_out'],
    [
      'loops for ever and catches the interruption',
      'for (;;) { try { for (;;) {} } catch {} }',
      'plugin.timed_out',
    ],
    ['allocates without end', 'const a = []; for (;;) a.push({})', 'plugin.out_of_memory|plugin.timed_out'],
    ['asks for one huge string', 'return "x".repeat(2 ** 28)', 'plugin.out_of_memory'],
    ['recurses without end', 'const f = () => f() + 1; return f()', 'plugin.threw'],
    ['recurses in native code', 'JSON.parse("[".repeat(1e5) + "]".repeat(1e5))', 'plugin.threw'],
    ['overflows the stack of the parser', 'eval("(".repeat(2e6) + "1" + ")".repeat(2e6))', 'plugin.threw'],
    [
      'uses a catastrophic regular expression',
      'return /^(a+)+$/.test("a".repeat(50) + "b")',
      'plugin.timed_out',
    ],
    ['returns more than is taken', `return [${note('"x".repeat(5e6)')}]`, 'plugin.too_large'],
    [
      'returns too many records',
      `return Array.from({ length: 101 }, () => (${note('"x"')}))`,
      'plugin.bad_output',
    ],
    ['returns a promise', 'return Promise.resolve([])', 'plugin.threw'],
    [
      'floods promises',
      'const p = () => Promise.resolve().then(p); for (;;) p()',
      'plugin.out_of_memory|plugin.timed_out',
    ],
    ['returns nothing', '', 'plugin.bad_output'],
    ['returns no list', 'return { type: "note" }', 'plugin.bad_output'],
    ['replaces JSON.stringify with nonsense', 'JSON.stringify = () => "]["; return 1', 'plugin.bad_output'],
    [
      'makes its result loop when it is written out',
      'return [{ toJSON() { for (;;) {} } }]',
      'plugin.timed_out',
    ],
    [
      'throws an object whose message loops',
      'throw { get message() { for (;;) {} } }',
      'plugin.threw|plugin.timed_out',
    ],
    ['throws a huge message', 'throw new Error("x".repeat(1e7))', 'plugin.threw'],
    ['throws a bare value', 'throw 3', 'plugin.threw'],
    ['reads the clock', 'return Date.now()', 'plugin.threw'],
    ['asks for randomness', 'return Math.random()', 'plugin.threw'],
    ['reaches for the host', 'return (process ?? require ?? fetch).exit()', 'plugin.threw'],
    [
      'reaches for the host through a constructor',
      'return (function () {}).constructor("return process")()',
      'plugin.threw',
    ],
    [
      'names a record type it never declared',
      'return [{ type: "other", confidence: 1, fields: {} }]',
      'plugin.bad_output',
    ],
    [
      'names a field it never declared',
      `return [{ type: "note", confidence: 1, fields: { other: (${note('"x"')}).fields.text } }]`,
      'plugin.bad_output',
    ],
    ['claims a confidence above 1', `return [${note('"x"', 2)}]`, 'plugin.bad_output'],
    ['gives a field the wrong type', `return [${note('7')}]`, 'plugin.bad_output'],
    [
      'points at a line that is not there',
      `const r = ${note('"x"')}; r.fields.text.evidence = [{ box: input.reading.lines[0].box, line: 'l7' }]; return [r]`,
      'plugin.bad_output',
    ],
    [
      'points at a box that is not finite',
      `const r = ${note('"x"')}; r.fields.text.evidence = [{ box: [[0, 0], [NaN, 0], [1, 1], [0, 1]] }]; return [r]`,
      'plugin.bad_output',
    ],
  ];
  it.each(cases)(
    '%s: ends with its code and the host lives on',
    (_, body, code) => {
      const run = sandbox.run(plugin(body), input);
      expect(run.ok).toBe(false);
      if (run.ok) return;
      expect(code.split('|')).toContain(run.code);
      expect(run.message.length).toBeLessThanOrEqual(600);
      expect(sandbox.run(plugin(`return [${note('"alive"')}]`), input).ok).toBe(true);
    },
    20_000,
  );

  it('cannot smuggle in a prototype', () => {
    const body = `return [{ type: 'note', confidence: 1, fields: JSON.parse('{"__proto__":{"x":1}}') }]`;
    const run = sandbox.run(plugin(body), input);
    expect(run.ok && Object.getPrototypeOf(run.records[0]?.fields)).toBe(Object.prototype);
    expect(run.ok && Object.keys(run.records[0]?.fields ?? {})).toEqual([]);
  });

  it('that avoids the tick counter in native code is ended by the clock, and the next run works', async () => {
    const impatient = await createSandbox({ maxWallMs: 200 });
    const run = impatient.run(plugin('for (;;) Array.prototype.indexOf.call({ length: 2 ** 50 }, 1)'), input);
    expect(run).toMatchObject({ ok: false, code: 'plugin.timed_out' });
    expect(impatient.run(plugin(`return [${note('"alive"')}]`), input).ok).toBe(true);
    await impatient.close();
  });

  it('leaves no memory behind over a thousand runs, good and bad', () => {
    const kinds = [
      plugin(`return [${note('"x".repeat(1000)')}]`),
      plugin('throw new Error("no")'),
      plugin('return "x".repeat(2 ** 28)'),
    ];
    const thousand = () => {
      for (let i = 0; i < 1000; i++) sandbox.run(kinds[i % 3]!, input);
      return process.memoryUsage().rss / 2 ** 20;
    };
    const before = thousand();
    const after = thousand();
    expect(after - before).toBeLessThan(40);
  }, 60_000);
});

describe('running all readers', () => {
  const of = (id: string, body: string, extra = {}) => plugin(body, { id, ...extra });
  it('orders records by confidence, equals as their plugins are ordered, and runs a fallback only where nobody else answered', () => {
    const plugins = [
      of('a-low', `return [${note('"low"', 0.2)}]`),
      of('c-high', `return [${note('"c"', 0.9)}]`),
      of('b-high', `return [${note('"b"', 0.9)}]`),
      of('d-breaks', 'throw new Error("no")'),
      of('e-fallback', `return [${note('"fallback"', 1)}]`, { fallback: true }),
      of('f-barcodes', `return [${note('"barcode"', 1)}]`, { reads: ['barcodes'] }),
    ];
    const { records, runs } = sandbox.runReaders(plugins, input);
    expect(records.map((record) => record.plugin)).toEqual(['c-high', 'b-high', 'a-low']);
    expect(runs.map((run) => run.plugin)).toEqual(['a-low', 'c-high', 'b-high', 'd-breaks']);
    expect(
      sandbox.runReaders([plugins[4]!, of('silent', 'return []')], input).records.map((r) => r.plugin),
    ).toEqual(['e-fallback']);
  });
});
