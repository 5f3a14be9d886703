import { expect, it } from 'vitest';
import { loadFirstPartyPlugins } from './first-party.ts';
import { buildFirstPartyPlugins } from './load-plugins.ts';

it('gives the plugins that would be built now, whatever the build kept', async () => {
  const built = await buildFirstPartyPlugins();
  expect(built.length).toBeGreaterThan(10);
  expect(await loadFirstPartyPlugins()).toEqual(built);
});
