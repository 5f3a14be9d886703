import type { DB } from '@readout/database';
import type { Kysely, RawBuilder } from 'kysely';
import { type PlatformEntry, recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { type PlatformState, stateColumns } from './platform-state.ts';

/**
 * Changes the installation's one row on the revision the administrator looked at, and writes down that they did.
 *
 * @throws AppError `platform.admin_only`, `platform.changed_meanwhile` with the state as it is now in `detail.current`
 */
export async function changePlatformState(
  { platform }: { platform: Kysely<DB> },
  {
    actor,
    revision,
    change,
  }: {
    actor: PlatformActor;
    revision: number;
    /** Assignments, and what the list of events says; undefined where there is nothing to do. */
    change: (
      before: PlatformState,
    ) => { set: RawBuilder<unknown>; event: Pick<PlatformEntry, 'action' | 'detail'> } | undefined;
  },
): Promise<PlatformState> {
  demandOnPlatform(actor, 'system.change');
  return platform.transaction().execute(async (trx) => {
    const [before] = await isoRows(trx)<PlatformState>`select ${stateColumns} from platform.state for update`;
    if (!before) throw new Error('platform.state has lost its only row.');
    if (before.revision !== revision) throw new AppError('platform.changed_meanwhile', { current: before });
    const wanted = change(before);
    if (!wanted) return before;
    const [changed] = await isoRows(trx)<PlatformState>`
      update platform.state set ${wanted.set}, revision = revision + 1, updated_at = now()
      returning ${stateColumns}`;
    await recordPlatformEvent(trx, actor, {
      ...wanted.event,
      subjectType: 'platform',
      subjectId: 'platform',
    });
    return changed!;
  });
}
