import { errorEntry } from '@readout/domain/error-catalogue';
import { latestAuditEvents } from '@readout/domain/platform/latest-audit-events';
import { listPlatformEvents } from '@readout/domain/platform/list-platform-events';
import { platformHealth } from '@readout/domain/platform/platform-health';
import {
  listFailureCausesEverywhere,
  retryFailedEverywhere,
} from '@readout/domain/platform/retry-failed-everywhere';
import { mayOnPlatform } from '@readout/domain/platform/rules';
import { storeFindings } from '@readout/domain/platform/store-findings';
import { Link, redirect } from 'react-router';
import { currentLocale } from '../../../server/request/locale.ts';
import { requirePlatform } from '../../session.ts';
import { Figures } from '../../ui/figures.tsx';
import { fileSize, plural, wholeNumber } from '../../ui/numbers.ts';
import page from '../../ui/page.module.css';
import { orProblemPage } from '../app/page-problem.ts';
import { refusedAction } from '../settings/own-account.server.ts';
import type { Route } from './+types/health';
import { texts } from './forms.ts';
import { attentionOf } from './health/attention.ts';
import { AttentionList } from './health/attention-list.tsx';
import { duration } from './health/duration.ts';
import { FailedPages } from './health/failed-pages.tsx';
import classes from './health/health.module.css';
import { LatestEvents } from './health/latest-events.tsx';
import { Machinery } from './health/machinery.tsx';
import { Rates } from './health/rates.tsx';
import { lookAround } from './health/surroundings.server.ts';
import { useRefresh } from './use-refresh.ts';

const refreshMs = 15_000;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  // The first page of the administration, for whoever has this one.
  if (!mayOnPlatform(actor.platformRole, 'health.see')) throw redirect('/admin/company');
  const deps = { platform: services.db.platform };
  const [health, around, store, companyEvents, { events }, causes] = await orProblemPage(
    Promise.all([
      platformHealth(deps, { actor }),
      lookAround(services),
      storeFindings(deps, { actor }),
      latestAuditEvents(deps, { actor }),
      listPlatformEvents(deps, { actor, limit: 8 }),
      listFailureCausesEverywhere(deps, { actor }),
    ]),
  );
  return {
    health,
    attention: attentionOf(health, around, store),
    disk: around.disk,
    isMaintained: around.readOnlySince !== null,
    companyEvents,
    events,
    causes: causes.map((cause) => ({
      ...cause,
      title: errorEntry(cause.code, currentLocale())?.title ?? cause.code,
    })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const typed = texts(await request.formData(), ['code']);
  try {
    return {
      retried: await retryFailedEverywhere(
        { platform: services.db.platform, db: services.db.app, queue: services.queue },
        { actor, code: typed.code },
      ),
    };
  } catch (error) {
    return refusedAction(error, 'retry', typed);
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Health · Readout' }];

export default function Health({ loaderData, actionData }: Route.ComponentProps) {
  const { health, attention, disk, isMaintained, companyEvents, events, causes } = loaderData;
  const { queue, storage, mails, lastHour } = health;
  useRefresh(refreshMs);
  return (
    <>
      <div className={classes.head}>
        <h1 className={page.title}>Health</h1>
        <p className={classes.fresh}>Kept up to date while you look.</p>
      </div>
      <AttentionList items={attention} />
      <Figures
        label="Numbers"
        figures={[
          {
            label: 'Waiting to be read',
            value: wholeNumber(queue.waiting),
            note: isMaintained
              ? 'maintenance: nothing is taken'
              : queue.oldestSeconds === null
                ? 'queue is empty'
                : `oldest: ${duration(queue.oldestSeconds)}`,
            tone: queue.oldestSeconds !== null && queue.oldestSeconds > 300 ? 'alarm' : undefined,
          },
          { label: 'Being read', value: wholeNumber(queue.reading) },
          {
            label: 'Read, last hour',
            value: wholeNumber(lastHour.read),
            note: `${(lastHour.read / 60).toFixed(1)} a minute`,
          },
          {
            label: 'Failed, last hour',
            value: wholeNumber(lastHour.failed),
            tone: lastHour.failed > 0 ? 'notice' : undefined,
          },
          {
            label: 'Companies',
            value: wholeNumber(health.companies),
            to: '/admin/company',
            note:
              health.suspendedCompanies > 0
                ? `${wholeNumber(health.suspendedCompanies)} suspended`
                : undefined,
          },
          { label: 'Users', value: wholeNumber(health.users), to: '/admin/user' },
          {
            label: 'Stored originals',
            value: fileSize(storage.bytes),
            note: plural(storage.objects, 'file'),
            to: '/admin/company?sort=bytes',
          },
          {
            label: 'Mails not sent',
            value: wholeNumber(mails.failed + mails.waiting + mails.withoutSmtp),
            to: '/admin/outbox',
            note: mails.failed > 0 ? `${wholeNumber(mails.failed)} failed` : undefined,
            tone: mails.failed > 0 ? 'notice' : undefined,
          },
        ]}
      />
      <Rates health={health} />
      <FailedPages causes={causes} answer={actionData} />
      <Machinery health={health} disk={disk} />
      <LatestEvents companyEvents={companyEvents} events={events} />
      <p className={classes.fresh}>
        Everything that was done to the installation: <Link to="/admin/audit">audit list</Link>.
      </p>
    </>
  );
}
