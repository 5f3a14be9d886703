import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { demandMembers, type GivenRule, parseRule, ruleDetail } from './rule-input.ts';
import { maxTargets, type OutgoingType, type TargetKind } from './rules.ts';
import { ownerOf, type SecretVault } from './secret-vault.ts';
import { parseEvents, parseTargetName } from './target-input.ts';
import { noOffers, readTarget, type TargetInput, type TargetOffers } from './target-kinds.ts';
import { demandRoomForTarget, newSigningSecret } from './target-rows.ts';

export interface NewTarget extends TargetInput {
  kind: TargetKind;
  /** Empty: where it leads. */
  name: string;
  /** Of `typesOf` its kind. */
  events: readonly string[];
  /** Absent: every record. */
  rule?: GivenRule | undefined;
}

/**
 * Adds a target: events from now on go there. What is returned as `secret` is shown in no other place; only a webhook has
 * one.
 * @throws AppError `delivery.bad_…` beside the field that is wrong, `delivery.mail_off`, `delivery.too_many_targets`;
 *   `support.read_only` for anyone who acts as somebody: what leaves the company would go on leaving it
 */
export async function createTarget(
  { db, vault, offers = noOffers }: { db: Kysely<DB>; vault: SecretVault; offers?: TargetOffers },
  { scope, target }: { scope: Scope; target: NewTarget },
): Promise<{ id: string; name: string; address: string; events: OutgoingType[]; secret: string | null }> {
  demandThemself(scope);
  demandChange(scope, 'webhooks.manage');
  const { companyId, actor } = scope;
  const { kind } = target;
  const { address, place, settings, secret: given } = readTarget(kind, target, offers);
  const name = parseTargetName(target.name, place);
  const events = parseEvents(target.events, kind);
  const rule = parseRule(target.rule ?? {});
  const secret = kind === 'webhook' ? newSigningSecret() : null;
  const sealing = secret ?? given;
  if (sealing === undefined) throw new AppError('delivery.bad_token', {}, { field: 'token' });
  const id = randomUUID();
  const sealed = vault.seal(sealing, ownerOf(companyId, id));
  return inChange(db, scope, async (trx) => {
    await demandRoomForTarget(trx, companyId, maxTargets);
    await demandMembers(trx, rule);
    await sql`
      insert into app.delivery_targets (company_id, id, kind, name, address, settings, secret_sealed, events, rule, created_by)
      values (${companyId}::uuid, ${id}::uuid, ${kind}, ${name}, ${address}, ${JSON.stringify(settings)}::jsonb, ${sealed},
        ${events}::text[], ${JSON.stringify(rule)}::jsonb, ${actor.userId}::uuid)`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'delivery_target.created',
      subjectType: 'delivery_target',
      subjectId: id,
      detail: { name, kind, place, events, ...ruleDetail(rule) },
    });
    return { id, name, address, events, secret };
  });
}
