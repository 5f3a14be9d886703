import { auditStreamState } from '@readout/domain/audit/audit-stream';
import { errorEntry } from '@readout/domain/error-catalogue';
import { allowQuarantine } from '@readout/domain/platform/allow-quarantine';
import { announce } from '@readout/domain/platform/announce';
import { getInstallationUse, setInstallationLimits } from '@readout/domain/platform/installation-limits';
import type { PlatformState } from '@readout/domain/platform/platform-state';
import { setReadOnly } from '@readout/domain/platform/set-read-only';
import { storeFindings } from '@readout/domain/platform/store-findings';
import type { TextValues } from '@readout/texts';
import { fileSize } from '@readout/texts/numbers';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { Config } from '../../../../server/config.ts';
import type { DiskFloor } from '../../../../server/disk-room.ts';
import { currentLocale } from '../../../../server/request/locale.ts';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { actionOf, form, oneOf, text, wholeNumber } from '../../../forms/form.server.ts';
import { useAnswer } from '../../../forms/use-answer.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import { textsIn, useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';
import { bytesOfGigabytes, parseWholeNumber } from '../forms.ts';
import classes from '../system.module.css';
import type { Route } from './+types/page';
import { AnnouncementForm } from './announcement-form.tsx';
import { InstallationLimitsForm } from './installation-limits-form.tsx';
import { MaintenanceForm } from './maintenance-form.tsx';
import { StoreSection } from './store-section.tsx';
import { StreamSection } from './stream-section.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const { config, database, db, mailer, platform, version } = services;
  const text = textsIn(currentLocale());
  const deps = { platform: db.platform };
  const [store, use, stream] = await orProblemPage(
    Promise.all([
      storeFindings(deps, { actor }),
      getInstallationUse(deps, { actor }),
      auditStreamState(deps, { actor }),
      platform.reload(),
    ]),
  );
  return {
    stream: {
      target: config.auditStream?.name ?? null,
      stream,
      advice: errorEntry(stream.failure?.code ?? '', currentLocale())?.action ?? '',
    },
    store,
    state: platform.current(),
    use,
    settings: [
      ['version', version],
      ['source', config.sourceUrl ?? text('operation.system.no_source')],
      ['installation', database.installationId],
      ['address', config.baseUrl ?? text('operation.system.no_address')],
      ['sign_up', config.signUp],
      ['mail', text('operation.system.mail', { by: mailer.isConfigured ? 'smtp' : 'outbox' })],
      ['alerts', alertsText(config, mailer.isConfigured)],
      ['database', config.database ? 'DATABASE_URL' : text('operation.system.database_embedded')],
      ['proxies', String(config.trustedProxies)],
      ['workers', String(config.workers)],
      ['floor', floorText(config.freeDiskFloor)],
    ] satisfies [TextValues['operation.system.setting']['setting'], string][],
    jail: services.jailReport(),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  /** Refused or not: what holds now is shown. */
  const changing = async (change: Promise<unknown>): Promise<void> => {
    try {
      await change;
    } finally {
      await services.platform.reload();
    }
  };
  const revision = { revision: wholeNumber };
  const maintenance = (on: boolean) =>
    form({ ...revision, note: text }, (asked) => changing(setReadOnly(deps, { actor, on, ...asked })));
  const announcement = { ...revision, text, tone: oneOf(['info', 'warning']), until: text };
  return actionOf(request, {
    'read-only-on': maintenance(true),
    'read-only-off': maintenance(false),
    announce: form(announcement, ({ until, ...asked }) =>
      // The browser sends its own time as ISO 8601; without scripts the field is read as UTC.
      changing(announce(deps, { actor, ...asked, until: until === '' ? null : asMoment(until) })),
    ),
    withdraw: form(announcement, ({ revision: on }) =>
      changing(announce(deps, { actor, text: '', tone: 'info', until: null, revision: on })),
    ),
    'allow-quarantine': form({ orphans: wholeNumber }, ({ orphans }) =>
      changing(allowQuarantine(deps, { actor, orphans })),
    ),
    limits: form(
      {
        ...revision,
        maxGigabytes: text,
        maxCapturesPerMonth: text,
        maxCompanies: text,
        maxUsers: text,
        maxOwnedCompanies: text,
      },
      (typed) =>
        changing(
          setInstallationLimits(deps, {
            actor,
            revision: typed.revision,
            limits: {
              maxBytes: bytesOfGigabytes(typed.maxGigabytes) ?? null,
              maxCapturesPerMonth: parseWholeNumber(typed.maxCapturesPerMonth) ?? null,
              maxCompanies: parseWholeNumber(typed.maxCompanies) ?? null,
              maxUsers: parseWholeNumber(typed.maxUsers) ?? null,
              maxOwnedCompanies: parseWholeNumber(typed.maxOwnedCompanies) ?? Number.NaN,
            },
          }),
        ),
    ),
  });
}

