import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
import { demand } from '../../policy.ts';
import type { StudioInput } from '../fixtures/rules.ts';
import { selectStudioCaptures, selectStudioInput } from '../fixtures/studio-captures.ts';

const maxTrials = 30;

/** What was read of the company's newest pages: what a template is tried on while it is made. */
export async function listTemplateTrials(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<StudioInput[]> {
  demand(scope, 'templates.manage');
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const inputs: StudioInput[] = [];
    for (const { id } of await selectStudioCaptures(trx, companyId, maxTrials))
      inputs.push(await selectStudioInput(trx, companyId, id));
    return inputs;
  });
}
