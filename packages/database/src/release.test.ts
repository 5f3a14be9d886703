import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isBefore, thisRelease } from './release.ts';
import { rootFolder } from './root-folder.ts';

test.each([
  ['0.9.0', '0.10.0', true],
  ['0.10.0', '0.9.9', false],
  ['1.0.0', '1.0.0', false],
  ['0.9.9', '1.0.0', true],
  ['2.0.0', '1.9.9', false],
])('%s is before %s: %s', (one, other, is) => {
  expect(isBefore(one, other)).toBe(is);
});

test('the release before this one may run beside it, as the changelog has them', () => {
  const text = readFileSync(path.join(rootFolder, 'CHANGELOG.md'), 'utf8');
  const releases = [...text.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, release]) => release);
  const hasUnreleased = /^## \[Unreleased\]\s+[^\s#]|^## \[Unreleased\]\s+### /m.test(text);
  expect(thisRelease().oldest).toBe(releases[hasUnreleased ? 0 : 1]);
  expect(thisRelease().release).toBe(releases[0]);
});
