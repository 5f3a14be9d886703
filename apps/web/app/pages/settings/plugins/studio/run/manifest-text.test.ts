import { expect, test } from 'vitest';
import { starterManifest } from '../starter.ts';
import { parseManifest } from './manifest-text.ts';

test('what a new draft begins with is a manifest', () => {
  const text = starterManifest({ id: 'gate-pass', name: 'Gate pass' });
  expect(parseManifest(text, 'gate-pass')).toMatchObject({ ok: true, manifest: { name: 'Gate pass' } });
});

test('a manifest of another id is refused where the id stands', () => {
  const text = starterManifest({ id: 'other', name: 'Other' });
  expect(parseManifest(text, 'gate-pass')).toMatchObject({ ok: false, problems: [{ path: ['id'] }] });
});

test('what is not JSON yet says where, what does not fit says which key', () => {
  const broken = parseManifest('{ "id": }', 'gate-pass');
  expect(broken).toMatchObject({ ok: false, problems: [{ at: 9 }] });
  const text = starterManifest({ id: 'gate-pass', name: 'Gate pass' }).replace('"text"', '"txt"');
  expect(parseManifest(text, 'gate-pass')).toMatchObject({
    ok: false,
    problems: [{ path: ['records', 0, 'fields', 0, 'type'] }],
  });
});

test('what has a form of its own is explained in words', () => {
  const text = starterManifest({ id: 'gate-pass', name: 'Gate pass' }).replace('0.1.0', '1.x');
  expect(parseManifest(text, 'gate-pass')).toMatchObject({
    ok: false,
    problems: [{ path: ['version'], message: 'Three numbers with dots between them, for instance 1.0.0.' }],
  });
});
