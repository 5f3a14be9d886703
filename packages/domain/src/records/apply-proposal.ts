import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demandChange } from '../policy.ts';
import { checkRecords, checkWaiting } from './check-records.ts';
import { decideProposal } from './decide-proposal.ts';
import { compareRecords, pairRecords } from './proposal-rows.ts';
import { type RecordRow, recordColumns, unconfirmed } from './record-rows.ts';
import { refreshDocuments } from './refresh-documents.ts';
import { refreshTitle } from './refresh-title.ts';
import { insertRecords } from './write-records.ts';

/**
 * Puts the new reading's records in the place of the present ones; every value that changes goes into the
 * history. The records wait for review again.
 * @throws AppError `proposal.not_open`, `proposal.confirmed_meanwhile`
 */
export async function applyProposal(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope, proposalId }: { scope: Scope; proposalId: string },
): Promise<{ captureId: string }> {
  const reach = demandChange(scope, 'records.edit');
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const proposal = await decideProposal(trx, scope, reach, proposalId, 'applied');
    const { rows: present } = await sql<RecordRow>`
      select ${recordColumns} from app.records r
      where r.company_id = ${companyId}::uuid and r.capture_id = ${proposal.capture_id}::uuid and r.added_by is null
      order by r.position for update`.execute(trx);
    if (reach === 'own' && present.some((row) => row.state === 'confirmed'))
      throw new AppError('proposal.confirmed_meanwhile');

    const edits = compareRecords(present, proposal.records).filter((change) => change.recordId !== null);
    const pairs = pairRecords(present, proposal.records);
    for (const { present: row, proposed } of pairs) {
      if (!row || (row.read_as && proposed)) continue;
      if (!proposed) {
        await sql`delete from app.records where company_id = ${companyId}::uuid and id = ${row.id}::uuid`.execute(
          trx,
        );
        continue;
      }
      await sql`
        update app.records set fields = ${JSON.stringify(proposed.fields)}::jsonb, original_fields = ${JSON.stringify(proposed.fields)}::jsonb,
          also_read = ${JSON.stringify(proposed.alsoRead ?? [])}::jsonb, confidence = ${proposed.confidence},
          plugin_version = ${proposed.pluginVersion}, reading_id = ${proposal.reading_id}::uuid,
          position = ${proposal.records.indexOf(proposed)}, state = 'needs_review', rejected_reason = null, ${unconfirmed},
          revision = revision + 1, updated_at = now()
        where company_id = ${companyId}::uuid and id = ${row.id}::uuid`.execute(trx);
    }
    const kept = new Set(pairs.flatMap((pair) => (pair.present && pair.proposed ? [pair.present.id] : [])));
    for (const edit of edits.filter((change) => kept.has(change.recordId!))) {
      await sql`
        insert into app.record_edits (company_id, record_id, field, from_value, to_value, edited_by)
        values (${companyId}::uuid, ${edit.recordId}::uuid, ${edit.field}, ${JSON.stringify(edit.from)}::jsonb, ${JSON.stringify(edit.to)}::jsonb,
          ${actor.userId}::uuid)`.execute(trx);
    }
    const [captureId, readingId] = [proposal.capture_id, proposal.reading_id];
    await insertRecords(trx, {
      companyId,
      records: pairs.flatMap(({ present: row, proposed }) =>
        !row && proposed
          ? [
              {
                ...proposed,
                captureId,
                readingId,
                position: proposal.records.indexOf(proposed),
                confirmed: false,
              },
            ]
          : [],
      ),
    });
    await checkRecords(trx, companyId, [...kept]);
    await checkWaiting(
      trx,
      companyId,
      present.flatMap(({ id, state }) => (state === 'confirmed' && kept.has(id) ? [id] : [])),
    );
    await recordAuditEvent(trx, scope, {
      action: 'proposal.applied',
      subjectType: 'capture',
      subjectId: proposal.capture_id,
      detail: { proposalId },
    });
    await refreshTitle(trx, plugins, { companyId, captureId: proposal.capture_id });
    await refreshDocuments(trx, companyId, [proposal.document_id]);
    return { captureId: proposal.capture_id };
  });
}
