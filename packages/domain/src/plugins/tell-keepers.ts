import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';

/** Tells owners and admins what became of a reader without anybody's doing. */
export async function tellKeepers(
  trx: Trx,
  companyId: string,
  {
    kind,
    plugin,
    detail,
  }: {
    kind: 'plugin.paused' | 'plugin.went_back' | 'plugin.shadow_given_up';
    plugin: string;
    detail: Record<string, unknown>;
  },
): Promise<void> {
  const { rows: keepers } = await sql<{ user_id: string }>`
    select user_id from app.members where role in ('admin', 'owner')`.execute(trx);
  await notify(trx, {
    companyId,
    userIds: keepers.map((row) => row.user_id),
    kind,
    subjectType: 'plugin',
    subjectId: plugin,
    detail,
    // The person who sent the picture did not make its reader fail.
    evenIfTheyDidIt: true,
  });
}