/** `5% or 2.0 GB, whichever is smaller (READOUT_FREE_DISK_FLOOR)`. */
function floorText({ bytes, share }: DiskFloor): string {
  const locale = currentLocale();
  const text = textsIn(locale);
  const percent = (share ?? 0) * 100;
  const size = fileSize(bytes ?? 0, locale);
  if (bytes === undefined) return text('operation.system.floor', { of: 'share', percent });
  if (share === undefined) return text('operation.system.floor', { of: 'size', size });
  return text('operation.system.floor', { of: 'smaller', percent, size });
}

/** `mail to the administrators; webhook to chat.example.com`. Of the address the host: the rest may be a secret. */
function alertsText({ alerts: { mailTo, post } }: Config, sendsMail: boolean): string {
  const who = mailTo?.length === 0 ? 'nobody' : !sendsMail ? 'no_smtp' : mailTo ? 'named' : 'administrators';
  return textsIn(currentLocale())('operation.system.alerts', {
    who,
    addresses: mailTo?.join(', ') ?? '',
    webhook: post ? 'yes' : 'no',
    host: post ? new URL(post.address).host : '',
  });
}

function asMoment(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}Z` : text;
}

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.system.title');

export default function System({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const answer = useAnswer(actionData);
  const { settings, store, jail } = loaderData;
  const state: PlatformState = loaderData.state;
  return (
    <>
      <h1 className={page.title}>{text('operation.system.title')}</h1>
      <MaintenanceForm state={state} problem={problemOf(answer, 'read-only-on', 'read-only-off')} />
      <AnnouncementForm
        key={state.announcedAt ?? 'none'}
        state={state}
        problem={problemOf(answer, 'announce', 'withdraw')}
      />
      <InstallationLimitsForm
        key={loaderData.use.revision}
        use={loaderData.use}
        problem={problemOf(answer, 'limits')}
        isSaved={doneOf(answer, 'limits') ?? false}
      />
      <StoreSection store={store} problem={problemOf(answer, 'allow-quarantine')} />
      <StreamSection {...loaderData.stream} />
      <section className={classes.section} id="settings">
        <h2>{text('operation.system.settings')}</h2>
        <p>{text('operation.system.settings_hint')}</p>
        <dl className={admin.facts}>
          {settings.map(([name, value]) => (
            <div key={name} className={admin.fact}>
              <dt>{text('operation.system.setting', { setting: name })}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={classes.section} id="jail">
        <h2>{text('operation.system.jail')}</h2>
        <p>{text('operation.system.jail_hint')}</p>
        <dl className={admin.facts}>
          {jail.map(({ protection, lack }) => (
            <div key={protection} className={admin.fact}>
              <dt>{text('operation.system.protection', { protection })}</dt>
              <dd>
                {lack === undefined
                  ? text('operation.system.jail_on')
                  : text('operation.system.jail_off', { reason: lack })}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
