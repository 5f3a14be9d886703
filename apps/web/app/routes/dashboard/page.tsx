import { Button } from '@mantine/core';
import type { CaptureListItem } from '@readout/domain/captures/capture-types';
import { companyOverview } from '@readout/domain/dashboard/company-overview';
import { type ReactNode, useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { requireMember } from '../../session.ts';
import { Bars } from '../../ui/bars.tsx';
import { Figures } from '../../ui/figures.tsx';
import { IconCircle, IconCircleCheckFilled } from '../../ui/icons.ts';
import page from '../../ui/page.module.css';
import { Reticle } from '../../ui/reticle.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import { When } from '../app/when.tsx';
import { plural, standing } from '../app/wording.ts';
import type { Route } from './+types/page';
import classes from './dashboard.module.css';
import { rememberTimeZone, timeZoneOf } from './time-zone.ts';

const DAYS = 30;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const timeZone = timeZoneOf(request.headers.get('cookie'));
  const overview = await orProblemPage(
    companyOverview({ db: services.db.app, plugins: services.plugins }, { scope, days: DAYS, timeZone }),
  );
  return { overview, timeZone, company: session.company.name, isOwnWork: session.role === 'operator' };
}

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard · Readout' }];

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { overview, timeZone, company, isOwnWork } = loaderData;
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // Days begin at midnight of whoever looks at them.
    if (rememberTimeZone(timeZone)) void revalidate();
  }, [timeZone, revalidate]);

  const { steps, days, latest } = overview;
  const isNew = !steps.captured;
  const from = days[0]?.day ?? '';
  const to = days.at(-1)?.day ?? '';
  const span = `from=${from}&to=${to}`;
  const share = overview.confirmedUnchangedShare;
  return (
    <div className={page.page}>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{company}</h1>
          <p className={page.lead}>
            {isOwnWork ? 'Your own work' : 'The company at a glance'}, last {DAYS} days ({timeZone})
          </p>
        </div>
        <Button component={Link} to="/app">
          Open workspace
        </Button>
      </div>

      {steps.captured && steps.confirmed ? null : <FirstSteps steps={steps} />}

      <Figures
        label="Numbers"
        figures={[
          {
            label: 'Waiting for review',
            value: overview.waitingForReview,
            to: '/app?review=needs_review',
            tone: overview.waitingForReview > 0 ? 'notice' : undefined,
          },
          {
            label: 'Could not be read',
            value: overview.failed,
            to: '/app?state=failed',
            tone: overview.failed > 0 ? 'alarm' : undefined,
          },
          { label: 'Being read', value: overview.beingRead, to: '/app?state=reading' },
          { label: `Captures, ${DAYS} days`, value: overview.captures, to: `/app?place=all&${span}` },
          { label: `Records, ${DAYS} days`, value: overview.records, to: `/app?place=all&${span}` },
          {
            label: 'Confirmed unchanged',
            value: share === null ? 'none yet' : `${Math.round(share * 100)} %`,
            to: '/app?place=all&review=confirmed',
            note:
              share === null
                ? 'share of confirmed records nobody had to correct'
                : 'nobody had to correct them',
            tone: share === null ? undefined : 'signal',
          },
        ]}
      />

      <div className={classes.columns}>
        <section className={page.section}>
          <h2 className={page.sectionTitle}>Captures by day</h2>
          {isNew ? (
            <p className={page.dim}>Each day gets its bar here, and each bar leads to that day's captures.</p>
          ) : (
            <Bars
              label={`Captures and records on each of the last ${DAYS} days`}
              ends={[from, to]}
              bars={days.map(({ day, captures, records }) => ({
                at: day,
                parts: [{ value: captures, tone: 'signal' }],
                text: `${plural(captures, 'capture')}, ${plural(records, 'record')}`,
                to: `/app?place=all&from=${day}&to=${day}`,
              }))}
            />
          )}
          <h2 className={page.sectionTitle} style={{ marginTop: 32 }}>
            Records by plugin
          </h2>
          {overview.plugins.length === 0 ? (
            <p className={page.dim}>No records in these {DAYS} days.</p>
          ) : (
            <Table
              label="Records by plugin"
              head={
                <>
                  <th scope="col">Plugin</th>
                  <th scope="col" className={table.number}>
                    To review
                  </th>
                  <th scope="col" className={table.number}>
                    Confirmed
                  </th>
                  <th scope="col" className={table.number}>
                    Rejected
                  </th>
                </>
              }
            >
              {overview.plugins.map((row) => (
                <tr key={row.plugin}>
                  <td>
                    <Link to={`/app?place=all&plugin=${row.plugin}`}>{row.name}</Link>
                  </td>
                  <Count
                    value={row.needsReview}
                    to={`/app?place=all&plugin=${row.plugin}&review=needs_review`}
                  />
                  <Count value={row.confirmed} to={`/app?place=all&plugin=${row.plugin}&review=confirmed`} />
                  <Count value={row.rejected} to={`/app?place=all&plugin=${row.plugin}&review=rejected`} />
                </tr>
              ))}
            </Table>
          )}
        </section>
        <section className={page.section}>
          <h2 className={page.sectionTitle}>Latest captures</h2>
          {latest.length === 0 ? (
            <p className={page.dim}>Nothing captured yet.</p>
          ) : (
            <ul className={classes.latest}>
              {latest.map((capture) => (
                <LatestCapture key={capture.id} capture={capture} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </div>
  );
}

function Count({ value, to }: { value: number; to: string }) {
  return (
    <td className={table.number}>
      {value > 0 ? <Link to={to}>{value}</Link> : <span className={page.dim}>0</span>}
    </td>
  );
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

/** Ticks itself; gone once everything is done. */
function FirstSteps({ steps }: { steps: { captured: boolean; confirmed: boolean } }) {
  return (
    <Reticle tone={steps.captured ? 'plain' : 'signal'} className={classes.steps ?? ''}>
      <h2>{steps.captured ? 'One more step' : 'Begin with a picture'}</h2>
      <ol>
        <Step isDone={steps.captured}>
          Capture something: <Link to="/app">drop a file in the workspace</Link>,{' '}
          <Link to="/camera">take a photo</Link> or <Link to="/desktop">paste a screenshot</Link>.
        </Step>
        <Step isDone={steps.confirmed}>
          Look at what was read, correct what is wrong, and{' '}
          <Link to="/app?review=needs_review">confirm the record</Link>.
        </Step>
      </ol>
    </Reticle>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li data-done={isDone}>
      {isDone ? (
        <IconCircleCheckFilled size={20} aria-label="Done:" />
      ) : (
        <IconCircle size={20} stroke={1.5} aria-label="To do:" />
      )}
      <span>{children}</span>
    </li>
  );
}
