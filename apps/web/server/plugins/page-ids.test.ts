import { readFile } from 'node:fs/promises';
import { idsOfPages } from '@readout/domain/plugins/rules';
import { expect, test } from 'vitest';

test('no plugin can have an id whose page is another page', async () => {
  const routes = await readFile(new URL('../../app/routes.ts', import.meta.url), 'utf8');
  const pages = new Set<string>();
  for (const [, name] of routes.matchAll(/'(?:settings\/plugins|admin\/plugin)\/([a-z-]+)/g))
    pages.add(name!);
  expect([...idsOfPages]).toEqual([...pages].sort());
});
