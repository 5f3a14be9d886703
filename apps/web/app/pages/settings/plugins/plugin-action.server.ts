import { changeInstallation } from '@readout/domain/plugins/change-installation';
import { decidePluginRequest } from '@readout/domain/plugins/decide-plugin-request';
import { deprecateCompanyVersion } from '@readout/domain/plugins/deprecate-company-version';
import { endShadow } from '@readout/domain/plugins/end-shadow';
import { installPlugin } from '@readout/domain/plugins/install-plugin';
import type { Installation } from '@readout/domain/plugins/list-installations';
import { requestPlugin } from '@readout/domain/plugins/request-plugin';
import { rollBackInstallation } from '@readout/domain/plugins/roll-back-installation';
import type { Grant } from '@readout/domain/plugins/rules';
import { setInstallationSettings } from '@readout/domain/plugins/set-installation-settings';
import { startShadow } from '@readout/domain/plugins/start-shadow';
import { type InstallationAsWas, uninstallPlugin } from '@readout/domain/plugins/uninstall-plugin';
import { updateInstallation } from '@readout/domain/plugins/update-installation';
import { currentLocale } from '../../../../server/request/locale.ts';
import { actionOf, form, json, oneOf, text, texts, wholeNumber, yes } from '../../../forms/form.server.ts';
import { requireMember } from '../../../session.ts';
import { textsIn } from '../../../ui/texts.tsx';
import { settingsOfForm, typedSettings } from './settings-form.ts';
import { parsePercent } from './trial.ts';

/** What was done, in words, and the form that takes it back. */
interface Done {
  plugin: string;
  said: string;
  undo: Record<string, string> | null;
  /** Of the installation, after it. */
  revision?: number;
}

const plugin = { plugin: text };
const installed = { ...plugin, revision: wholeNumber };
const offered = { ...plugin, version: text };
const request = { ...plugin, request: text, note: text };
const source = oneOf(['company', 'catalogue']);
const another = {
  ...installed,
  source,
  version: text,
  grant: yes,
  'grant-reads': texts,
  'grant-hosts': texts,
};

const say = () => textsIn(currentLocale());

type Asked = Parameters<typeof requireMember>;

