import { dismissProposal } from '@readout/domain/records/dismiss-proposal';
import type { Route } from './+types/proposal-dismiss';
import { answer } from './answer.ts';

export function action({ context, request, params }: Route.ActionArgs) {
  return answer({ context, request }, ({ services: { db }, scope }) =>
    dismissProposal({ db: db.app }, { scope, proposalId: params.proposalId }),
  );
}
