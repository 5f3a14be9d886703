import type { Surroundings } from '@readout/domain/platform/attention';
import type { Services } from './services.ts';

const loopback = ['127.0.0.1', '::1', 'localhost'];

/** What of the machine and the settings belongs on the health page, and is told where it needs attention. */
export async function lookAround({
  config,
  legal,
  mailer,
  platform,
  disk,
  jailReport,
}: Pick<Services, 'config' | 'legal' | 'mailer' | 'platform' | 'disk' | 'jailReport'>): Promise<Surroundings> {
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