/** The action of every page about plugins: how a company's installations change. */
export async function changePlugin({ context, request: asked }: { context: Asked[0]; request: Asked[1] }) {
  const { services, scope } = requireMember(context, asked);
  const deps = { db: services.db.app };
  const withVersions = { ...deps, versions: services.versions };

  type Target = { plugin: string; revision: number };
  const change = async (
    { plugin: pluginId, revision }: Target,
    wanted: Parameters<typeof changeInstallation>[1]['change'],
  ): Promise<Done> =>
    changed(await changeInstallation(deps, { scope, pluginId, revision, change: wanted }), pluginId, '');

  const decide = async (
    { plugin: pluginId, request: requestId, note }: { plugin: string; request: string; note: string },
    decision: 'installed' | 'declined',
  ): Promise<Done> => {
    await decidePluginRequest(deps, { scope, requestId, decision, note });
    return { plugin: pluginId, said: say()('settings.plugins.is_decided', { decision }), undo: null };
  };

  const offer = async (
    { plugin: pluginId, version }: { plugin: string; version: string },
    isDeprecated: boolean,
  ): Promise<Done> => {
    await deprecateCompanyVersion(deps, { scope, pluginId, version, isDeprecated });
    return {
      plugin: pluginId,
      said: isDeprecated
        ? say()('settings.plugins.is_deprecated', { version })
        : say()('settings.plugins.is_offered_again', { version }),
      undo: { intent: isDeprecated ? 'offer-again' : 'deprecate', plugin: pluginId, version },
    };
  };

  return actionOf(asked, {
    enable: form(installed, (to) => change(to, { enabled: true })),
    disable: form(installed, (to) => change(to, { enabled: false })),
    resume: form(installed, async ({ plugin: pluginId, revision }) =>
      changed(
        await changeInstallation(deps, { scope, pluginId, revision, change: { paused: false } }),
        pluginId,
        say()('settings.plugins.is_resumed'),
      ),
    ),
    up: form(installed, (to) => change(to, { move: 'up' })),
    down: form(installed, (to) => change(to, { move: 'down' })),
    'auto-confirm': form({ ...installed, percent: text }, ({ percent, ...to }) =>
      change(to, { autoConfirm: parsePercent(percent) }),
    ),
    'never-auto-confirm': form(installed, (to) => change(to, { autoConfirm: null })),
    settings: form(
      installed,
      async ({ plugin: pluginId, revision }, sent) => {
        const values = settingsOfForm(sent);
        const all = await setInstallationSettings(deps, { scope, pluginId, revision, values });
        return changed(all, pluginId, say()('settings.plugins.settings_saved'));
      },
      (_error, _values, sent) => typedSettings(sent),
    ),
    install: form({ ...plugin, source, version: text, as: json }, async (wanted): Promise<Done> => {
      const { plugin: pluginId, version } = wanted;
      const as = asWas(wanted.as);
      const all = await installPlugin(withVersions, {
        scope,
        ref: { source: wanted.source, pluginId, version },
        ...(as ? { as } : {}),
      });
      const { name, revision } = installationOf(all, pluginId);
      return {
        plugin: pluginId,
        said: say()('settings.plugins.is_installed', { name, version }),
        undo: { intent: 'uninstall', plugin: pluginId, revision: String(revision) },
      };
    }),
    uninstall: form(installed, async ({ plugin: pluginId, revision }): Promise<Done> => {
      const { was, name } = await uninstallPlugin(deps, { scope, pluginId, revision });
      const { ref, ...as } = was;
      return {
        plugin: pluginId,
        said: say()('settings.plugins.is_uninstalled', { name }),
        undo: { intent: 'install', plugin: pluginId, ...ref, as: JSON.stringify(as) },
      };
    }),
    update: form(another, async ({ plugin: pluginId, revision, ...wanted }) =>
      moved(
        await updateInstallation(withVersions, { scope, pluginId, revision, ...anotherOf(wanted) }),
        pluginId,
      ),
    ),
    'start-shadow': form(another, async ({ plugin: pluginId, revision, ...wanted }) =>
      changed(
        await startShadow(withVersions, { scope, pluginId, revision, ...anotherOf(wanted) }),
        pluginId,
        say()('settings.plugins.shadow_started', { version: wanted.version }),
      ),
    ),
    'end-shadow': form(installed, async ({ plugin: pluginId, revision }) =>
      changed(
        await endShadow(deps, { scope, pluginId, revision }),
        pluginId,
        say()('settings.plugins.shadow_ended'),
      ),
    ),
    'roll-back': form(installed, async ({ plugin: pluginId, revision }) =>
      moved(await rollBackInstallation(deps, { scope, pluginId, revision }), pluginId),
    ),
    request: form({ ...plugin, note: text }, async ({ plugin: pluginId, note }): Promise<Done> => {
      await requestPlugin(deps, { scope, pluginId, note });
      return { plugin: pluginId, said: say()('settings.plugins.is_asked'), undo: null };
    }),
    deprecate: form(offered, (of) => offer(of, true)),
    'offer-again': form(offered, (of) => offer(of, false)),
    'accept-request': form(request, (of) => decide(of, 'installed')),
    'decline-request': form(request, (of) => decide(of, 'declined')),
  });
}

export type PluginAnswer = Exclude<Awaited<ReturnType<typeof changePlugin>>, Response>['data'];

const changed = (all: readonly Installation[], pluginId: string, said: string): Done => ({
  plugin: pluginId,
  said,
  undo: null,
  revision: installationOf(all, pluginId).revision,
});

const installationOf = (all: readonly Installation[], pluginId: string): Installation =>
  all.find((each) => each.plugin === pluginId)!;

function moved(all: readonly Installation[], pluginId: string): Done {
  const { name, installedVersion, revision, previous } = installationOf(all, pluginId);
  return {
    plugin: pluginId,
    said: say()('settings.plugins.runs_as', { name, version: installedVersion ?? '' }),
    undo: previous ? { intent: 'roll-back', plugin: pluginId, revision: String(revision) } : null,
    revision,
  };
}

interface Another {
  source: 'company' | 'catalogue';
  version: string;
  grant: boolean;
  'grant-reads': string[];
  'grant-hosts': string[];
}

/** What a form names of another version counts as granted only where it says that it is. */
function anotherOf({ source: from, version, grant, ...granted }: Another): {
  to: { source: Another['source']; version: string };
  grant: Grant;
} {
  return {
    to: { source: from, version },
    grant: grant
      ? { reads: granted['grant-reads'], hosts: granted['grant-hosts'] }
      : { reads: [], hosts: [] },
  };
}

/** As `uninstall` wrote it into the form; what is wrong in it the use case refuses. */
function asWas(given: unknown): Omit<InstallationAsWas, 'ref'> | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { isEnabled, autoConfirm, settings, place } = given as Record<string, unknown>;
  return {
    isEnabled: isEnabled === true,
    autoConfirm: autoConfirm === null ? null : Number(autoConfirm),
    settings:
      typeof settings === 'object' && settings !== null ? (settings as InstallationAsWas['settings']) : {},
    place: Number.isSafeInteger(place) ? Number(place) : 0,
  };
}
