import { Button } from '@mantine/core';
import type { CaptureListItem } from '@readout/domain/captures/rules';
import { companyOverview } from '@readout/domain/dashboard/company-overview';
import { dismissFirstSteps } from '@readout/domain/dashboard/dismiss-first-steps';
import { reachOf } from '@readout/domain/policy';
import { listWatches } from '@readout/domain/watches/list-watches';
import { useEffect, useMemo } from 'react';
import { Link, redirect, useNavigation, useRevalidator } from 'react-router';
import { requireMember } from '../../session.ts';
import { FailureMessage } from '../../shell/page-failure.tsx';
import { Figures } from '../../ui/figures.tsx';
import { plural, wholeNumber } from '../../ui/numbers.ts';
import page from '../../ui/page.module.css';
import table from '../../ui/table.module.css';
import { When } from '../../ui/when.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import { standing } from '../app/wording.ts';
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
import { rememberTimeZone, timeZoneOf } from './time-zone.ts';
import { useLiveOverview } from './use-live-overview.ts';
import { Watches } from './watches.tsx';
import { duration, listAddress, percent, spanOf, spans } from './words.ts';

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

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard · Readout' }];

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { overview, watches, days, timeZone, company, isOwnWork } = loaderData;
  const { revalidate } = useRevalidator();
  useLiveOverview();
  useEffect(() => {
    // Days begin at midnight of whoever looks at them.
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
  return (
    <div className={page.page} aria-busy={isLoading} data-loading={isLoading || undefined}>
      <div className={page.head}>
        <div>
          <h1 className={`${page.title} ${classes.company}`} dir="auto">
            {company}
          </h1>
          <p className={page.lead}>
            {isOwnWork ? 'Your own work' : 'The company at a glance'}, last {days} days ({timeZone})
          </p>
        </div>
        <div className={classes.tools}>
          <nav className={classes.spans} aria-label="Period">
            {spans.map((each) => (
              <Link
                key={each}
                to={`?days=${each}`}
                aria-current={each === days ? 'page' : undefined}
                preventScrollReset
              >
                {each} days
              </Link>
            ))}
          </nav>
          <Button component={Link} to="/app">
            Open workspace
          </Button>
        </div>
      </div>

      {steps.length > 0 ? <FirstSteps steps={steps} /> : null}

      <div className={classes.content}>
        <Figures
          label="Numbers"
          figures={[
            {
              label: 'Waiting for review',
              value: wholeNumber(now.waiting),
              to: listAddress({ review: 'needs_review' }),
              tone: now.waiting > 0 ? 'notice' : undefined,
              note: 'in the inbox, now',
            },
            {
              label: 'Could not be read',
              value: wholeNumber(now.failed),
              to: listAddress({ state: 'failed' }),
              tone: now.failed > 0 ? 'alarm' : undefined,
              note: 'in the inbox, now',
            },
            {
              label: 'Not read yet',
              value: wholeNumber(now.unread),
              to: listAddress({ state: 'unread' }),
              note: 'in the inbox, now',
            },
            {
              label: `Captures, ${days} days`,
              value: wholeNumber(total.captures),
              to: listAddress(span),
            },
            {
              label: `Records, ${days} days`,
              value: wholeNumber(total.records),
              to: listAddress({ ...span, review: 'any' }),
              note: `in ${plural(total.recorded, 'capture')}`,
            },
            {
              label: 'Confirmed unchanged',
              value:
                confirmed.records === 0 ? (
                  <NoData />
                ) : (
                  percent(confirmed.unchanged.records, confirmed.records)
                ),
              to: listAddress({ ...span, review: 'confirmed', corrected: 'none' }),
              note:
                confirmed.records === 0
                  ? 'share of confirmed records nobody had to correct'
                  : `${wholeNumber(confirmed.unchanged.records)} of ${plural(confirmed.records, 'confirmed record')}`,
              tone: confirmed.records === 0 ? undefined : 'signal',
            },
            {
              label: 'Capture to confirmed',
              value: confirmed.medianSeconds === null ? <NoData /> : duration(confirmed.medianSeconds),
              to: listAddress({ ...span, review: 'confirmed' }),
              note:
                confirmed.medianSeconds === null
                  ? 'half of the records take less'
                  : `half of ${plural(confirmed.records, 'record')} took less`,
            },
          ]}
        />

        <div className={classes.columns}>
          <div>
            <section className={page.section}>
              <h2 className={page.sectionTitle}>Captures by day</h2>
              {isEmpty ? (
                <p className={page.dim}>
                  Nothing was captured in these {days} days. Each day gets its bar here, and each bar leads to
                  that day's captures.
                </p>
              ) : (
                <CapturesByDay {...parts} />
              )}
            </section>
            <section className={page.section}>
              <h2 className={page.sectionTitle}>Records by day</h2>
              {total.records === 0 ? (
                <p className={page.dim}>No data yet: no records in this period.</p>
              ) : (
                <RecordsByDay {...parts} />
              )}
            </section>
            <section className={page.section}>
              <h2 className={page.sectionTitle}>Waiting for review</h2>
              {overview.days.every(({ waiting }) => waiting === 0) ? (
                <p className={page.dim}>Nothing waited at the end of any of these days.</p>
              ) : (
                <WaitingByDay {...parts} />
              )}
            </section>
            <section className={page.section}>
              <h2 className={page.sectionTitle}>Plugins</h2>
              <Plugins {...parts} />
            </section>
          </div>
          <div>
            <section className={page.section}>
              <h2 className={page.sectionTitle}>Latest captures</h2>
              {latest.length === 0 ? (
                <p className={page.dim}>
                  Nothing captured yet. <Link to="/app">Drop a file in the workspace</Link> and it shows here.
                </p>
              ) : (
                <ul className={classes.latest}>
                  {latest.map((capture) => (
                    <LatestCapture key={capture.id} capture={capture} />
                  ))}
                </ul>
              )}
            </section>
            {watches ? <Watches watches={watches} now={loaderData.now} /> : null}
            <section className={page.section}>
              <h2 className={page.sectionTitle}>Confidence</h2>
              <ConfidencePlot {...parts} />
            </section>
            <section className={page.section}>
              <h2 className={page.sectionTitle}>What people correct most</h2>
              <Corrections {...parts} />
            </section>
          </div>
        </div>
      </div>
    </div>
  );
}

function NoData() {
  return <span className={classes.none}>no data yet</span>;
}

function LatestCapture({ capture }: { capture: CaptureListItem }) {
  const { tone, text } = standing(capture);
  const record = capture.records[0];
  return (
    <li>
      {capture.width === null ? (
        <span className={classes.blank} aria-hidden />
      ) : (
        <img src={`/api/v1/captures/${capture.id}/thumbnail`} alt="" width={40} height={40} loading="lazy" />
      )}
      <div>
        <Link to={`/app/${capture.id}`}>{record?.title || capture.title || capture.fileName}</Link>
        <p>
          {capture.createdBy.name}, <When iso={capture.createdAt} />
        </p>
      </div>
      <span className={table.state} data-tone={tone}>
        {text}
      </span>
    </li>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureMessage error={error} />;
}
