import { changeInstallation } from '@readout/domain/plugins/change-installation';
import { decidePluginRequest } from '@readout/domain/plugins/decide-plugin-request';
import { deprecateCompanyVersion } from '@readout/domain/plugins/deprecate-company-version';
import { installPlugin } from '@readout/domain/plugins/install-plugin';
import type { Installation } from '@readout/domain/plugins/list-installations';
import type { PluginOrigin } from '@readout/domain/plugins/plugin-versions';
import { requestPlugin } from '@readout/domain/plugins/request-plugin';
import { rollBackInstallation } from '@readout/domain/plugins/roll-back-installation';
import type { Grant } from '@readout/domain/plugins/rules';
import { setInstallationSettings } from '@readout/domain/plugins/set-installation-settings';
import { type InstallationAsWas, uninstallPlugin } from '@readout/domain/plugins/uninstall-plugin';
import { updateInstallation } from '@readout/domain/plugins/update-installation';
import { data } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { refused } from '../../../account/refused.server.ts';
import { requireMember } from '../../../session.ts';
import { textsIn } from '../../../ui/texts.tsx';
import { settingsOfForm } from './settings-form.ts';
import { parsePercent } from './trial.ts';

/** What was done, in words, and the form that takes it back. */
interface Done {
  done: string;
  undo: Record<string, string> | null;
  /** Of the installation, after it. */
  revision?: number;
}

type Change = (form: FormData, to: Target) => Promise<Done>;

interface Target {
  services: ReturnType<typeof requireMember>['services'];
  scope: ReturnType<typeof requireMember>['scope'];
  pluginId: string;
  revision: number;
}

const quiet: Done = { done: '', undo: null };
const text = (form: FormData, name: string): string => String(form.get(name) ?? '');
const asOrigin = (value: string): PluginOrigin => (value === 'company' ? 'company' : 'catalogue');

const texts = () => textsIn(currentLocale());

/** How a company's installations change: every form of the plugin pages names one of these as its intent. */
const changes: Record<string, Change> = {
  enable: (_, to) => change(to, { enabled: true }),
  disable: (_, to) => change(to, { enabled: false }),
  up: (_, to) => change(to, { move: 'up' }),
  down: (_, to) => change(to, { move: 'down' }),
  'auto-confirm': (form, to) => change(to, { autoConfirm: parsePercent(text(form, 'percent')) }),
  'never-auto-confirm': (_, to) => change(to, { autoConfirm: null }),
  async settings(form, { services, scope, pluginId, revision }) {
    const values = settingsOfForm(form);
    const all = await setInstallationSettings({ db: services.db.app }, { scope, pluginId, revision, values });
    return {
      done: texts()('settings.plugins.settings_saved'),
      undo: null,
      revision: installationOf(all, pluginId).revision,
    };
  },
  async install(form, { services, scope, pluginId }) {
    const ref = { source: asOrigin(text(form, 'source')), pluginId, version: text(form, 'version') };
    const as = asWas(text(form, 'as'));
    const installed = await installPlugin(
      { db: services.db.app, versions: services.versions },
      { scope, ref, ...(as ? { as } : {}) },
    );
    const { name, revision } = installationOf(installed, pluginId);
    return {
      done: texts()('settings.plugins.is_installed', { name, version: ref.version }),
      undo: { intent: 'uninstall', plugin: pluginId, revision: String(revision) },
    };
  },
  async uninstall(_, { services, scope, pluginId, revision }) {
    const { was, name } = await uninstallPlugin({ db: services.db.app }, { scope, pluginId, revision });
    const { ref, ...as } = was;
    return {
      done: texts()('settings.plugins.is_uninstalled', { name }),
      undo: { intent: 'install', plugin: pluginId, ...ref, as: JSON.stringify(as) },
    };
  },
  async update(form, { services, scope, pluginId, revision }) {
    const to = { source: asOrigin(text(form, 'source')), version: text(form, 'version') };
    const all = await updateInstallation(
      { db: services.db.app, versions: services.versions },
      { scope, pluginId, revision, to, grant: grantOf(form) },
    );
    return moved(all, pluginId);
  },
  async 'roll-back'(_, { services, scope, pluginId, revision }) {
    return moved(
      await rollBackInstallation({ db: services.db.app }, { scope, pluginId, revision }),
      pluginId,
    );
  },
  async request(form, { services, scope, pluginId }) {
    await requestPlugin({ db: services.db.app }, { scope, pluginId, note: text(form, 'note') });
    return { done: texts()('settings.plugins.is_asked'), undo: null };
  },
  deprecate: (form, to) => offer(form, to, { isDeprecated: true }),
  'offer-again': (form, to) => offer(form, to, { isDeprecated: false }),
  'accept-request': (form, to) => decide(form, to, 'installed'),
  'decline-request': (form, to) => decide(form, to, 'declined'),
};

