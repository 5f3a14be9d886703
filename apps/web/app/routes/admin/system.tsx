import { auditStreamState } from '@readout/domain/audit/audit-stream';
import { errorEntry } from '@readout/domain/error-catalogue';
import { AppError } from '@readout/domain/errors';
import { allowQuarantine } from '@readout/domain/platform/allow-quarantine';
import { announce } from '@readout/domain/platform/announce';
import { getInstallationUse, setInstallationLimits } from '@readout/domain/platform/installation-limits';
import type { PlatformState } from '@readout/domain/platform/platform-state';
import { setReadOnly } from '@readout/domain/platform/set-read-only';
import { storeFindings } from '@readout/domain/platform/store-findings';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import type { DiskFloor } from '../../../server/disk-room.ts';
import { currentLocale } from '../../../server/request/locale.ts';
import { requirePlatform } from '../../session.ts';
import { fileSize } from '../../ui/numbers.ts';
import page from '../../ui/page.module.css';
import { orProblemPage } from '../app/page-problem.ts';
import { type FormAnswer, problemOf } from '../settings/outcome.tsx';
import type { Route } from './+types/system';
import admin from './admin.module.css';
import { bytesOfGigabytes, parseWholeNumber, texts } from './forms.ts';
import { refusedForm } from './refused.server.ts';
import { AnnouncementForm } from './system/announcement-form.tsx';
import { InstallationLimitsForm } from './system/installation-limits-form.tsx';
import { MaintenanceForm } from './system/maintenance-form.tsx';
import { StoreSection } from './system/store-section.tsx';
import { StreamSection } from './system/stream-section.tsx';
import classes from './system/system.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const { config, database, db, mailer, platform, version } = services;
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
      ['Version', version],
      ['Source (READOUT_SOURCE_URL)', config.sourceUrl ?? 'not set: /licences tells people to ask you'],
      ['Installation', database.installationId],
      ['Address (READOUT_BASE_URL)', config.baseUrl ?? 'not set: links in mails lead to localhost'],
      ['Sign-up (READOUT_SIGN_UP)', config.signUp],
      ['Mail', mailer.isConfigured ? 'through SMTP' : 'outbox only: READOUT_SMTP_URL is not set'],
      ['Database', config.database ? 'DATABASE_URL' : 'embedded in the data folder'],
      ['Trusted proxies', String(config.trustedProxies)],
      ['Pages read at once, each process', String(config.workers)],
      ['Disk kept free of uploads', floorText(config.freeDiskFloor)],
    ] satisfies [string, string][],
    jail: services.jailReport(),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  const form = await request.formData();
  const typed = texts(form, [
    'intent',
    'revision',
    'note',
    'text',
    'tone',
    'until',
    'maxGigabytes',
    'maxCapturesPerMonth',
    'maxCompanies',
    'maxUsers',
    'maxOwnedCompanies',
    'orphans',
  ]);
  const revision = Number(typed.revision);
  try {
    if (typed.intent === 'read-only-on' || typed.intent === 'read-only-off')
      await setReadOnly(deps, { actor, on: typed.intent === 'read-only-on', note: typed.note, revision });
    else if (typed.intent === 'announce')
      await announce(deps, {
        actor,
        text: typed.text,
        tone: typed.tone === 'warning' ? 'warning' : 'info',
        // The browser sends its own time as ISO 8601; without scripts the field is read as UTC.
        until: typed.until === '' ? null : asMoment(typed.until),
        revision,
      });
    else if (typed.intent === 'allow-quarantine')
      await allowQuarantine(deps, { actor, orphans: Number(typed.orphans) });
    else if (typed.intent === 'withdraw')
      await announce(deps, { actor, text: '', tone: 'info', until: null, revision });
    else if (typed.intent === 'limits')
      await setInstallationLimits(deps, {
        actor,
        revision,
        limits: {
          maxBytes: bytesOfGigabytes(typed.maxGigabytes) ?? null,
          maxCapturesPerMonth: parseWholeNumber(typed.maxCapturesPerMonth) ?? null,
          maxCompanies: parseWholeNumber(typed.maxCompanies) ?? null,
          maxUsers: parseWholeNumber(typed.maxUsers) ?? null,
          maxOwnedCompanies: parseWholeNumber(typed.maxOwnedCompanies) ?? Number.NaN,
        },
      });
    else throw new AppError('request.invalid');
  } catch (error) {
    await services.platform.reload();
    return refusedForm(error, typed.intent, typed);
  }
  await services.platform.reload();
  return { done: typed.intent };
}

/** "5% or 2.0 GB, the smaller (READOUT_FREE_DISK_FLOOR)" */
function floorText({ bytes, share }: DiskFloor): string {
  const parts = [
    ...(share === undefined ? [] : [`${share * 100}%`]),
    ...(bytes === undefined ? [] : [fileSize(bytes)]),
  ];
  return `${parts.join(' or ')}${parts.length > 1 ? ', the smaller' : ''} (READOUT_FREE_DISK_FLOOR)`;
}

function asMoment(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}Z` : text;
}

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = () => [{ title: 'System · Readout' }];

export default function System({ loaderData, actionData }: Route.ComponentProps) {
  const answer: FormAnswer | undefined = actionData;
  const { settings, store, jail } = loaderData;
  const state: PlatformState = loaderData.state;
  return (
    <>
      <h1 className={page.title}>System</h1>
      <MaintenanceForm
        state={state}
        problem={problemOf(answer, 'read-only-on') ?? problemOf(answer, 'read-only-off')}
      />
      <AnnouncementForm
        key={state.announcedAt ?? 'none'}
        state={state}
        problem={problemOf(answer, 'announce') ?? problemOf(answer, 'withdraw')}
      />
      <InstallationLimitsForm
        key={loaderData.use.revision}
        use={loaderData.use}
        problem={problemOf(answer, 'limits')}
        isSaved={answer?.done === 'limits'}
      />
      <StoreSection store={store} problem={problemOf(answer, 'allow-quarantine')} />
      <StreamSection {...loaderData.stream} />
      <section className={classes.section} id="settings">
        <h2>Settings of the server</h2>
        <p>Set by environment variables when the server starts; .env.example describes each.</p>
        <dl className={admin.facts}>
          {settings.map(([name, value]) => (
            <div key={name} className={admin.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={classes.section} id="jail">
        <h2>Jail of what decodes pictures</h2>
        <p>
          What the operating system keeps a decoder from, should a picture take it over. Of the process that
          made this page; workers on other machines have their own.
        </p>
        <dl className={admin.facts}>
          {jail.map(({ subject, lack }) => (
            <div key={subject} className={admin.fact}>
              <dt>{subject}</dt>
              <dd>{lack === undefined ? 'on' : `off: ${lack}`}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
