import { type DB, inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { bodiesOf, type OutgoingDeps } from './outgoing-events.ts';
import type { HttpSettings, OutgoingType, TargetKind } from './rules.ts';
import { ownerOf, type SecretVault } from './secret-vault.ts';
import type { TakenDelivery } from './take-deliveries.ts';

/** A target with what it signs or sends with; undefined where its secret cannot be opened any more. */
export type OpenedTarget =
  | { kind: 'webhook'; address: string; secrets: string[] | undefined }
  | {
      kind: 'http';
      address: string;
      method: HttpSettings['method'];
      headers: Record<string, string>;
      secretHeaders: Record<string, string> | undefined;
    };

/** One event on its way to one target. */
export interface Message {
  /** The `webhook-id`. */
  id: string;
  type: OutgoingType;
  sequence: number;
  body: string;
}

export interface DeliveryTask {
  target: OpenedTarget;
  message: Message;
  /** Tries before this one, since it was made or replayed. */
  tries: number;
}

interface SealedTarget {
  id: string;
  kind: TargetKind;
  address: string;
  settings: HttpSettings;
  secret_sealed: string;
  former: string | null;
}

export function openTarget(vault: SecretVault, companyId: string, row: SealedTarget): OpenedTarget {
  const owner = ownerOf(companyId, row.id);
  const secret = vault.open(row.secret_sealed, owner);
  if (row.kind === 'webhook') {
    const former = row.former === null ? undefined : vault.open(row.former, owner);
    const secrets = [secret, former].filter((each) => each !== undefined);
    return { kind: 'webhook', address: row.address, secrets: secret === undefined ? undefined : secrets };
  }
  return {
    kind: 'http',
    address: row.address,
    method: row.settings.method,
    headers: Object.fromEntries(
      row.settings.headers.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
    ),
    secretHeaders: secret === undefined ? undefined : (JSON.parse(secret) as Record<string, string>),
  };
}

export const sealedColumns = sql`t.id, t.kind, t.address, t.settings, t.secret_sealed,
  case when t.former_secret_until > now() then t.former_secret_sealed end as former`;

/**
 * What a worker needs to carry out what it has taken; undefined where it was skipped, or its target paused or deleted,
 * meanwhile.
 */
export async function beginDelivery(
  { db, vault, ...deps }: { db: Kysely<DB>; vault: SecretVault } & OutgoingDeps,
  { companyId, id, lease }: TakenDelivery,
): Promise<DeliveryTask | undefined> {
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const { rows } = await sql<
      SealedTarget & { event_id: string; type: OutgoingType; sequence: number; tries: number }
    >`
      select ${sealedColumns}, o.id as event_id, o.type, o.sequence, d.tries
      from app.deliveries d
      join app.delivery_targets t on t.company_id = d.company_id and t.id = d.target_id
      join app.outbox o on o.company_id = d.company_id and o.sequence = d.sequence
      where d.company_id = ${companyId}::uuid and d.id = ${id}::uuid and d.lease = ${lease}::uuid
        and d.state in ('pending', 'retrying') and t.state = 'active' and t.trashed_at is null`.execute(trx);
    const row = rows[0];
    if (!row) return undefined;
    const { sequence, type, tries } = row;
    const body = (await bodiesOf(trx, deps, { companyId, sequences: [sequence] })).get(sequence)!;
    return {
      target: openTarget(vault, companyId, row),
      message: { id: row.event_id, type, sequence, body },
      tries,
    };
  });
}
