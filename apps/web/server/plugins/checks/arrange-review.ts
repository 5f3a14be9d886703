import type { TestDatabase } from '@readout/database/testing';
import type { Scope } from '@readout/domain/actor';
import type { Packages } from '@readout/domain/plugins/packages';
import { submitVersion } from '@readout/domain/plugins/submissions/submit-version';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { type PackagedFixture, packPlugin, type SigningKey, signPackage } from '@readout/plugin-kit/package';
import { gatePassFixtures, gatePassManifest, gatePassSource } from './gate-pass.ts';

export interface HandedIn {
  pluginId: string;
  version: string;
  sha256: string;
}

/** Hands a package in. */
export async function handIn(
  database: TestDatabase,
  { scope, key, packages }: { scope: Scope; key: SigningKey; packages: Packages },
  {
    manifest = gatePassManifest(),
    source = gatePassSource,
    fixtures = gatePassFixtures,
    notes = 'Reads passes of the harbour.',
  }: {
    manifest?: Manifest;
    source?: string;
    fixtures?: PackagedFixture[];
    notes?: string;
  } = {},
): Promise<HandedIn> {
  const payload = packPlugin({ manifest, source, readme: '# Gate pass', fixtures });
  const { pluginId, version, sha256 } = await submitVersion(
    { db: database.app, packages },
    {
      scope,
      package: await signPackage(payload, key),
      notes,
      privateResults: { fixtures: 3, passed: 2, failed: 1 },
    },
  );
  return { pluginId, version, sha256 };
}
