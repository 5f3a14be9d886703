import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { decideProposal } from './decide-proposal.ts';
import { refreshDocuments } from './refresh-documents.ts';

/** The records stay as they are. @throws AppError `proposal.not_open` */
export async function dismissProposal(
  { db }: { db: Kysely<DB> },
  { scope, proposalId }: { scope: Scope; proposalId: string },
): Promise<{ captureId: string }> {
  const reach = demandChange(scope, 'records.edit');
  return inChange(db, scope, async (trx) => {
    const proposal = await decideProposal(trx, scope, reach, proposalId, 'dismissed');
    await recordAuditEvent(trx, scope, {
      action: 'proposal.dismissed',
      subjectType: 'capture',
      subjectId: proposal.capture_id,
      detail: { proposalId },
    });
    await refreshDocuments(trx, scope.companyId, [proposal.document_id]);
    return { captureId: proposal.capture_id };
  });
}
