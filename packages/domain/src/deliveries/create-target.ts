import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { demandMembers, type GivenRule, parseRule, ruleDetail } from './rule-input.ts';
import { maxTargets, type OutgoingType, type TargetKind } from './rules.ts';
import { ownerOf, type SecretVault } from './secret-vault.ts';
import {
  keptAddress,
  parseAddress,
  parseEvents,
  parseHeaders,
  parseMethod,
  parseTargetName,
} from './target-input.ts';
import { demandRoomForTarget, newSigningSecret } from './target-rows.ts';

export interface NewTarget {
  kind: TargetKind;
  /** Empty: the host of the address. */
  name: string;
  address: string;
  /** Of `outgoingTypes`. */
  events: readonly string[];
  /** Absent: every record. */
  rule?: GivenRule | undefined;
  /** Of an HTTP target: `POST`, and one `Name: value` to a line. */
  method?: string;
  headers?: readonly string[];
  secretHeaders?: readonly string[];
}

/**
 * Adds a target: events from now on go there. What is returned as `secret` is shown in no other place; an HTTP target has
 * none.
 * @throws AppError `delivery.bad_name`, `delivery.bad_address`, `delivery.bad_events`, `delivery.bad_method`,
 *   `delivery.bad_header`, `delivery.bad_rule`, `delivery.too_many_targets`; `support.read_only` for anyone who acts as somebody: what leaves the company would
 *   go on leaving it
 */
export async function createTarget(
  { db, vault }: { db: Kysely<DB>; vault: SecretVault },
  { scope, target }: { scope: Scope; target: NewTarget },
): Promise<{ id: string; name: string; address: string; events: OutgoingType[]; secret: string | null }> {
  demandThemself(scope);
  demandChange(scope, 'webhooks.manage');
  const { companyId, actor } = scope;
  const { kind } = target;
  const url = parseAddress(target.address, kind);
  const address = keptAddress(url);
  const name = parseTargetName(target.name, url);
  const events = parseEvents(target.events);
  const rule = parseRule(target.rule ?? {});
  const secret = kind === 'webhook' ? newSigningSecret() : null;
  const http = kind === 'http' ? httpOf(target) : undefined;
  const id = randomUUID();
  const sealed = vault.seal(secret ?? JSON.stringify(http?.secrets ?? {}), ownerOf(companyId, id));
  return inChange(db, scope, async (trx) => {
    await demandRoomForTarget(trx, companyId, maxTargets);
    await demandMembers(trx, rule);
    await sql`
      insert into app.delivery_targets (company_id, id, kind, name, address, settings, secret_sealed, events, rule, created_by)
      values (${companyId}::uuid, ${id}::uuid, ${kind}, ${name}, ${address}, ${JSON.stringify(http?.settings ?? {})}::jsonb, ${sealed},
        ${events}::text[], ${JSON.stringify(rule)}::jsonb, ${actor.userId}::uuid)`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'delivery_target.created',
      subjectType: 'delivery_target',
      subjectId: id,
      detail: { name, kind, host: url.host, events, ...ruleDetail(rule) },
    });
    return { id, name, address, events, secret };
  });
}

/** What an HTTP target is given besides its address, and what of it is secret. */
export function httpOf({ method = 'POST', headers = [], secretHeaders = [] }: Partial<NewTarget>) {
  const plain = parseHeaders(headers, 'headers');
  const secret = parseHeaders(
    secretHeaders,
    'secretHeaders',
    plain.map(([name]) => name),
  );
  return {
    settings: {
      method: parseMethod(method),
      headers: [
        ...plain.map(([name, value]) => ({ name, value })),
        ...secret.map(([name]) => ({ name, value: null })),
      ],
    },
    secrets: Object.fromEntries(secret),
  };
}
