import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { isUuid } from '../uuid.ts';
import type { ProposedRecord } from './proposal-rows.ts';

export interface DecidedProposal {
  capture_id: string;
  reading_id: string;
  document_id: string;
  records: ProposedRecord[];
}

/** Takes an open proposal, once. @throws AppError `proposal.not_open`, also for what the actor may not see */
export async function decideProposal(
  trx: Trx,
  { companyId, actor }: Scope,
  reach: 'all' | 'own',
  proposalId: string,
  decision: 'applied' | 'dismissed',
): Promise<DecidedProposal> {
  const notOpen = () => new AppError('proposal.not_open');
  if (!isUuid(proposalId)) throw notOpen();
  const { rows } = await sql<DecidedProposal>`
    update app.record_proposals p set state = ${decision}, decided_by = ${actor.userId}::uuid, decided_at = now()
    from app.captures c
    where p.company_id = ${companyId}::uuid and p.id = ${proposalId}::uuid and p.state = 'open'
      and c.company_id = p.company_id and c.id = p.capture_id
      ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}
    returning p.capture_id, p.reading_id, c.document_id, p.records`.execute(trx);
  const row = rows[0];
  if (!row) throw notOpen();
  return row;
}
