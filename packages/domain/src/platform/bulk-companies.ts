import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { isUuid } from '../uuid.ts';
import {
  type CompanyChange,
  type CompanyState,
  checkChange,
  planChange,
  type WhyNoChange,
} from './company-change.ts';
import { findCompanyStates, writeCompanyChanges } from './company-states.ts';
import { maxBulkItems } from './rules.ts';

/** Closing is for one company at a time, its name typed. */
export type BulkCompanyChange = Exclude<CompanyChange, { kind: 'close' | 'reopen' }>;

interface BulkInput {
  actor: PlatformActor;
  ids: string[];
  change: BulkCompanyChange;
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
  const known = [...new Set(ids)].filter(isUuid);
  if (known.length === 0) throw new AppError('bulk.nothing_selected', { of: 'companies' });
  if (known.length > maxBulkItems)
    throw new AppError('bulk.too_many', { max: maxBulkItems, count: known.length });
  return known;
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
    const bulkId = randomUUID();
    const items = changes.map(({ company }) => ({
      id: company.id,
      revision: company.revision + 1,
      before: company.state,
    }));
    await sql`
      insert into platform.bulk_changes (id, action, items, created_by)
      values (${bulkId}::uuid, ${`company.${input.change.kind}`}, ${JSON.stringify(items)}::jsonb, ${input.actor.userId}::uuid)`.execute(
      trx,
    );
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
  const notUndoable = () => new AppError('bulk.not_undoable');
  if (!isUuid(bulkId)) throw notUndoable();
  return platform.transaction().execute(async (trx) => {
    const { rows } = await sql<{ items: { id: string; revision: number; before: CompanyState }[] }>`
      update platform.bulk_changes set undone_at = now()
      where id = ${bulkId}::uuid and undone_at is null and action like 'company.%' returning items`.execute(
      trx,
    );
    const items = rows[0]?.items;
    if (!items) throw notUndoable();
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
