import type { TestDatabase } from '@readout/database/testing';
import type { Scope } from '@readout/domain/actor';
import { submitVersion } from '@readout/domain/plugins/submissions/submit-version';
import { summarise } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { type PackagedFixture, packPlugin, type SigningKey, signPackage } from '@readout/plugin-kit/package';
import { bundlePlugin } from '@readout/plugin-sandbox/bundle';
import type { LoadedPlugin, Sandbox } from '@readout/plugin-sandbox/node';
import { packageVerifier } from '../verifier.ts';
import { gatePassFixtures, gatePassManifest, gatePassSource } from './gate-pass.ts';

export interface HandedIn {
  pluginId: string;
  version: string;
  sha256: string;
}

const bundles = new Map<string, ReturnType<typeof bundlePlugin>>();
const bundled = (source: string) =>
  bundles.get(source) ?? bundles.set(source, bundlePlugin(source)).get(source)!;

/** Hands a package in, made of the source unless `code` says what runs. */
export async function handIn(
  database: TestDatabase,
  { scope, key }: { scope: Scope; key: SigningKey },
  {
    manifest = gatePassManifest(),
    source = gatePassSource,
    code,
    fixtures = gatePassFixtures,
    notes = 'Reads passes of the harbour.',
  }: {
    manifest?: Manifest;
    source?: string;
    code?: string;
    fixtures?: PackagedFixture[];
    notes?: string;
  } = {},
): Promise<HandedIn> {
  const bundle = code === undefined ? await bundled(source) : { code };
  if (!('code' in bundle)) throw new Error(JSON.stringify(bundle.problems));
  const payload = packPlugin({ manifest, code: bundle.code, source, readme: '# Gate pass', fixtures });
  const { pluginId, version, sha256 } = await submitVersion(
    { db: database.app, packages: packageVerifier },
    {
      scope,
      package: await signPackage(payload, key),
      notes,
      privateResults: { fixtures: 3, passed: 2, failed: 1 },
    },
  );
  return { pluginId, version, sha256 };
}

/** What a page reports that runs fixtures: the sandbox of Node stands for that of the browser, they are one interpreter. */
export function browserResults(sandbox: Sandbox, plugin: LoadedPlugin, fixtures: readonly PackagedFixture[]) {
  return fixtures.map(({ name, reading, settings, expected: { locale, today } }) => {
    const run = sandbox.run(plugin, { reading, settings, locale, today });
    return {
      name,
      ok: run.ok,
      message: run.ok ? '' : run.message,
      ticks: run.ticks ?? null,
      ms: run.ms,
      records: run.ok ? summarise(run.records) : [],
    };
  });
}
