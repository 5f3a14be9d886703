import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange, type Trx } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import type { PluginCatalogue } from './plugin-catalogue.ts';

/** One thing at a time, so that each is one line of the audit list. */
export type InstallationChange =
  | { enabled: boolean }
  /** 0.5 to 1; null: never. */
  | { autoConfirm: number | null }
  | { move: 'up' | 'down' };

const leastThreshold = 0.5;

/**
 * Changes how the company uses a reader of this server. What was read before stays as it is.
 * @throws AppError `plugin.not_found`, `plugin.bad_threshold`, `plugin.changed_meanwhile` with `{current: Installation}`
 */
export async function changeInstallation(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  {
    scope,
    pluginId,
    revision,
    change,
  }: { scope: Scope; pluginId: string; revision: number; change: InstallationChange },
): Promise<Installation[]> {
  demandChange(scope, 'plugins.manage');
  const manifest = plugins.find((plugin) => plugin.manifest.id === pluginId)?.manifest;
  if (!manifest)
    throw new AppError('not_found', 'plugin.not_found', 'This server has no such plugin.', {
      pluginId: pluginId.slice(0, 60),
    });
  if ('autoConfirm' in change) demandThreshold(change.autoConfirm);
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    // All rows, always in this order: two who move at once do not cross.
    await sql`select 1 from app.installations where company_id = ${companyId}::uuid order by plugin_id for update`.execute(
      trx,
    );
    const before = await readInstallations(trx, scope, plugins);
    const current = before.find((each) => each.plugin === pluginId)!;
    if (current.revision !== revision)
      throw new AppError(
        'conflict',
        'plugin.changed_meanwhile',
        `Somebody else changed ${current.name} meanwhile. Look at it as it is now, then decide again.`,
        { current },
      );
    const order = before.filter((each) => each.revision > 0).map((each) => each.plugin);
    const done: Done | undefined =
      'move' in change ? moved(order, pluginId, change.move) : changed(current, change);
    if (!done) return before;
    if (current.revision === 0) {
      await sql`
        insert into app.installations (company_id, plugin_id, version, position, enabled)
        values (${companyId}::uuid, ${pluginId}, ${manifest.version}, ${order.length}, false)`.execute(trx);
      order.push(pluginId);
    }
    await keep(trx, companyId, pluginId, change, done.order ?? order);
    await recordAuditEvent(trx, scope, {
      action: done.action,
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: { name: current.name, ...done.detail },
    });
    return readInstallations(trx, scope, plugins);
  });
}

function demandThreshold(threshold: number | null): void {
  if (threshold === null || (threshold >= leastThreshold && threshold <= 1)) return;
  throw new AppError(
    'invalid',
    'plugin.bad_threshold',
    'Records confirm themselves from a confidence between 50 and 100 percent on, or never.',
    { value: String(threshold) },
  );
}

/** What the audit list says of a change, and the order that comes of it. */
interface Done {
  action: string;
  detail: Record<string, unknown>;
  order?: string[];
}

/** Undefined where nothing changes. */
function changed(
  current: Installation,
  change: Exclude<InstallationChange, { move: unknown }>,
): Done | undefined {
  if ('enabled' in change)
    return change.enabled === current.isEnabled
      ? undefined
      : { action: change.enabled ? 'plugin.enabled' : 'plugin.disabled', detail: {} };
  return change.autoConfirm === current.autoConfirm
    ? undefined
    : {
        action: 'plugin.auto_confirm_changed',
        detail: { autoConfirm: { from: current.autoConfirm, to: change.autoConfirm } },
      };
}

function moved(order: readonly string[], pluginId: string, direction: 'up' | 'down'): Done | undefined {
  const from = order.indexOf(pluginId);
  const to = from + (direction === 'up' ? -1 : 1);
  if (from < 0 || to < 0 || to >= order.length) return undefined;
  const next = order.filter((each) => each !== pluginId).toSpliced(to, 0, pluginId);
  return {
    action: 'plugin.moved',
    detail: { position: { from: from + 1, to: to + 1 } },
    order: next,
  };
}

async function keep(
  trx: Trx,
  companyId: string,
  pluginId: string,
  change: InstallationChange,
  order: readonly string[],
): Promise<void> {
  const assignment =
    'enabled' in change
      ? sql`, enabled = ${change.enabled}`
      : 'autoConfirm' in change
        ? sql`, auto_confirm_confidence = ${change.autoConfirm}`
        : sql``;
  await sql`
    update app.installations set revision = revision + 1 ${assignment}
    where company_id = ${companyId}::uuid and plugin_id = ${pluginId}`.execute(trx);
  // Every row gets its place: at sign-up, and by hand, several may have had the same.
  await sql`
    update app.installations i set position = o.place - 1
    from unnest(${order}::text[]) with ordinality as o (plugin_id, place)
    where i.company_id = ${companyId}::uuid and i.plugin_id = o.plugin_id and i.position <> o.place - 1`.execute(
    trx,
  );
}
