import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

/** How many versions of plugins wait for review. */
export async function countWaitingVersions(
  { platform }: { platform: Kysely<DB> },
  { actor }: { actor: PlatformActor },
): Promise<number> {
  demandOnPlatform(actor, 'plugins.see');
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from platform.plugin_versions where state = 'in_review'`.execute(
    platform,
  );
  return rows[0]!.waiting;
}
