import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bomOf } from './sbom.js';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

test('the bill of materials names what runs, with hash, licence and what each needs, and nothing that only builds or tests', () => {
  const bom = bomOf(lock);
  const components = bom.components as { 'bom-ref': string; hashes?: { alg: string; content: string }[] }[];
  const refs = new Set(components.map((each) => each['bom-ref']));
  expect(refs.size).toBe(components.length);
  for (const name of [
    'pkg:npm/hono@',
    'pkg:npm/sharp@',
    'pkg:npm/prom-client@',
    'pkg:npm/%40embedded-postgres/linux-x64@',
  ])
    expect([...refs].some((ref) => ref.startsWith(name))).toBe(true);
  expect([...refs].filter((ref) => /\/(vitest|typescript|%40playwright)/.test(ref))).toEqual([]);
  expect(
    components.filter(({ hashes }) => !hashes?.every(({ content }) => /^[0-9a-f]{40,128}$/.test(content))),
  ).toEqual([]);
  // Each names only what is there.
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  expect(bomOf(lock)).toEqual(bom);
});
