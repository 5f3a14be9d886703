import { errorEntry } from '@readout/domain/error-catalogue';
import { attentionOf } from '@readout/domain/platform/attention';
import { latestAuditEvents } from '@readout/domain/platform/latest-audit-events';
import { listPlatformEvents } from '@readout/domain/platform/list-platform-events';
import { platformHealth } from '@readout/domain/platform/platform-health';
import {
  listFailureCausesEverywhere,
  retryFailedEverywhere,
} from '@readout/domain/platform/retry-failed-everywhere';
import { lateSeconds } from '@readout/domain/platform/rules';
import { storeFindings } from '@readout/domain/platform/store-findings';
import { mayOnPlatform } from '@readout/domain/platform-policy';
import { duration, fileSize, wholeNumber } from '@readout/texts/numbers';
import { Link, redirect } from 'react-router';
import { currentLocale } from '../../../server/request/locale.ts';
import { actionOf, form, text } from '../../forms/form.server.ts';
import { useAnswer } from '../../forms/use-answer.ts';
import { orProblemPage } from '../../problems/page-problem.ts';
import { requirePlatform } from '../../session.ts';
import { pageTitle } from '../../texts/page-title.ts';
import { Figures } from '../../ui/figures.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import page from '../../ui/page.module.css';
import { FormattedText, textsIn, useLocale, useText } from '../../ui/texts.tsx';
import type { Route } from './+types/page';
import { AttentionList } from './health/attention-list.tsx';
import { FailedPages } from './health/failed-pages.tsx';
import { LatestEvents } from './health/latest-events.tsx';
import { Machinery } from './health/machinery.tsx';
import { Rates } from './health/rates.tsx';
import { useRefresh } from './use-refresh.ts';

const refreshMs = 15_000;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  // The first page of the administration, for anyone who has this one.
  if (!mayOnPlatform(actor.platformRole, 'health.see')) throw redirect('/admin/company');
  const deps = { platform: services.db.platform };
  const [health, around, store, companyEvents, { events }, causes] = await orProblemPage(
    Promise.all([
      platformHealth(deps, { actor }),
      services.lookAround(),
      storeFindings(deps, { actor }),
      latestAuditEvents(deps, { actor }),
      listPlatformEvents(deps, { actor, limit: 8 }),
      listFailureCausesEverywhere(deps, { actor }),
    ]),
  );
  const locale = currentLocale();
  return {
    health,
    attention: attentionOf(health, around, store, { text: textsIn(locale), locale }),
    disk: around.disk,
    isMaintained: around.readOnlySince !== null,
    companyEvents,
    events,
    causes: causes.map((cause) => ({
      ...cause,
      title: errorEntry(cause.code, locale)?.title ?? cause.code,
    })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const { db, queue } = services;
  return actionOf(request, {
    retry: form({ code: text }, ({ code }) =>
      retryFailedEverywhere({ platform: db.platform, db: db.app, queue }, { actor, code }),
    ),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.health.title');

export default function Health({ loaderData, actionData }: Route.ComponentProps) {
  const { health, attention, disk, isMaintained, companyEvents, events, causes } = loaderData;
  const { queue, storage, mails, deliveries, lastHour } = health;
  const text = useText();
  const locale = useLocale();
  useRefresh(refreshMs);
  return (
    <>
      <Row gap="4px 24px" align="baseline" justify="space-between" below={16}>
        <h1 className={page.title}>{text('operation.health.title')}</h1>
        <Text size={12} tone="dim">
          {text('operation.health.fresh')}
        </Text>
      </Row>
      <AttentionList items={attention} />
      <Figures
        label={text('operation.health.numbers')}
        figures={[
          {
            label: text('operation.health.waiting'),
            value: wholeNumber(queue.waiting, locale),
            note: isMaintained
              ? text('operation.health.waiting_note', { state: 'maintenance' })
              : queue.oldestSeconds === null
                ? text('operation.health.waiting_note', { state: 'empty' })
                : text('operation.health.waiting_note', {
                    state: 'oldest',
                    age: duration(queue.oldestSeconds, text),
                  }),
            tone: queue.oldestSeconds !== null && queue.oldestSeconds > lateSeconds ? 'alarm' : undefined,
          },
          { label: text('operation.health.being_read'), value: wholeNumber(queue.reading, locale) },
          {
            label: text('operation.health.read_last_hour'),
            value: wholeNumber(lastHour.read, locale),
            note: text('operation.health.a_minute', { rate: lastHour.read / 60 }),
          },
          {
            label: text('operation.health.failed_last_hour'),
            value: wholeNumber(lastHour.failed, locale),
            tone: lastHour.failed > 0 ? 'notice' : undefined,
          },
          {
            label: text('operation.health.companies'),
            value: wholeNumber(health.companies, locale),
            to: '/admin/company',
            note:
              health.suspendedCompanies > 0
                ? text('operation.health.suspended', { count: health.suspendedCompanies })
                : undefined,
          },
          {
            label: text('operation.health.users'),
            value: wholeNumber(health.users, locale),
            to: '/admin/user',
          },
          {
            label: text('operation.health.originals'),
            value: fileSize(storage.bytes, locale),
            note: text('operation.health.files', { count: storage.objects }),
            to: '/admin/company?sort=bytes',
          },
          {
            label: text('operation.deliveries.waiting'),
            value: wholeNumber(deliveries.waiting, locale),
            note: text('operation.health.deliveries_note', deliveries),
            to: '#deliveries',
            tone: deliveries.failed > 0 || deliveries.paused > 0 ? 'notice' : undefined,
          },
          {
            label: text('operation.health.mails_not_sent'),
            value: wholeNumber(mails.failed + mails.waiting + mails.withoutSmtp, locale),
            to: '/admin/outbox',
            note:
              mails.failed > 0 ? text('operation.health.mails_failed', { count: mails.failed }) : undefined,
            tone: mails.failed > 0 ? 'notice' : undefined,
          },
        ]}
      />
      <Rates health={health} />
      <FailedPages causes={causes} answer={useAnswer(actionData)} />
      <Machinery health={health} disk={disk} />
      <LatestEvents companyEvents={companyEvents} events={events} />
      <Text size={12} tone="dim">
        <FormattedText
          id="operation.health.audit_list"
          values={{ link: (inside) => <Link to="/admin/audit">{inside}</Link> }}
        />
      </Text>
    </>
  );
}
