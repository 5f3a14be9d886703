import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { textsIn } from '../../../ui/texts.tsx';
import { wordEvent } from './event-wording.ts';

const root = fileURLToPath(new URL('../../../../../..', import.meta.url));

const english = textsIn('en');

test('every event that is written into an account’s list has words of its own', () => {
  const written = new Set<string>();
  for (const file of globSync('{packages,apps}/**/*.ts', {
    cwd: root,
    exclude: (name) => /node_modules|build|\.test\./.test(name),
  })) {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    for (const [, call = ''] of source.matchAll(/recordUserEvent\(([\s\S]{0,160}?)\}\s*\)/g))
      for (const [, action = ''] of call.matchAll(/action: '([a-z_.]+)'/g)) written.add(action);
  }
  expect(written.size).toBeGreaterThan(6);
  const wordless = [...written].filter(
    (action) => wordEvent({ action, detail: {} }, english) === action.replaceAll(/[._]/g, ' '),
  );
  expect(wordless).toEqual([]);
});

test('details that are no texts, or far too long, do no harm', () => {
  expect(
    wordEvent(
      { action: 'support.started', detail: { adminName: { a: 1 }, reason: 'x'.repeat(5000) } },
      english,
    ),
  ).toMatch(/^An administrator began to act as you: x{320}$/);
  expect(wordEvent({ action: 'signed_in', detail: { method: 'passkey', newDevice: true } }, english)).toBe(
    'Signed in with a passkey, from a new browser',
  );
});
