// cspell:ignore structor dmin

import { sayRemark } from '@readout/domain/platform/review/remark';
import type { Finding } from '@readout/domain/platform/review/rules';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { expect, test } from 'vitest';
import { findPatterns } from './find-patterns.ts';

const manifest = { id: 'x', name: 'X', permissions: { hosts: ['api.example.com'] } } as unknown as Manifest;
const scan = (source: string) => findPatterns({ manifest, source, readme: '' });

test('nothing but long lines of words is found in any program that comes with Readout', async () => {
  for (const { manifest: own, source } of await loadFirstPartyPlugins()) {
    const found = findPatterns({ manifest: own, source, readme: '' });
    const others = found.filter(
      ({ text }) => typeof text === 'string' || text.key !== 'check.found.long_line',
    );
    expect([own.id, others]).toEqual([own.id, []]);
  }
});

const said = ({ text }: Finding): string => (typeof text === 'string' ? text : sayRemark(text, 'en'));

const blocking: [string, string, RegExp][] = [
  ['eval', "const a = 1;\neval('a');", /makes a program out of text/],
  ['eval under another name', "const a = 1;\nconst run = eval;\nrun('a');", /makes a program out of text/],
  ['eval through the comma', "\n(0, eval)('1')", /makes a program out of text/],
  ['new Function', "\nnew Function('return this')()", /makes a program out of text/],
  [
    'the constructor of a function',
    "\n(() => {}).constructor('return 1')()",
    /what functions are made with|Calls what made/,
  ],
  [
    'a constructor of a constructor',
    "\n[].constructor.constructor('return 1')",
    /Reaches for what functions are made with/,
  ],
  ['a name put together', "\nconst f = [].map['con' + 'structor'];", /together from pieces/],
  [
    'a name put together by joining',
    "\nconst f = [].map[['con', 'structor'].join('')];",
    /together from pieces/,
  ],
  ['a name put together in a template', `\nconst f = [].map[\`\${'con'}structor\`];`, /together from pieces/],
  [
    'a built-in that is changed',
    '\nArray.prototype.map = function () { return []; };',
    /built into the language/,
  ],
  [
    'a built-in that is redefined',
    "\nObject.defineProperty(Object.prototype, 'x', { get() {} });",
    /built into the language/,
  ],
  ['another program', "\nconst more = import('./more.js');", /Loads another program/],
  ['a loop without an end', '\nwhile (true) { Math.abs(1); }', /loop without an end/],
  ['a loop without a condition', '\nfor (;;) {}', /loop without an end/],
  ['an exponential expression', '\nconst slow = /^(a+)+$/;', /exponentially long/],
  ['an exponential alternative', '\nconst slow = /^(?:\\w|\\d)*$/;', /exponentially long/],
  [
    'an exponential expression made of text',
    "\nconst slow = new RegExp('^(a' + '+)+$');",
    /exponentially long/,
  ],
  ['text that is turned around', "\nconst isAdmin = '\u202E';", /turns the order of text around/],
];
test.each(blocking)(
  '%s keeps a version from being published, and is told with its line',
  (_name, source, text) => {
    const found = scan(source);
    const [finding] = found.filter((each) => each.isBlocking && text.test(said(each)));
    expect(finding, JSON.stringify(found)).toMatchObject({
      where: 'source',
      line: source.startsWith('\n') ? 2 : expect.any(Number),
    });
    expect(finding!.excerpt).not.toBe('');
  },
);

const notable: [string, string, RegExp][] = [
  ['what only a server has', '\nconst it = process.env;', /does not have/],
  ['the network', "\nfetch('/x');", /does not have/],
  ['chance', '\nconst x = Math.random();', /chance/],
  ['the time', '\nconst x = Date.now();', /time/],
  ['the prototype of a value', '\nconst x = ({}).__proto__;', /inherits from/],
  [
    'an encoded text',
    `\nconst x = '${Buffer.from('a text 123 '.repeat(30)).toString('base64')}';`,
    /nobody can read/,
  ],
  [
    'packed numbers',
    `\nconst x = [${Array.from({ length: 300 }, (_, index) => index % 256)}];`,
    /numbers from 0 to 255/,
  ],
  [
    'a text spelled in numbers',
    '\nconst x = String.fromCharCode(101, 118, 97, 108, 40, 41);',
    /Spells a text in numbers/,
  ],
  [
    'plain letters written as numbers',
    "\nconst x = '\\x65\\x76\\x61\\x6c\\x28\\x31\\x29\\x3b';",
    /written as numbers/,
  ],
  ['a host it does not name', "\nconst x = 'https://evil.example.net/a';", /evil\.example\.net/],
  ['a character nobody sees', "\nconst x = 'a\u200Bb';", /nobody sees \(U\+200B\)/],
  ['letters that look like others', '\nconst \u0430dmin = 1;', /look like others/],
  ['a line nobody reads to its end', `\nconst x = 1;${' '.repeat(500)}steal();`, /more than 400 characters/],
];
test.each(notable)('%s is shown with its line, for a person to judge', (_name, source, text) => {
  expect(scan(source).filter((each) => text.test(said(each)))).toMatchObject([
    { where: 'source', line: 2, isBlocking: false },
  ]);
});

test('an ordinary program passes, whatever it calls its own things', () => {
  const found = scan(`import { defineReader, text } from '@readout/plugin-kit';
interface Found { constructor?: string; value: string }
const window = 3;
const site = 'https://api.example.com/v1';
class Row { cells: string[] = []; process(): number { return this.cells.length; } }
export default defineReader({
  read({ reading }) {
    const rows = reading.lines.map((line) => /^\\s*([A-Z]{2}\\d+)(?:\\s+(.*))?$/.exec(line.text));
    for (let at = 0; ; at++) { if (at > window) break; }
    while (rows.length > 0) rows.pop();
    return [];
  },
});`);
  expect(found).toEqual([]);
});

test('what is not a program, or is nested to bring the parser down, is a finding', () => {
  expect(scan('const = ;')).toMatchObject([expect.objectContaining({ where: 'source' })]);
  const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
  const [finding] = scan(deep);
  expect(finding).toMatchObject({ where: 'source' });
});
