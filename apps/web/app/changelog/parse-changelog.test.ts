import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { atomFeed } from './atom-feed.ts';
import { parseChangelog, splitEntry } from './parse-changelog.ts';

const SAMPLE = `# Changelog

Words before.

## [Unreleased]

## [1.2.0] - 2026-03-05

### Added

- First, going on
  over two lines.
* Second with \`code\`.

### Fixed

- A & B <b>.

Not an entry.

## [1.1.0] - 2026-01-02 [YANKED]

### Security

- Third.

[1.2.0]: https://example.com/
`;

it('reads versions, dates, kinds and entries over several lines', () => {
  expect(parseChangelog(SAMPLE)).toEqual([
    { version: 'Unreleased', date: null, isYanked: false, changes: [] },
    {
      version: '1.2.0',
      date: '2026-03-05',
      isYanked: false,
      changes: [
        { kind: 'Added', entries: ['First, going on over two lines.', 'Second with `code`.'] },
        { kind: 'Fixed', entries: ['A & B <b>.'] },
      ],
    },
    {
      version: '1.1.0',
      date: '2026-01-02',
      isYanked: true,
      changes: [{ kind: 'Security', entries: ['Third.'] }],
    },
  ]);
});

it('reads our own changelog whole', () => {
  const own = readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
  const bullets = own.split('\n').filter((line) => line.startsWith('- ')).length;
  const entries = parseChangelog(own).flatMap((release) =>
    release.changes.flatMap((change) => change.entries),
  );
  expect(entries).toHaveLength(bullets);
});

it('splits an entry into its name and what follows', () => {
  expect(splitEntry('**`readout listen`** prints **each** event.')).toEqual({
    title: '`readout listen`',
    rest: ' prints **each** event.',
  });
  const plain = 'The API takes **records**.';
  expect(splitEntry(plain)).toEqual({ title: null, rest: plain });
});

it('feeds only what is released, escaped, with a lasting id for each version', () => {
  const feed = atomFeed(parseChangelog(SAMPLE), 'https://readout.example', (markdown) => markdown);
  expect(feed.match(/<entry>/g)).toHaveLength(2);
  expect(feed).toContain('<link href="https://readout.example/changelog#v1.2.0"/>');
  expect(feed).toContain('<updated>2026-03-05T00:00:00Z</updated>');
  expect(feed).toContain('A &amp; B &lt;b&gt;.');
  expect(feed).not.toContain('Unreleased');
});
