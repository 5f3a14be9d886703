import { expect, test } from 'vitest';
import { parseGuide, searchGuides } from './parse-guide.ts';

const markdown = `# Keeping *watch*

Before the first heading.

## The store

See [backups](backup.md#where) and [the licence](../../LICENSE), not [a decision](../decisions/0001-x.md).

### Rows & files

Files of <b>customers</b> lie in \`store/\`.

## The store

\`\`\`sh
readout verify
\`\`\`
`;

const guide = parseGuide('watch', markdown, (href) =>
  href.startsWith('../decisions') ? undefined : `/docs/${href}`,
);

test('headings are reached by the anchors that links of the repository name, a second one of the same name too', () => {
  expect(guide.title).toBe('Keeping watch');
  expect(guide.sections.map(({ anchor, level }) => [anchor, level])).toEqual([
    ['', 1],
    ['the-store', 2],
    ['rows--files', 3],
    ['the-store-1', 2],
  ]);
  expect(guide.html).toContain('<h3 id="rows--files">Rows &amp; files</h3>');
});

test('links lead into the product, and where they lead nowhere their words stay', () => {
  expect(guide.html).toContain('<a href="/docs/backup.md#where">backups</a>');
  expect(guide.html).toContain('not a decision.');
  expect(guide.html).not.toContain('<b>');
});

test('a search finds the section all of the words stand in, by its title first', () => {
  expect(searchGuides([guide], 'VERIFY readout')).toMatchObject([{ anchor: 'the-store-1' }]);
  expect(searchGuides([guide], 'files').map(({ anchor }) => anchor)).toEqual(['rows--files']);
  expect(searchGuides([guide], 'store').map(({ anchor }) => anchor)).toEqual([
    'the-store',
    'the-store-1',
    'rows--files',
  ]);
  expect(searchGuides([guide], 'store')[2]?.excerpt).toEqual(['Files of customers lie in ', 'store', '/.']);
  expect(searchGuides([guide], 'nowhere store')).toEqual([]);
  expect(searchGuides([guide], '  ')).toEqual([]);
  expect(searchGuides([guide], '(.*')).toEqual([]);
});
