import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { PackageVerifier } from '../../plugins/keys/package-verifier.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import type { ReviewTools } from './get-review.ts';
import { lockReviewed } from './lock-reviewed.ts';
import { openReviewed } from './open-reviewed.ts';
import { remark } from './remark.ts';
import { type Check, type CheckedFixture, type Remark, statusOfChecks } from './rules.ts';

const resultsSchema = z
  .array(
    z.object({
      name: z.string().max(120),
      ok: z.boolean(),
      /** Of a run that failed. */
      message: z.string().max(2000).default(''),
      ticks: z.number().int().nonnegative().nullable(),
      ms: z.number().nonnegative(),
      records: z
        .array(z.object({ type: z.string().max(60), fields: z.record(z.string(), z.looseObject({})) }))
        .max(100),
    }),
  )
  .max(200);

/**
 * Keeps what came of the fixtures in the reviewer's own browser. What it says is that person's statement, and stands there
 * as such; whether the records are right is decided here.
 * @param input.run - of the checks the page showed
 * @param input.browser - as it calls itself
 * @param input.results - `[{name, ok, message?, ticks, ms, records}]`, one for each fixture of the package
 * @throws AppError `platform.admin_only`, `plugin.version_not_found`, `plugin.not_in_review`, `plugin.not_intact`,
 * `plugin.checks_running`, `request.invalid`
 */
export async function reportBrowserFixtures(
  {
    platform,
    packages,
    tools,
  }: { platform: Kysely<DB>; packages: PackageVerifier; tools: Pick<ReviewTools, 'differences'> },
  {
    actor,
    pluginId,
    version,
    run,
    browser,
    results,
  }: {
    actor: PlatformActor;
    pluginId: string;
    version: string;
    run: string;
    browser: string;
    results: unknown;
  },
): Promise<void> {
  demandOnPlatform(actor, 'plugins.review');
  const parsed = resultsSchema.safeParse(results);
  if (!parsed.success) throw new AppError('request.invalid', { reason: 'fixtures' });
  await platform.transaction().execute(async (trx) => {
    const locked = await lockReviewed(trx, { pluginId, version });
    const { checks } = locked;
    if (checks === null || checks.status === 'running' || checks.run !== run)
      throw new AppError('plugin.checks_running', { reason: 'begun_anew' });
    const { content } = await openReviewed(trx, packages, { pluginId, version, ...locked }, { takes: false });
    const { rows } = await sql<{ fixtures: CheckedFixture[] }>`
      select fixtures from platform.plugin_check_results
      where plugin_id = ${pluginId} and version = ${version} and run = ${run}::uuid`.execute(trx);
    const onServer = new Map((rows[0]?.fixtures ?? []).map((fixture) => [fixture.name, fixture]));
    const reported = new Map(parsed.data.map((result) => [result.name, result]));
    const wrong: string[] = [];
    const otherTicks: string[] = [];
    for (const { name, expected } of content.fixtures) {
      const result = reported.get(name);
      const isRight =
        result?.ok === true &&
        tools.differences(expected.records, result.records as unknown as typeof expected.records).length ===
          0;
      if (!isRight) wrong.push(name);
      else if (result.ticks !== null && result.ticks !== (onServer.get(name)?.outcome.ticks ?? result.ticks))
        otherTicks.push(name);
    }
    const check = conclusion({
      by: { name: actor.name, browser: browser.replaceAll('\0', '').slice(0, 120) || '?' },
      all: content.fixtures.length,
      wrong,
      otherTicks,
      ms: parsed.data.reduce((sum, { ms }) => sum + ms, 0),
    });
    const next = checks.checks.map((each) => (each.name === 'fixtures_browser' ? check : each));
    await sql`
      update platform.plugin_versions
      set checks = checks || ${JSON.stringify({ checks: next, status: statusOfChecks(next) })}::jsonb
      where plugin_id = ${pluginId} and version = ${version}`.execute(trx);
  });
}

function conclusion({
  by,
  all,
  wrong,
  otherTicks,
  ms,
}: {
  by: { name: string; browser: string };
  all: number;
  wrong: string[];
  otherTicks: string[];
  ms: number;
}): Check {
  const check = (status: Check['status'], found: Remark): Check => ({
    name: 'fixtures_browser',
    status,
    detail: [found],
    ms: Math.round(ms),
  });
  const named = (names: string[]) => `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`;
  if (wrong.length > 0)
    return check(
      'failed',
      remark('check.browser.otherwise', { ...by, wrong: wrong.length, all, names: named(wrong) }),
    );
  if (otherTicks.length > 0)
    return check('warning', remark('check.browser.other_ticks', { ...by, all, names: named(otherTicks) }));
  return check('passed', remark('check.browser.right', { ...by, all }));
}
