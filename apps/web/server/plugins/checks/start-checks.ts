import type { DB } from '@readout/database';
import type { CheckReport } from '@readout/domain/platform/review/rules';
import {
  releaseCheck,
  saveChecks,
  takeCheck,
  type VersionToCheck,
} from '@readout/domain/platform/review/take-check';
import type { Packages } from '@readout/domain/plugins/packages';
import { type Kysely, sql } from 'kysely';
import type { PlatformStateSource } from '../../platform-state.ts';
import type { ProgramBuilder } from '../program-builder.ts';
import { checkVersion } from './check-version.ts';

/** What had begun may be gone: then nobody is told. */
const lookAgainMs = 60_000;

export interface CheckingDeps {
  platform: Kysely<DB>;
  packages: Packages;
  builder: ProgramBuilder;
}

/**
 * Makes the checks of one version that waits for them.
 * @param options.signal - ends them without a result: another process makes them
 * @returns whether there was one
 */
export async function checkNext(
  deps: CheckingDeps,
  { onReport, signal }: { onReport?: (report: CheckReport) => void; signal?: AbortSignal } = {},
): Promise<boolean> {
  const version = await takeCheck(deps);
  if (!version) return false;
  const report = await checkVersion(version, {
    open: (taken) => open(deps, taken),
    build: deps.builder.build,
    ...(signal ? { signal } : {}),
  });
  if (signal?.aborted) {
    await releaseCheck(deps, version);
    return false;
  }
  await saveChecks(deps, { version, report });
  onReport?.(report);
  return true;
}

/** The program is kept with the version: what is checked here is what runs once it is published. */
async function open(
  { platform, packages }: CheckingDeps,
  { package: file, publisherCompanyId: companyId, pluginId, version }: VersionToCheck,
) {
  const packaged =
    companyId === null
      ? ({ source: 'catalogue', publisherCompanyId: null } as const)
      : ({ source: 'company', companyId } as const);
  const opened = await platform
    .transaction()
    .execute((trx) => packages.verify(trx, file, packaged, { takes: true }));
  const program = await packages.build(opened);
  await sql`
    update platform.plugin_versions set program = ${Buffer.from(program.kept)}
    where plugin_id = ${pluginId} and version = ${version} and sha256 = ${opened.sha256}`.execute(platform);
  return { opened, program };
}

/**
 * Checks versions as they are handed in, one after the other, in threads that end with them. Not while nothing may be
 * changed.
 */
export function startChecks(
  deps: CheckingDeps,
  {
    state,
    onError,
  }: {
    state: Pick<PlatformStateSource, 'current' | 'onChange' | 'onNews'>;
    onError: (error: unknown) => void;
  },
): { stop(): Promise<void> } {
  let isStopped = false;
  let isWanted = false;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const work = async () => {
    while (isWanted && !isStopped && state.current().readOnlySince === null) {
      isWanted = false;
      while (!isStopped && (await checkNext(deps, { signal: stopping.signal }))) {
        // The next one.
      }
    }
  };
  const look = () => {
    isWanted = true;
    running ??= work()
      .catch((error: unknown) => {
        // It is looked again in a minute; its row says that it was begun.
        isWanted = false;
        if (!isStopped) onError(error);
      })
      .finally(() => {
        running = undefined;
        if (isWanted && !isStopped && state.current().readOnlySince === null) look();
      });
  };
  const endings = [
    state.onNews((table) => {
      if (table === 'plugin_versions') look();
    }),
    state.onChange(look),
  ];
  const timer = setInterval(look, lookAgainMs);
  timer.unref();
  look();
  return {
    async stop() {
      isStopped = true;
      stopping.abort();
      clearInterval(timer);
      for (const end of endings) end();
      await running;
    },
  };
}
