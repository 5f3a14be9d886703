import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { fieldText } from '../../field-text.ts';
import type { Trx } from '../../in-scope.ts';
import { demandOnPlatform, type PlatformActor } from '../../platform-actor.ts';
import type { Packages } from '../../plugins/packages.ts';
import type { Accuracy } from '../../plugins/plugin-versions.ts';
import { badInput, demandNote, tellDecision } from './decide-version.ts';
import { type LockedVersion, lockReviewed } from './lock-reviewed.ts';
import { openReviewed } from './open-reviewed.ts';
import { findOwnApproval } from './own-approval.ts';
import type { Checks } from './rules.ts';

const maxReleaseNote = 4000;

/**
 * Publishes a version for everybody: from here on every company can install it, and its publisher's key vouches for it at
 * every load. Nothing is published of which a check failed or was not made; where one has a remark the reviewer says why
 * it does not matter. Who handed it in, or belongs to its publisher, approves it only where no other administrator can, and
 * then it says so.
 * @param input.sha256 - of the bytes the reviewer looked at
 * @param input.releaseNote - what is new, for the companies; the author's notes where it is empty
 * @param input.note - for its publisher and the records
 * @throws AppError `platform.admin_only`, `platform.bad_input` with `{fields: {note?, releaseNote?}}`,
 * `plugin.version_not_found`, `plugin.not_in_review`, `plugin.not_intact`, `package.untrusted`, `plugin.checks_running`,
 * `plugin.own_approval`, `plugin.checks_failed`, `plugin.key_not_trusted`
 */
export async function approveVersion(
  { platform, packages }: { platform: Kysely<DB>; packages: Packages },
  input: {
    actor: PlatformActor;
    pluginId: string;
    version: string;
    sha256: string;
    releaseNote: string;
    note: string;
  },
): Promise<void> {
  const { actor, pluginId, version } = input;
  demandOnPlatform(actor, 'plugins.review');
  const note = demandNote(input.note, 'note');
  const releaseNote = demandNote(input.releaseNote, 'releaseNote', maxReleaseNote);
  await platform.transaction().execute(async (trx) => {
    const locked = await lockReviewed(trx, { pluginId, version });
    if (locked.sha256 !== input.sha256) throw new AppError('plugin.not_intact', { pluginId, version });
    const own = await findOwnApproval(trx, actor, locked);
    if (own === 'refused') throw new AppError('plugin.own_approval');
    const { keyId } = await openReviewed(trx, packages, { pluginId, version, ...locked }, { takes: true });
    const accuracy = await demandChecked(trx, { pluginId, version }, locked, note);
    await trustKey(trx, locked, keyId);
    await sql`
      update platform.plugin_versions set state = 'published', decided_by = ${actor.userId}::uuid,
        decided_by_name = ${actor.name}, decided_at = now(), decision_note = ${note || null},
        approved_by_publisher = ${own === 'marked'}, release_note = ${releaseNote || null}, accuracy = ${accuracy ? JSON.stringify(accuracy) : null}::jsonb
      where plugin_id = ${pluginId} and version = ${version}`.execute(trx);
    await tellDecision(trx, { actor, pluginId, version, locked, decision: 'approved', note, own });
  });
}

/** What its fixtures came to, where every check was made on these bytes and none failed. */
async function demandChecked(
  trx: Trx,
  { pluginId, version }: { pluginId: string; version: string },
  { checks, sha256 }: LockedVersion,
  note: string,
): Promise<Accuracy | null> {
  if (checks === null || checks.status === 'running') throw new AppError('plugin.checks_running');
  demandPassed(checks);
  const { rows } = await sql<{ accuracy: Accuracy | null }>`
    select accuracy from platform.plugin_check_results
    where plugin_id = ${pluginId} and version = ${version} and sha256 = ${sha256} and run = ${checks.run}::uuid`.execute(
    trx,
  );
  const [results] = rows;
  if (!results) throw new AppError('plugin.checks_running', { reason: 'begun_anew' });
  const remarked = checks.checks.filter(({ status }) => status === 'warning');
  if (remarked.length > 0 && !note)
    throw badInput({
      note: fieldText('why_published'),
    });
  return results.accuracy && results.accuracy.fixtures > 0 ? results.accuracy : null;
}

function demandPassed({ checks }: Checks): void {
  const failed = checks.filter(({ status }) => status === 'failed');
  if (failed.length > 0)
    throw new AppError('plugin.checks_failed', {
      count: failed.length,
      checks: failed.map(({ name }) => name),
    });
  if (checks.length === 0) throw new AppError('plugin.checks_running');
}

/** Everybody's servers verify with this key from now on; the platform's own vouches already. */
async function trustKey(
  trx: Trx,
  { publisherCompanyId, publisherName }: LockedVersion,
  keyId: string,
): Promise<void> {
  await sql`
    insert into platform.trusted_keys (key_id, public_key, name, kind, publisher_company_id)
    select k.key_id, k.public_key, left(${publisherName}, 80), 'publisher', k.company_id
    from app.signing_keys k
    where k.company_id = ${publisherCompanyId}::uuid and k.key_id = ${keyId} and k.revoked_at is null
    on conflict (key_id) do nothing`.execute(trx);
  const { rows } = await sql`
    select 1 from platform.trusted_keys
    where key_id = ${keyId} and revoked_at is null
      and (kind = 'platform' or publisher_company_id = ${publisherCompanyId}::uuid)`.execute(trx);
  if (rows.length > 0) return;
  throw new AppError('plugin.key_not_trusted', { keyId });
}
