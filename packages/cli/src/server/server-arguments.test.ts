import { expect, it } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { parseServerArguments } from './server-arguments.ts';

const whsec = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

it.each<[name: Parameters<typeof parseServerArguments>[0], args: string[], parsed: object]>([
  ['login', ['https://readout.example/app'], { server: new URL('https://readout.example') }],
  ['login', ['http://localhost:3000'], { server: new URL('http://localhost:3000') }],
  ['send', ['a.jpg', 'b.pdf', '--wait'], { files: ['a.jpg', 'b.pdf'], wait: true, json: false }],
  [
    'list',
    ['--review', 'needs_review', '-q', 'ACME', '--limit', '7'],
    { query: { review: 'needs_review', q: 'ACME' }, limit: 7 },
  ],
  ['watch', ['--json'], { everySeconds: 5, json: true }],
  [
    'listen',
    ['--after', '41', '--state', 'place.json'],
    { after: 41, state: 'place.json', everySeconds: 2, forward: undefined, json: false },
  ],
  [
    'listen',
    ['--forward', 'http://localhost:8080/hook', '--secret', whsec],
    { after: undefined, forward: { address: new URL('http://localhost:8080/hook'), secret: whsec } },
  ],
  ['export', ['--format', 'xlsx', '-o', 'a.xlsx'], { format: 'xlsx', shape: {}, file: 'a.xlsx', query: {} }],
  [
    'export',
    ['--records', 'all', '--language', 'de', '--items', 'rows'],
    {
      format: 'csv',
      shape: { records: 'all', language: 'de', items: 'rows' },
      file: undefined,
      query: {},
    },
  ],
  ['export', ['--help'], { name: 'help' }],
])('%s %j is understood', (name, args, parsed) => {
  expect(parseServerArguments(name, args)).toMatchObject(parsed);
});

it.each<[name: Parameters<typeof parseServerArguments>[0], args: string[], why: string]>([
  ['login', [], 'Say where'],
  ['login', ['readout.example'], 'not an address'],
  ['login', ['http://readout.example'], 'could read the key'],
  ['login', ['https://ada:secret@readout.example'], 'password'],
  ['login', ['https://readout.example', 'readout_key'], 'not named on the command line'],
  ['send', [], 'at least one file'],
  ['send', ['a.jpg', '--format', 'csv'], 'takes no --format'],
  ['list', ['--review', 'perhaps'], 'needs_review, confirmed'],
  ['list', ['--limit', '0'], 'from 1 to 10000'],
  ['listen', ['--after', 'now'], 'from 0 to'],
  ['listen', ['--secret', whsec], '--forward'],
  ['listen', ['--forward', 'localhost:8080'], 'not an address'],
  ['listen', ['--forward', 'http://example.com'], 'could read the records'],
  ['listen', ['--forward', 'http://localhost', '--secret', 'whsec_short'], '24 to 64 bytes'],
  ['export', ['a.csv'], 'takes no a.csv'],
  ['export', ['--format', 'pdf'], 'csv, xlsx, json'],
  ['export', ['--language', 'la'], 'en, de, es, fr'],
])('%s %j is refused', (name, args, why) => {
  expect(() => parseServerArguments(name, args)).toThrow(UsageError);
  expect(() => parseServerArguments(name, args)).toThrow(why);
});
