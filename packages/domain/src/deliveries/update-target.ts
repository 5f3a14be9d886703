import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, demandThemself } from '../policy.ts';
import type { NewTarget } from './create-target.ts';
import type { HttpSettings } from './rules.ts';
import { ownerOf, type SecretVault } from './secret-vault.ts';
import { parseEvents, parseHeaders, parseTargetName } from './target-input.ts';
import { noOffers, type ReadTarget, readTarget, type TargetOffers } from './target-kinds.ts';
import { lockTarget, type TargetRow } from './target-rows.ts';

/**
 * Changes where a target is and what goes there. What is secret stays as it is where none is given, unless another
 * machine would be sent it: a person who may not see them could have it sent to themself.
 * @throws AppError as `createTarget`, `delivery.target_not_found`, `delivery.secret_needed`
 */
export async function updateTarget(
  { db, vault, offers = noOffers }: { db: Kysely<DB>; vault: SecretVault; offers?: TargetOffers },
  {
    scope,
    targetId,
    target,
  }: {
    scope: Scope;
    targetId: string;
    target: Omit<NewTarget, 'kind'> & { withoutSecretHeaders?: boolean };
  },
): Promise<{ name: string }> {
  demandThemself(scope);
  demandChange(scope, 'webhooks.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const row = await lockTarget(trx, companyId, targetId);
    const read = readTarget(row.kind, target, offers);
    const name = parseTargetName(target.name, read.place);
    const events = parseEvents(target.events, row.kind);
    const { settings, secret } = changed(row, read, target);
    const sealed = secret === undefined ? row.secret_sealed : vault.seal(secret, ownerOf(companyId, row.id));
    await sql`
      update app.delivery_targets set name = ${name}, address = ${read.address}, events = ${events}::text[],
        settings = ${JSON.stringify(settings)}::jsonb, secret_sealed = ${sealed}
      where company_id = ${companyId}::uuid and id = ${row.id}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'delivery_target.changed',
      subjectType: 'delivery_target',
      subjectId: row.id,
      detail: { name, place: read.place, events },
    });
    return { name };
  });
}

/** `secret` undefined: it stays. */
function changed(
  row: TargetRow,
  read: ReadTarget,
  target: Parameters<typeof updateTarget>[1]['target'],
): Pick<ReadTarget, 'settings' | 'secret'> {
  const moved = (field: 'secretHeaders' | 'token') => {
    if (new URL(read.address).origin !== new URL(row.address).origin)
      throw new AppError('delivery.secret_needed', { field }, { field });
  };
  if (row.kind === 'paperless' || row.kind === 'papra') {
    if (read.secret === undefined) moved('token');
    return read;
  }
  if (row.kind !== 'http') return read;
  const kept = (row.settings as HttpSettings).headers.filter(({ value }) => value === null);
  if ((target.secretHeaders ?? []).length > 0 || target.withoutSecretHeaders || kept.length === 0)
    return read;
  moved('secretHeaders');
  parseHeaders(
    target.headers ?? [],
    'headers',
    kept.map(({ name }) => name),
  );
  const settings = read.settings as HttpSettings;
  return { settings: { ...settings, headers: [...settings.headers, ...kept] }, secret: undefined };
}
