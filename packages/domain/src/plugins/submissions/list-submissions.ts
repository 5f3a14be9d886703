import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
import { demand, reachOf } from '../../policy.ts';
import type { Submission } from './rules.ts';
import { preparing, selectSubmissionsOf } from './submission-rows.ts';

/** Submissions of a plugin that the actor may prepare, newest first; at most 20. */
export async function listSubmissions(
  { db }: { db: Kysely<DB> },
  { scope, pluginId }: { scope: Scope; pluginId: string },
): Promise<Submission[]> {
  demand(scope, 'templates.manage');
  const all = await inScope(db, scope, (trx) => selectSubmissionsOf(trx, scope, pluginId));
  return all
    .filter(({ madeBy }) => reachOf(scope.actor, preparing(madeBy)) !== undefined)
    .map(({ madeBy, preparedById, askedById, ...submission }) => submission);
}
