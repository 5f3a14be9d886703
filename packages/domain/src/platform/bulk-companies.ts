import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { checkBulkIds, keepBulkChange, takeBulkChange } from './bulk-changes.ts';
import {
  type CompanyChange,
  type CompanyState,
  checkChange,
  planChange,
  type WhyNoChange,
} from './company-change.ts';
import { findCompanyStates, writeCompanyChanges } from './company-states.ts';

/** Closing is for one company at a time, its name typed. */
export type BulkCompanyChange = Exclude<CompanyChange, { kind: 'close' | 'reopen' }>;

interface BulkInput {
  actor: PlatformActor;
  ids: string[];
  change: BulkCompanyChange;
}

interface Item {
  id: string;
  /** After the change. */
  revision: number;
  before: CompanyState;
}

export interface BulkPreview {
  /** What changes, from what to what. */
  changes: { id: string; name: string; from: CompanyState; to: CompanyState }[];
  /** What does not, and why. */
  unchanged: { id: string; name: string; why: WhyNoChange }[];
}

function plansOf(companies: Awaited<ReturnType<typeof findCompanyStates>>, change: CompanyChange) {
  const plans = companies.map((company) => ({
    company,
    plan: planChange(company.state, change, new Date()),
  }));
  return {
    changes: plans.flatMap(({ company, plan }) => ('next' in plan ? [{ company, next: plan.next }] : [])),
    unchanged: plans.flatMap(({ company, plan }) =>
      'why' in plan ? [{ id: company.id, name: company.name, why: plan.why }] : [],
    ),
  };
}

function check({ actor, ids, change }: BulkInput): string[] {
  demandOnPlatform(actor, 'companies.change');
  checkChange(change);
  return checkBulkIds(ids, 'companies');
}

/** What a bulk action would do, and to which companies nothing and why. */
export async function previewBulkCompanies(
  { platform }: { platform: Kysely<DB> },
  input: BulkInput,
): Promise<BulkPreview> {
  const ids = check(input);
  const { changes, unchanged } = plansOf(await findCompanyStates(platform, ids), input.change);
  return {
    changes: changes.map(({ company, next }) => ({
      id: company.id,
      name: company.name,
      from: company.state,
      to: next,
    })),
    unchanged,
  };
}

/** Changes many companies as one; `bulkId` undoes it, null where nothing was changed. */
export async function runBulkCompanies(
  { platform }: { platform: Kysely<DB> },
  input: BulkInput,
): Promise<{ bulkId: string | null; changed: number; unchanged: number }> {
  const ids = check(input);
  return platform.transaction().execute(async (trx) => {
    const { changes, unchanged } = plansOf(await findCompanyStates(trx, ids, { lock: true }), input.change);
    if (changes.length === 0) return { bulkId: null, changed: 0, unchanged: unchanged.length };
    const items: Item[] = changes.map(({ company }) => ({
      id: company.id,
      revision: company.revision + 1,
      before: company.state,
    }));
    const bulkId = await keepBulkChange(trx, input.actor, `company.${input.change.kind}`, items);
    await writeCompanyChanges(trx, input.actor, input.change.kind, changes, { bulkId });
    return { bulkId, changed: changes.length, unchanged: unchanged.length };
  });
}

/**
 * Puts back what a bulk action changed, once. Companies somebody changed since stay as they are: `kept`.
 * @throws AppError `bulk.not_undoable`
 */
export async function undoBulkCompanies(
  { platform }: { platform: Kysely<DB> },
  { actor, bulkId }: { actor: PlatformActor; bulkId: string },
): Promise<{ undone: number; kept: number }> {
  demandOnPlatform(actor, 'companies.change');
  return platform.transaction().execute(async (trx) => {
    const { items } = await takeBulkChange<Item>(trx, bulkId, 'company');
    const companies = await findCompanyStates(
      trx,
      items.map((item) => item.id),
      { lock: true },
    );
    const changes = companies.flatMap((company) => {
      const item = items.find(({ id }) => id === company.id);
      return item && item.revision === company.revision ? [{ company, next: item.before }] : [];
    });
    await writeCompanyChanges(trx, actor, 'undo', changes, { bulkId });
    return { undone: changes.length, kept: items.length - changes.length };
  });
}
