import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manifestSchema } from './manifest.ts';
import { manifestJsonSchema } from './manifest-schema.ts';

const packageFolder = join(import.meta.dirname, '..');
const pluginsFolder = join(packageFolder, '../../plugins');

it('manifest.schema.json is what make-manifest-schema.ts makes of the Zod schema', () => {
  expect(JSON.parse(readFileSync(join(packageFolder, 'manifest.schema.json'), 'utf8'))).toEqual(
    manifestJsonSchema(),
  );
});

it('editors are told what each part of a manifest means', () => {
  const described = JSON.stringify(manifestJsonSchema());
  for (const word of ['SemVer', 'fallback', 'one sentence'])
    expect(described.toLowerCase()).toContain(word.toLowerCase());
});

const ids = readdirSync(pluginsFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

it.each(ids)('plugins/$name/plugin.json is a manifest', ({ name }) => {
  const manifest: unknown = JSON.parse(readFileSync(join(pluginsFolder, name, 'plugin.json'), 'utf8'));
  expect(manifestSchema.safeParse(manifest).error?.issues).toBeUndefined();
});
