import { applyProposal } from '@readout/domain/records/apply-proposal';
import type { Route } from './+types/proposal-apply';
import { answer } from './answer.ts';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, ({ services: { db, plugins }, scope }) =>
    applyProposal({ db: db.app, plugins }, { scope, proposalId: params.proposalId }),
  );
}
