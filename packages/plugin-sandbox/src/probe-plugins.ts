import type { ReaderInput } from '@readout/plugin-kit';
import type { LoadedPlugin } from './run.ts';

const box = [
  [0, 0],
  [10, 0],
  [10, 5],
  [0, 5],
] as [[number, number], [number, number], [number, number], [number, number]];
/** A reading of one line. */
export const input: ReaderInput = {
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

/** A reader whose `read` has this body. */
export function plugin(body: string, overrides: Partial<LoadedPlugin['manifest']> = {}): LoadedPlugin {
  return {
    manifest: {
      id: 'probe',
      version: '1.0.0',
      kind: 'reader',
      name: 'Probe',
      description: 'Probe',
      reads: ['lines'],
      fallback: false,
      accepts: [],
      settings: [],
      permissions: { hosts: [] },
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

/** Source of a valid record; `text` and the rest are source too. */
export const note = (text: string, confidence = 0.5) =>
  `{ type: 'note', confidence: ${confidence}, fields: { text: { value: ${text}, raw: '', confidence: 1, evidence: [], checks: [] } } }`;

/** What a hostile plugin may try, and the codes its run may end with, divided by `|`. */
export const hostileCases: [name: string, body: string, code: string][] = [
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
