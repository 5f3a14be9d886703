import type { DB } from '@readout/database';
import type { PackagedFixture } from '@readout/plugin-kit/package';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inChange, inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { selectFixtures } from './fixtures/fixture-rows.ts';
import type { BundledPlugin, Packages } from './packages.ts';
import { type Accuracy, findVersionBytes, versionNotFound } from './plugin-versions.ts';

/** Runs a plugin on fixtures, away from what answers requests; part of the server, injected. */
export interface AccuracyMeasurer {
  /**
   * Null where time was up before all of them were run.
   * @param companyId whose turn it takes; absent: the platform's
   * @throws AppError `plugin.busy`
   */
  measure(
    plugin: BundledPlugin,
    fixtures: readonly PackagedFixture[],
    companyId?: string,
  ): Promise<Accuracy | null>;
}

/**
 * How a version of the company's own does on the fixtures in its package and on those the company keeps of it, as they
 * are now (of two with one name the company's); kept with the version. Its bytes are verified first.
 * @returns null where there is no fixture, or where they took too long
 * @throws AppError `plugin.version_not_found`; those of `Packages`
 */
export async function measureCompanyVersion(
  { db, packages, accuracy }: { db: Kysely<DB>; packages: Packages; accuracy: AccuracyMeasurer },
  { scope, pluginId, version }: { scope: Scope; pluginId: string; version: string },
): Promise<Accuracy | null> {
  // A template is published by who may not write programs, and is measured like everything else.
  demandChange(scope, 'templates.manage');
  const { companyId } = scope;
  const ref = { source: 'company', pluginId, version } as const;
  const { opened, program, kept } = await inScope(db, scope, async (trx) => {
    const stored = await findVersionBytes(trx, companyId, ref);
    if (!stored) throw versionNotFound(ref);
    const verified = await packages.verify(
      trx,
      stored.package,
      { source: 'company', companyId },
      { takes: false },
    );
    const kept = await selectFixtures(trx, companyId, pluginId);
    return { opened: verified, program: stored.program, kept };
  });
  const fixtures = new Map(opened.content.fixtures.map((fixture) => [fixture.name.toLowerCase(), fixture]));
  for (const { name, input, expected } of kept)
    fixtures.set(name.toLowerCase(), {
      name,
      reading: input.reading,
      settings: input.settings,
      expected: { locale: input.locale, today: input.today, records: expected },
    });
  const measured =
    fixtures.size > 0
      ? await accuracy.measure(
          packages.open(opened, program) ?? (await packages.build(opened, companyId)),
          [...fixtures.values()],
          companyId,
        )
      : null;
  await inChange(db, scope, (trx) =>
    sql`
      update app.plugin_versions set accuracy = ${measured ? JSON.stringify(measured) : null}::jsonb
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId} and version = ${version}`.execute(
      trx,
    ),
  );
  return measured;
}
