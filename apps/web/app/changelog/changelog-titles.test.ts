// cspell:ignore Notizen Schlagwörter
import { expect, it } from 'vitest';
import { splitEntry } from './parse-changelog.ts';
import { entryFor, releases, translatedTitles } from './releases.server.ts';

const entries = releases.flatMap(({ changes }) => changes.flatMap((change) => change.entries));
const titles = new Set(entries.map((entry) => splitEntry(entry).title).filter((title) => title !== null));

it.each([...translatedTitles])(
  'each name of an entry stands in docs/changelog-titles/%s.json, and no other',
  (_, own) => {
    expect({
      missing: [...titles].filter((title) => !own[title]?.trim()),
      gone: Object.keys(own).filter((title) => !titles.has(title)),
    }).toEqual({ missing: [], gone: [] });
  },
);

it('each entry has a name, so that none is English alone', () =>
  expect(entries.filter((entry) => splitEntry(entry).title === null)).toEqual([]));

it('shows the name in the language of the reader and the whole entry in English', () => {
  const entry = '**Tags and notes** on captures, for `one` or many.';
  expect(entryFor('de', entry)).toEqual({
    title: 'Schlagwörter und Notizen',
    text: 'Tags and notes on captures, for <code>one</code> or many.',
  });
  const asItIs = '<strong>Tags and notes</strong> on captures, for <code>one</code> or many.';
  expect(entryFor('en', entry)).toEqual({ title: null, text: asItIs });
  expect(entryFor('de', 'Without a name.')).toEqual({ title: null, text: 'Without a name.' });
});
