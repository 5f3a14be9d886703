import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { type Action, demandChange } from '../policy.ts';
import {
  maxUnfinishedBytes,
  maxUnfinishedOfCompany,
  maxUnfinishedUploads,
  requestSeconds,
  unfinishedHours,
} from './ledger-limits.ts';
import { ledgerRefusal } from './ledger-refusals.ts';

export interface LedgerDeps {
  /** As the application's role. */
  db: Kysely<DB>;
  /** As this process is known among those of the installation; null: its promises are known by their time alone. */
  processId: string | null;
}

/** What was promised, until it is used or goes back. */
export interface Reservation {
  companyId: string;
  id: string;
}

export interface Refusal {
  refusal: string | null;
  most: number | null;
}

/**
 * Promises bytes and captures before the first byte is written. What runs at the same time cannot take more than there
 * is, in however many processes. A `request` ends with it, or when its process is not heard of any more; an `upload`
 * waits a day for its rest.
 * @throws AppError `company.suspended`, `company.closing`, `company.captures_used_up`, `company.storage_full`,
 *   `company.too_many_unfinished`, `installation.captures_used_up`, `installation.storage_full`,
 *   `upload.too_many_unfinished`, `upload.too_much_unfinished`
 */
export async function reserve(
  { db, processId }: LedgerDeps,
  {
    scope,
    action,
    kind,
    bytes,
    captures,
    id = randomUUID(),
  }: {
    scope: Scope;
    /** What it is for, which the actor has to be allowed. */
    action: Action;
    kind: 'request' | 'upload';
    bytes: number;
    captures: 0 | 1;
    id?: string;
  },
): Promise<Reservation> {
  demandChange(scope, action);
  const { companyId, actor } = scope;
  const seconds = kind === 'upload' ? unfinishedHours * 3600 : requestSeconds;
  const { rows } = await sql<Refusal>`
    select * from app.reserve(${companyId}::uuid, ${actor.userId}::uuid, ${id}::uuid, ${kind}, ${bytes}::bigint, ${captures}::int,
      ${kind === 'request' ? processId : null}::uuid, ${seconds}::int, ${maxUnfinishedUploads}::int,
      ${maxUnfinishedBytes}::bigint, ${maxUnfinishedOfCompany}::int)`.execute(db);
  demandGranted(rows[0]);
  return { companyId, id };
}

/** More for what turns out to be longer than it said. @throws AppError as {@link reserve} */
export async function extendReservation(
  { db }: Pick<LedgerDeps, 'db'>,
  { reservation: { companyId, id }, bytes }: { reservation: Reservation; bytes: number },
): Promise<void> {
  const { rows } = await sql<Refusal>`
    select * from app.extend_reservation(${companyId}::uuid, ${id}::uuid, ${bytes}::bigint)`.execute(db);
  demandGranted(rows[0]);
}

/** Gives back what was promised and not used; nothing happens the second time. */
export async function release(
  { db }: Pick<LedgerDeps, 'db'>,
  { reservation: { companyId, id } }: { reservation: Reservation },
): Promise<void> {
  await sql`select app.release_reservation(${companyId}::uuid, ${id}::uuid)`.execute(db);
}

export function demandGranted(answer: Refusal | undefined): void {
  if (answer?.refusal) throw ledgerRefusal(answer.refusal, answer.most === null ? null : Number(answer.most));
}
