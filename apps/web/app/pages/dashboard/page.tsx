import { Button } from '@mantine/core';
import type { CaptureListItem } from '@readout/domain/captures/rules';
import { companyOverview } from '@readout/domain/dashboard/company-overview';
import { dismissFirstSteps } from '@readout/domain/dashboard/dismiss-first-steps';
import { reachOf } from '@readout/domain/policy';
import { listWatches } from '@readout/domain/watches/list-watches';
import { wholeNumber } from '@readout/texts/numbers';
import { useEffect, useMemo } from 'react';
import { Link, redirect, useNavigation, useRevalidator } from 'react-router';
import { useCaptureTitle } from '../../captures/capture-name.ts';
import { standing } from '../../captures/wording.ts';
import { duration, listAddress, percent, spanOf, spans } from '../../dashboard/words.ts';
import { orProblemPage } from '../../problems/page-problem.ts';
import { requireMember } from '../../session.ts';
import { FailureMessage } from '../../shell/page-failure.tsx';
import { pageTitle } from '../../texts/page-title.ts';
import { rememberTimeZone, timeZoneOf } from '../../time-zone.ts';
import { Figures } from '../../ui/figures.tsx';
import { Lines, Row } from '../../ui/layout.tsx';
import table from '../../ui/list/list.module.css';
import page from '../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../ui/texts.tsx';
import { When } from '../../ui/when.tsx';
import type { Route } from './+types/page';
import classes from './dashboard.module.css';
import { FirstSteps } from './first-steps.tsx';
import {
  CapturesByDay,
  ConfidencePlot,
  Corrections,
  Plugins,
  RecordsByDay,
  type Span,
  WaitingByDay,
} from './plots.tsx';
import { useLiveOverview } from './use-live-overview.ts';
import { Watches } from './watches.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const timeZone = timeZoneOf(request.headers.get('cookie'));
  const days = spanOf(new URL(request.url).searchParams.get('days'));
  const seesWatches = reachOf(scope.actor, 'watches.see') !== undefined;
  const [overview, watches] = await orProblemPage(
    Promise.all([
      companyOverview(
        { db: services.db.app, plugins: services.plugins },
        { scope, days, timeZone, hasTwoFactor: session.user.twoFactor },
      ),
      seesWatches ? listWatches({ db: services.db.app }, { scope }) : null,
    ]),
  );
  return {
    overview,
    watches,
    now: Date.now(),
    days,
    timeZone,
    company: session.company.name,
    isOwnWork: session.role === 'operator',
  };
}

