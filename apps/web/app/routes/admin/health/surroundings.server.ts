import { statfs } from 'node:fs/promises';
import type { Services } from '../../../../server/services.ts';
import type { Surroundings } from './attention.ts';

const loopback = ['127.0.0.1', '::1', 'localhost'];

/** What of the machine and the settings belongs on the health page. */
export async function lookAround({ config, mailer, platform, storeFolder }: Services): Promise<Surroundings> {
  const disk = await statfs(storeFolder).catch(() => null);
  return {
    disk: disk && { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize },
    readOnlySince: platform.current().readOnlySince,
    hasSmtp: mailer.isConfigured,
    lacksBaseUrl: config.baseUrl === undefined && !loopback.includes(config.host),
  };
}
