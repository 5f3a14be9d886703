import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { httpOf, type NewTarget } from './create-target.ts';
import type { HttpSettings } from './rules.ts';
import { ownerOf, type SecretVault } from './secret-vault.ts';
import { keptAddress, parseAddress, parseEvents, parseHeaders, parseTargetName } from './target-input.ts';
import { lockTarget, type TargetRow } from './target-rows.ts';

/**
 * Changes where a target is and what goes there. Secret headers stay as they are where none are given, unless another
 * machine would be sent them: a person who may not see them could have them sent to themself.
 * @throws AppError as `createTarget`, `delivery.target_not_found`, `delivery.secret_needed`
 */
export async function updateTarget(
  { db, vault }: { db: Kysely<DB>; vault: SecretVault },
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
    const url = parseAddress(target.address, row.kind);
    const name = parseTargetName(target.name, url);
    const events = parseEvents(target.events);
    const owner = ownerOf(companyId, row.id);
    const http = row.kind === 'http' ? changedHttp(row, url, target) : undefined;
    const sealed = http?.secrets ? vault.seal(JSON.stringify(http.secrets), owner) : row.secret_sealed;
    await sql`
      update app.delivery_targets set name = ${name}, address = ${keptAddress(url)}, events = ${events}::text[],
        settings = ${JSON.stringify(http?.settings ?? {})}::jsonb, secret_sealed = ${sealed}
      where company_id = ${companyId}::uuid and id = ${row.id}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'delivery_target.changed',
      subjectType: 'delivery_target',
      subjectId: row.id,
      detail: { name, host: url.host, events },
    });
    return { name };
  });
}

/** `secrets` undefined: they stay. */
function changedHttp(
  row: TargetRow,
  url: URL,
  target: Parameters<typeof updateTarget>[1]['target'],
): { settings: HttpSettings; secrets?: Record<string, string> } {
  const given = target.secretHeaders ?? [];
  const kept = (row.settings as HttpSettings).headers.filter(({ value }) => value === null);
  if (given.length > 0 || target.withoutSecretHeaders || kept.length === 0) return httpOf(target);
  if (url.origin !== new URL(row.address).origin)
    throw new AppError('delivery.secret_needed', {}, { field: 'secretHeaders' });
  const { settings } = httpOf({ ...target, secretHeaders: [] });
  parseHeaders(
    target.headers ?? [],
    'headers',
    kept.map(({ name }) => name),
  );
  return { settings: { ...settings, headers: [...settings.headers, ...kept] } };
}
