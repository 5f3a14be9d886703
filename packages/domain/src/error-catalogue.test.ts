import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { errorCatalogue } from './error-catalogue.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('error catalogue', () => {
  const thrown = new Map<string, { file: string; kind: string }[]>();
  for (const file of globSync('{packages,apps}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => /node_modules|build|\.test\./.test(name),
  })) {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    for (const match of source.matchAll(/new AppError\(\s*'([a-z_]+)',\s*'([a-z_]+\.[a-z_]+)'/g)) {
      const [, kind = '', code = ''] = match;
      thrown.set(code, [...(thrown.get(code) ?? []), { file, kind }]);
    }
  }

  test('lists every code that is thrown, with its kind', () => {
    expect(thrown.size).toBeGreaterThan(20);
    const wrong = [...thrown].flatMap(([code, places]) =>
      places
        .filter(({ kind }) => errorCatalogue[code]?.kind !== kind)
        .map(({ file, kind }) => `${code} as ${kind} in ${file}`),
    );
    expect(wrong).toEqual([]);
  });

  test('tells for every code what it is and what to do', () => {
    for (const [code, { title, action, status }] of Object.entries(errorCatalogue)) {
      expect(code).toMatch(/^[a-z_]+\.[a-z_]+$/);
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      expect(action).toMatch(/^[A-Z].*\.$/);
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });
});
