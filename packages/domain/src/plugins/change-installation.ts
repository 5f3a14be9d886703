import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange, type Trx } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import {
  demandRunnable,
  insertInstallation,
  lockInstallation,
  newestOf,
  notInstalled,
} from './installation-change.ts';
import { type Installation, readInstallations } from './list-installations.ts';
import { listVersions } from './plugin-versions.ts';

/** One thing at a time, so that each is one line of the audit list. */
export type InstallationChange =
  | { enabled: boolean }
  /** Runs again after it was paused. */
  | { paused: false }
  /** 0.5 to 1; null: never. */
  | { autoConfirm: number | null }
  /** From where it is now, on whatever revision: anyone who presses twice means two places. */
  | { move: 'up' | 'down' };

const leastThreshold = 0.5;

/**
 * Changes how the company uses a plugin; switching one on that is not installed installs its newest version. What was
 * read before stays as it is.
 * @throws AppError `plugin.not_found`, `plugin.not_installed`, `plugin.bad_threshold`, `plugin.changed_meanwhile` with
 * `{current: Installation}`; where it is installed as `installPlugin` does
 */
export async function changeInstallation(
  { db }: { db: Kysely<DB> },
  {
    scope,
    pluginId,
    revision,
    change,
  }: { scope: Scope; pluginId: string; revision: number; change: InstallationChange },
): Promise<Installation[]> {
  demandChange(scope, 'plugins.manage');
  if ('autoConfirm' in change) demandThreshold(change.autoConfirm);
  return inChange(db, scope, async (trx) => {
    const { current, all: before } = await lockInstallation(trx, scope, {
      pluginId,
      revision: 'move' in change ? undefined : revision,
    });
    if (current.revision === 0) {
      if (!('enabled' in change)) throw notInstalled(pluginId);
      if (!change.enabled) return before;
      const version = newestOf(await listVersions(trx, scope, pluginId), pluginId);
      await demandRunnable(trx, scope, version);
      await insertInstallation(trx, scope, version);
      return readInstallations(trx, scope);
    }
    const order = before.filter((each) => each.revision > 0).map((each) => each.plugin);
    const done: Done | undefined =
      'move' in change ? moved(order, pluginId, change.move) : changed(current, change);
    if (!done) return before;
    await keep(trx, scope.companyId, pluginId, change, done.order ?? order);
    await recordAuditEvent(trx, scope, {
      action: done.action,
      subjectType: 'plugin',
      subjectId: pluginId,
      detail: { name: current.name, ...done.detail },
    });
    return readInstallations(trx, scope);
  });
}

/** @throws AppError `plugin.bad_threshold` */
export function demandThreshold(threshold: number | null): void {
  if (threshold === null || (threshold >= leastThreshold && threshold <= 1)) return;
  throw new AppError('plugin.bad_threshold', { value: String(threshold) });
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
  if ('paused' in change)
    return current.paused
      ? { action: 'plugin.resumed', detail: { version: current.installedVersion } }
      : undefined;
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
  if (!('move' in change)) {
    // Switched on again, it starts over.
    const resumed = sql`paused_at = null, paused_code = null, resumed_at = now()`;
    const assignment =
      'paused' in change
        ? resumed
        : 'enabled' in change
          ? sql`enabled = ${change.enabled}, ${resumed}`
          : sql`auto_confirm_confidence = ${change.autoConfirm}`;
    await sql`
      update app.installations set revision = revision + 1, updated_at = now(), ${assignment}
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId}`.execute(trx);
  }
  // Every row gets its place: at sign-up, and by hand, several may have had the same.
  await sql`
    update app.installations i set position = o.place - 1
    from unnest(${order}::text[]) with ordinality as o (plugin_id, place)
    where i.company_id = ${companyId}::uuid and i.plugin_id = o.plugin_id and i.position <> o.place - 1`.execute(
    trx,
  );
}
