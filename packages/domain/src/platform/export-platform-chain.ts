import type { DB, LinkRow } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { writeChain } from '../audit/write-chain.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { recordListExport } from './record-list-export.ts';

/**
 * The chain of the installation's own list, with what `readout audit verify` needs. That it was taken is an event itself,
 * the last of the file.
 *
 * @throws AppError `platform.admin_only`, `platform.role_not_allowed`, before the first byte
 */
export async function exportPlatformChain(
  { platform }: { platform: Kysely<DB> },
  { actor }: { actor: PlatformActor },
): Promise<AsyncIterable<Uint8Array>> {
  demandOnPlatform(actor, 'lists.export');
  await recordListExport(platform, actor, { list: 'audit', format: 'chain' });
  return writeChain(async (after, most) => {
    const { rows } = await sql<LinkRow>`
      select * from platform.audit_links where seq > ${after} order by seq limit ${most}`.execute(platform);
    return rows;
  });
}