/** The one thing to be done here: the first steps go away. */
export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  await orProblemPage(dismissFirstSteps({ db: services.db.app }, { scope }));
  const { search } = new URL(request.url);
  return redirect(`/dashboard${search}`);
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'dashboard.page.title');

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const text = useText();
  const locale = useLocale();
  const { overview, watches, days, timeZone, company, isOwnWork } = loaderData;
  const { revalidate } = useRevalidator();
  useLiveOverview();
  useEffect(() => {
    // Days begin at midnight where the person who looks at them is.
    if (rememberTimeZone(timeZone)) void revalidate();
  }, [timeZone, revalidate]);
  const navigation = useNavigation();
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === '/dashboard';

  const { steps, latest, now, total, confirmed } = overview;
  const from = overview.days[0]?.day ?? '';
  const to = overview.days.at(-1)?.day ?? '';
  const span = useMemo<Span>(() => ({ place: 'kept', from, to, timeZone }), [from, to, timeZone]);
  const parts = { overview, span };
  const isEmpty = total.captures === 0;
  const isFirstDay = steps.some(({ step, isDone }) => step === 'capture' && !isDone) && !watches?.length;
  return (
    <div className={page.page} aria-busy={isLoading} data-loading={isLoading || undefined}>
      <div className={page.head}>
        <div>
          <h1 className={`${page.title} ${classes.company}`} dir="auto">
            {company}
          </h1>
          <p className={page.lead}>
            {text('dashboard.page.lead', { of: isOwnWork ? 'own' : 'company', days, timeZone })}
          </p>
        </div>
        <Row gap="8px 16px" align="center">
          {isFirstDay ? null : (
            <nav className={classes.spans} aria-label={text('dashboard.page.period')}>
              {spans.map((each) => (
                <Link
                  key={each}
                  to={`?days=${each}`}
                  aria-current={each === days ? 'page' : undefined}
                  preventScrollReset
                >
                  {text('dashboard.page.days', { days: each })}
                </Link>
              ))}
            </nav>
          )}
          <Button component={Link} to="/app">
            {text('dashboard.page.open_workspace')}
          </Button>
        </Row>
      </div>

      {steps.length > 0 ? <FirstSteps steps={steps} /> : null}

      {isFirstDay ? (
        <p className={page.dim}>{text('dashboard.page.first_day')}</p>
      ) : (
        <div className={classes.content}>
          <Figures
            label={text('dashboard.page.numbers')}
            figures={[
              {
                label: text('dashboard.page.waiting_for_review'),
                value: wholeNumber(now.waiting, locale),
                to: listAddress({ review: 'needs_review' }),
                tone: now.waiting > 0 ? 'notice' : undefined,
                note: text('dashboard.page.in_inbox_now'),
              },
              {
                label: text('dashboard.page.could_not_be_read'),
                value: wholeNumber(now.failed, locale),
                to: listAddress({ state: 'failed' }),
                tone: now.failed > 0 ? 'alarm' : undefined,
                note: text('dashboard.page.in_inbox_now'),
              },
              {
                label: text('dashboard.page.not_read_yet'),
                value: wholeNumber(now.unread, locale),
                to: listAddress({ state: 'unread' }),
                note: text('dashboard.page.in_inbox_now'),
              },
              ...(now.undelivered === null
                ? []
                : [
                    {
                      label: text('dashboard.page.undelivered'),
                      value: wholeNumber(now.undelivered, locale),
                      to: '/settings/deliveries?state=failed#deliveries',
                      tone: now.undelivered > 0 ? ('alarm' as const) : undefined,
                      note: text('dashboard.page.undelivered_note'),
                    },
                  ]),
              {
                label: text('dashboard.page.captures_of_days', { days }),
                value: wholeNumber(total.captures, locale),
                to: listAddress(span),
              },
              {
                label: text('dashboard.page.records_of_days', { days }),
                value: wholeNumber(total.records, locale),
                to: listAddress({ ...span, review: 'any' }),
                note: text('dashboard.page.in_captures', { count: total.recorded }),
              },
              {
                label: text('dashboard.page.confirmed_unchanged'),
                value:
                  confirmed.records === 0 ? (
                    <NoData />
                  ) : (
                    percent(confirmed.unchanged.records, confirmed.records, text)
                  ),
                to: listAddress({ ...span, review: 'confirmed', corrected: 'none' }),
                note:
                  confirmed.records === 0
                    ? text('dashboard.page.share_confirmed_records_nobody_had')
                    : text('dashboard.page.unchanged_of', {
                        unchanged: confirmed.unchanged.records,
                        count: confirmed.records,
                      }),
                tone: confirmed.records === 0 ? undefined : 'signal',
              },
              {
                label: text('dashboard.page.capture_to_confirmed'),
                value:
                  confirmed.medianSeconds === null ? <NoData /> : duration(confirmed.medianSeconds, locale),
                to: listAddress({ ...span, review: 'confirmed' }),
                note:
                  confirmed.medianSeconds === null
                    ? text('dashboard.page.half_records_take_less')
                    : text('dashboard.page.half_took_less', { count: confirmed.records }),
              },
            ]}
          />

          <div className={classes.columns}>
            <div>
              <section className={page.section}>
                <h2 className={page.sectionTitle}>{text('dashboard.page.captures_by_day')}</h2>
                {isEmpty ? (
                  <p className={page.dim}>{text('dashboard.page.nothing_captured_in_days', { days })}</p>
                ) : (
                  <CapturesByDay {...parts} />
                )}
              </section>
              <section className={page.section}>
                <h2 className={page.sectionTitle}>{text('dashboard.page.records_by_day')}</h2>
                {total.records === 0 ? (
                  <p className={page.dim}>{text('dashboard.page.no_data_yet_no_records')}</p>
                ) : (
                  <RecordsByDay {...parts} />
                )}
              </section>
              <section className={page.section}>
                <h2 className={page.sectionTitle}>{text('dashboard.page.waiting_for_review')}</h2>
                {overview.days.every(({ waiting }) => waiting === 0) ? (
                  <p className={page.dim}>{text('dashboard.page.nothing_waited_at_end_any')}</p>
                ) : (
                  <WaitingByDay {...parts} />
                )}
              </section>
              <section className={page.section}>
                <h2 className={page.sectionTitle}>{text('dashboard.page.plugins')}</h2>
                <Plugins {...parts} />
              </section>
            </div>
            <div>
              <section className={page.section}>
                <h2 className={page.sectionTitle}>{text('dashboard.page.latest_captures')}</h2>
                {latest.length === 0 ? (
                  <p className={page.dim}>
                    <FormattedText
                      id="dashboard.page.nothing_captured_yet"
                      values={{ link: (inside) => <Link to="/app">{inside}</Link> }}
                    />
                  </p>
                ) : (
                  <Lines className={classes.latest}>
                    {latest.map((capture) => (
                      <LatestCapture key={capture.id} capture={capture} />
                    ))}
                  </Lines>
                )}
              </section>
              {watches ? <Watches watches={watches} now={loaderData.now} /> : null}
              <section className={page.section}>
                <h2 className={page.sectionTitle}>{text('dashboard.page.confidence')}</h2>
                <ConfidencePlot {...parts} />
              </section>
              <section className={page.section}>
                <h2 className={page.sectionTitle}>{text('dashboard.page.what_people_correct_most')}</h2>
                <Corrections {...parts} />
              </section>
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

function NoData() {
  const text = useText();
  return <span className={classes.none}>{text('common.percent', { share: 'no_data' })}</span>;
}

function LatestCapture({ capture }: { capture: CaptureListItem }) {
  const titleOf = useCaptureTitle();
  const text = useText();
  const { tone, label } = standing(capture, text);
  return (
    <li>
      {capture.width === null ? (
        <span className={classes.blank} aria-hidden />
      ) : (
        <img src={`/api/v1/captures/${capture.id}/thumbnail`} alt="" width={40} height={40} loading="lazy" />
      )}
      <div>
        <Link to={`/app/${capture.id}`}>{titleOf(capture)}</Link>
        <p>
          <FormattedText
            id="dashboard.page.by_when"
            values={{ name: capture.createdBy.name, when: <When iso={capture.createdAt} /> }}
          />
        </p>
      </div>
      <span className={table.state} data-tone={tone}>
        {label}
      </span>
    </li>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureMessage error={error} />;
}
