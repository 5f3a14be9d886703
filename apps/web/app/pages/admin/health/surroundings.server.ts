import type { Services } from '../../../../server/services.ts';
import type { Surroundings } from './attention.ts';

const loopback = ['127.0.0.1', '::1', 'localhost'];

/** What of the machine and the settings belongs on the health page. */
export async function lookAround({
  config,
  legal,
  mailer,
  platform,
  disk,
  jailReport,
}: Services): Promise<Surroundings> {
  await legal.refresh();
  const rooms = await disk.look();
  return {
    disk: rooms.toSorted((a, b) => a.freeBytes - a.floorBytes - (b.freeBytes - b.floorBytes))[0] ?? null,
    readOnlySince: platform.current().readOnlySince,
    legalProblems: legal.problems(),
    hasSmtp: mailer.isConfigured,
    now: Date.now(),
    jailLacks: jailReport().flatMap(({ lack }) => lack ?? []),
    hasStream: config.auditStream !== undefined,
    lacksBaseUrl: config.baseUrl === undefined && !loopback.includes(config.host),
  };
}
