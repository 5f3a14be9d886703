import { hostname } from 'node:os';
import type { DB } from '@readout/database';
import { databaseNow } from '@readout/domain/database-clock';
import type { Mailer } from '@readout/domain/mails/queue-mail';
import type { Surroundings } from '@readout/domain/platform/attention';
import type { Kysely } from 'kysely';
import type { ClockWatch } from './clock-watch.ts';
import type { Config } from './config.ts';
import type { DiskRoom } from './disk-room.ts';
import { jailReport } from './jail.ts';
import type { CurrentLegalVersions } from './legal-versions.ts';
import type { PlatformStateSource } from './platform-state.ts';

const loopback = ['127.0.0.1', '::1', 'localhost'];

/** What of the machine and the settings belongs on the health page, and is told where it needs attention. */
export async function lookAround({
  config,
  db,
  clock,
  legal,
  mailer,
  platform,
  disk,
}: {
  config: Pick<Config, 'auditStream' | 'baseUrl' | 'host'>;
  db: { platform: Kysely<DB> };
  clock: Pick<ClockWatch, 'aheadSeconds'>;
  legal: CurrentLegalVersions;
  mailer: Pick<Mailer, 'isConfigured'>;
  platform: Pick<PlatformStateSource, 'current'>;
  disk: DiskRoom;
}): Promise<Surroundings> {
  await legal.refresh();
  const rooms = await disk.look();
  return {
    disk: rooms.toSorted((a, b) => a.freeBytes - a.floorBytes - (b.freeBytes - b.floorBytes))[0] ?? null,
    readOnlySince: platform.current().readOnlySince,
    legalProblems: legal.problems(),
    hasSmtp: mailer.isConfigured,
    now: (await databaseNow(db.platform)).getTime(),
    clock: clock.aheadSeconds() === 0 ? null : { host: hostname(), aheadSeconds: clock.aheadSeconds() },
    jailLacks: jailReport().flatMap(({ lack }) => lack ?? []),
    hasStream: config.auditStream !== undefined,
    lacksBaseUrl: config.baseUrl === undefined && !loopback.includes(config.host),
  };
}