async function change(
  { services, scope, pluginId, revision }: Target,
  wanted: Parameters<typeof changeInstallation>[1]['change'],
): Promise<Done> {
  const all = await changeInstallation(
    { db: services.db.app },
    { scope, pluginId, revision, change: wanted },
  );
  return { ...quiet, revision: installationOf(all, pluginId).revision };
}

async function decide(
  form: FormData,
  { services, scope }: Target,
  decision: 'installed' | 'declined',
): Promise<Done> {
  await decidePluginRequest(
    { db: services.db.app },
    { scope, requestId: text(form, 'request'), decision, note: text(form, 'note') },
  );
  return {
    done: texts()('settings.plugins.is_decided', { decision }),
    undo: null,
  };
}

async function offer(
  form: FormData,
  { services, scope, pluginId }: Target,
  { isDeprecated }: { isDeprecated: boolean },
): Promise<Done> {
  const version = text(form, 'version');
  await deprecateCompanyVersion({ db: services.db.app }, { scope, pluginId, version, isDeprecated });
  return {
    done: isDeprecated
      ? texts()('settings.plugins.is_deprecated', { version })
      : texts()('settings.plugins.is_offered_again', { version }),
    undo: { intent: isDeprecated ? 'offer-again' : 'deprecate', plugin: pluginId, version },
  };
}

/** What is named in the form counts only where it was said that it is granted. */
const grantOf = (form: FormData): Grant =>
  form.get('grant') === 'yes'
    ? { reads: form.getAll('grant-reads').map(String), hosts: form.getAll('grant-hosts').map(String) }
    : { reads: [], hosts: [] };

const installationOf = (all: readonly Installation[], pluginId: string): Installation =>
  all.find((each) => each.plugin === pluginId)!;

function moved(all: readonly Installation[], pluginId: string): Done {
  const { name, installedVersion, revision, previous } = installationOf(all, pluginId);
  return {
    done: texts()('settings.plugins.runs_as', { name, version: installedVersion ?? '' }),
    undo: previous ? { intent: 'roll-back', plugin: pluginId, revision: String(revision) } : null,
    revision,
  };
}

/** As `uninstall` wrote it into the form; what is wrong in it the use case refuses. */
function asWas(json: string): Omit<InstallationAsWas, 'ref'> | undefined {
  if (!json) return undefined;
  try {
    const { isEnabled, autoConfirm, settings, place } = JSON.parse(json);
    return {
      isEnabled: isEnabled === true,
      autoConfirm: autoConfirm === null ? null : Number(autoConfirm),
      settings: typeof settings === 'object' && settings !== null ? settings : {},
      place: Number.isSafeInteger(place) ? place : 0,
    };
  } catch {
    return undefined;
  }
}

export interface PluginAnswer extends Done {
  message: string;
  code: string;
  /** Sentences beside the settings they are about. */
  fields: Record<string, string>;
  typed: { plugin: string; intent: string; percent: string; note: string; settings: Record<string, string> };
}

/** The action of every page about plugins. */
export async function changePlugin({
  context,
  request,
}: {
  context: Parameters<typeof requireMember>[0];
  request: Request;
}) {
  const { services, scope } = requireMember(context, request);
  const form = await request.formData();
  const pluginId = text(form, 'plugin');
  const intent = text(form, 'intent');
  const typed: PluginAnswer['typed'] = {
    plugin: pluginId,
    intent,
    percent: text(form, 'percent'),
    note: text(form, 'note'),
    settings: Object.fromEntries(
      [...form].flatMap(([name, value]) => (name.includes('.') ? [[name, String(value)]] : [])),
    ),
  };
  const make = Object.hasOwn(changes, intent) ? changes[intent] : undefined;
  if (!make) throw new Response(texts()('settings.plugins.no_such_change'), { status: 400 });
  try {
    const done = await make(form, { services, scope, pluginId, revision: Number(text(form, 'revision')) });
    const answer: PluginAnswer = { ...done, message: '', code: '', fields: {}, typed };
    return answer;
  } catch (error) {
    const answer = refused(error, typed);
    return data({ ...quiet, ...answer.data }, answer.init ?? {});
  }
}
