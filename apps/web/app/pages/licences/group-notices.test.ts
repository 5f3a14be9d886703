import { expect, it } from 'vitest';
import type { Notice } from '../../../server/notices.ts';
import { groupNotices, licenceAnchor } from './group-notices.ts';

const part = (name: string, licence: string, text: string): Notice => ({
  ...{ name, licence, text, version: '1.0.0', kind: 'package', inPages: false, source: '', inside: '' },
});
const made = {
  notices: [
    part('alpha', 'MIT', 'a'),
    part('beta', 'MIT', 'a'),
    part('gamma', 'MIT', 'b'),
    part('delta', '(MIT OR CC0-1.0)', 'b'),
  ],
  texts: { a: 'Copyright (c) 2020 Ada\n\nPermission', b: 'Copyright (c) 2021 Grace\n\nPermission' },
};

it('shows a text once for all parts of a licence that come with it', () => {
  const [mit, either] = groupNotices(made, '');
  expect(mit).toMatchObject({ licence: 'MIT', count: 3 });
  expect(mit?.blocks.map(({ parts }) => parts.map(({ name }) => name))).toEqual([
    ['alpha', 'beta'],
    ['gamma'],
  ]);
  expect(either).toMatchObject({ licence: 'MIT OR CC0-1.0', count: 1 });
  expect(licenceAnchor(either!.licence)).toBe('mit-or-cc0-1.0');
});

it('finds parts by name, licence and who holds the copyright, each word of the question', () => {
  const names = (query: string) =>
    groupNotices(made, query).flatMap(({ blocks }) =>
      blocks.flatMap(({ parts }) => parts.map(({ name }) => name)),
    );
  expect(names('GAMMA')).toEqual(['gamma']);
  expect(names('cc0')).toEqual(['delta']);
  expect(names('ada mit')).toEqual(['alpha', 'beta']);
  expect(names('permission')).toEqual([]);
});
