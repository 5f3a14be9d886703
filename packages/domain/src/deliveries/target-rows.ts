import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { isUuid } from '../uuid.ts';
import type { OutgoingType, SettingsOf, TargetKind, TargetRule, TargetState } from './rules.ts';

export interface TargetRow {
  id: string;
  kind: TargetKind;
  name: string;
  address: string;
  settings: SettingsOf[TargetKind];
  events: OutgoingType[];
  rule: TargetRule;
  state: TargetState;
  secret_sealed: string;
}

/** A new signing secret of Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

export const targetNotFound = (): AppError => new AppError('delivery.target_not_found');

/** The target, locked until the transaction ends. @throws AppError `delivery.target_not_found` */
export async function lockTarget(
  trx: Trx,
  companyId: string,
  targetId: string,
  { isTrashed = false } = {},
): Promise<TargetRow> {
  if (!isUuid(targetId)) throw targetNotFound();
  const { rows } = await sql<TargetRow>`
    select id, kind, name, address, settings, events, rule, state, secret_sealed from app.delivery_targets
    where company_id = ${companyId}::uuid and id = ${targetId}::uuid and (trashed_at is not null) = ${isTrashed}::boolean
    for update`.execute(trx);
  const row = rows[0];
  if (!row) throw targetNotFound();
  return row;
}

/** Two who add one at the same moment are counted one after the other. @throws AppError `delivery.too_many_targets` */
export async function demandRoomForTarget(trx: Trx, companyId: string, max: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('delivery targets ' || ${companyId}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.delivery_targets
    where company_id = ${companyId}::uuid and trashed_at is null`.execute(trx);
  if (rows[0]!.count >= max) throw new AppError('delivery.too_many_targets', { max });
}

/** Those who carry deliveries out hear that something is due. */
export async function tellWorkers(trx: Trx): Promise<void> {
  await sql`select pg_notify(${deliveryChannel}, '')`.execute(trx);
}

/** PostgreSQL's channel on which workers hear that something is to be sent. */
export const deliveryChannel = 'readout_deliveries';
