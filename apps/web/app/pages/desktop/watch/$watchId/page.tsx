import { whyNot } from '@readout/domain/policy';
import { acknowledgeAlarm } from '@readout/domain/watches/acknowledge-alarm';
import { confirmSample } from '@readout/domain/watches/confirm-sample';
import { getWatch } from '@readout/domain/watches/get-watch';
import { listAlarms } from '@readout/domain/watches/list-alarms';
import { listSamples } from '@readout/domain/watches/list-samples';
import { readSeries } from '@readout/domain/watches/read-series';
import { rejectSample } from '@readout/domain/watches/reject-sample';
import { restoreWatch } from '@readout/domain/watches/restore-watch';
import { type SampleFilter, sampleFilters, type WatchState } from '@readout/domain/watches/rules';
import { setWatchState } from '@readout/domain/watches/set-watch-state';
import { trashWatch } from '@readout/domain/watches/trash-watch';
import { updateWatch } from '@readout/domain/watches/update-watch';
import { languageOf } from '@readout/texts';
import { Form, Link, redirect } from 'react-router';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { PackagedInstead } from '../../../../device/packaged-instead.tsx';
import { actionOf, form, number, oneOf, text, wholeNumber } from '../../../../forms/form.server.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useAnswer } from '../../../../forms/use-answer.ts';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import { FailureMessage } from '../../../../shell/page-failure.tsx';
import { localeOfMatches } from '../../../../texts/page-title.ts';
import { Row } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import { textsIn, useLocale, useText } from '../../../../ui/texts.tsx';
import { countedInterval, onChange } from '../../../../watch/words.ts';
import { AlarmSound } from '../alarm-sound.tsx';
import { Alarms } from '../alarms.tsx';
import { LiveValue } from '../live-value.tsx';
import { periodOf } from '../period.ts';
import { Periods } from '../periods.tsx';
import { RunControls } from '../run-controls.tsx';
import { Samples } from '../samples.tsx';
import { settingsFromForm } from '../settings-from-form.ts';
import { SettingsSection } from '../settings-section.tsx';
import { useAlarmTitle } from '../use-alarm-title.ts';
import { useFresh } from '../use-fresh.ts';
import { useRunning } from '../use-running.ts';
import classes from '../watch.module.css';
import { WatchPlot } from '../watch-plot.tsx';
import type { Route } from './+types/page';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const deps = { db: services.db.app };
  const { searchParams } = new URL(request.url);
  const period = periodOf(searchParams);
  const filter = sampleFilters.find((name) => name === searchParams.get('samples')) ?? 'all';
  const of = { scope, watchId: params.watchId };
  const zoomed = period.name === null ? { from: period.from, to: period.to } : {};
  const [watch, alarms, samples, series] = await orProblemPage(
    Promise.all([
      getWatch(deps, of),
      listAlarms(deps, of),
      listSamples(deps, { ...of, filter, ...zoomed }),
      readSeries(deps, { ...of, from: period.from, to: period.to }),
    ]),
  );
  const manage = whyNot(scope.actor, 'watches.manage', currentLocale());
  return {
    watch,
    alarms,
    samples,
    series,
    period,
    filter: filter as SampleFilter,
    now: Date.now(),
    owner: { companyId: scope.companyId, userId: scope.actor.userId },
    may:
      session.company.status === 'active'
        ? manage
        : {
            ...manage,
            allowed: false,
            sentence: textsIn(currentLocale())('watch.page.takes_in_nothing_new'),
          },
  };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  const of = { scope, watchId: params.watchId };
  return actionOf(request, {
    confirm: form({ sampleId: text, reason: text, value: number }, async ({ value, ...decision }) => {
      await confirmSample(deps, { ...of, ...decision, ...(value === undefined ? {} : { value }) });
    }),
    reject: form({ sampleId: text, reason: text }, async (decision) => {
      await rejectSample(deps, { ...of, ...decision });
    }),
    acknowledge: form({ alarmId: text, note: text }, async (alarm) => {
      await acknowledgeAlarm(deps, { ...of, ...alarm });
    }),
    settings: form({ revision: wholeNumber }, async ({ revision }, sent) => {
      await updateWatch(deps, { ...of, revision, settings: settingsFromForm(sent) });
    }),
    state: form({ state: oneOf(states) }, async ({ state }) => {
      await setWatchState(deps, { ...of, state });
    }),
    trash: form({}, async () => {
      await trashWatch(deps, of);
      return redirect('/desktop/watch');
    }),
    restore: form({}, async () => {
      await restoreWatch(deps, of);
    }),
  });
}

const states: readonly WatchState[] = ['active', 'paused', 'ended'];

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: `${loaderData?.watch.name ?? textsIn(localeOfMatches(matches))('watch.page.watch')} · Readout`,
  },
];

export default function WatchPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  // A step of the plot is as often as it can look different.
  const shown = useFresh(loaderData, {
    watchId: loaderData.watch.id,
    pauseMs: Math.min(60_000, loaderData.series.stepMs ?? 0),
  });
  const { watch, alarms, samples, series, period, filter, owner, may, now } = shown;
  const answer = useAnswer(actionData);
  const { running, outbox } = useRunning(watch.id);
  useAlarmTitle(watch.openAlarms.length > 0);
  const isText = watch.reads.kind === 'text';
  const locale = useLocale();
  // For the reader's own spreadsheet.
  const table = `/api/v1/watches/${watch.id}/export?language=${languageOf(locale)}`;
  return (
    <div className={page.page}>
      <PackagedInstead />
      <div className={page.head}>
        <div>
          <h1 className={page.title} dir="auto">
            {watch.name}
          </h1>
          <p className={page.lead}>
            {text('watch.page.lead', {
              source: watch.sourceKind,
              ...(watch.intervalMs === null ? onChange : countedInterval(watch.intervalMs)),
              display: watch.reads.kind === 'segments' ? 'segments' : 'plain',
            })}
          </p>
        </div>
        <nav className={classes.places} aria-label={text('watch.page.places')}>
          <Link to="/desktop/watch">{text('watch.page.all_watches')}</Link>
          <a href={`${table}&from=${period.from}&to=${period.to}`} download>
            {text('watch.page.csv_period')}
          </a>
          <a href={table} download>
            {text('watch.page.csv_of_everything')}
          </a>
        </nav>
      </div>

      {watch.trashedAt ? (
        <Form method="post" className={classes.notice}>
          <span>{text('watch.page.watch_in_trash_takes_in')}</span>
          <button
            type="submit"
            name="intent"
            value="restore"
            className={classes.textButton}
            disabled={!may.allowed}
          >
            {text('watch.page.restore')}
          </button>
        </Form>
      ) : null}
      {answer?.problem ? <Outcome problem={answer.problem} /> : null}

      <div className={classes.top}>
        <LiveValue watch={watch} running={running} now={now} />
        {watch.trashedAt ? null : (
          <RunControls watch={watch} owner={owner} may={may} running={running} outbox={outbox} now={now} />
        )}
      </div>

      <section className={page.section} aria-labelledby="course">
        <Row gap="4px 24px" align="baseline" justify="space-between" below={8}>
          <h2 id="course" className={page.sectionTitle}>
            {text('watch.page.course')}
          </h2>
          <Periods period={period} />
        </Row>
        {isText ? (
          <p className={page.dim}>{text('watch.page.watch_reads_text_its_changes')}</p>
        ) : (
          <WatchPlot
            series={series}
            reads={watch.reads}
            low={watch.low}
            high={watch.high}
            alarms={alarms}
            live={period.name === null ? [] : (running?.points ?? [])}
            isMoving={period.name !== null}
          />
        )}
      </section>

      <section className={page.section} aria-labelledby="alarms">
        <Row gap="4px 24px" align="baseline" justify="space-between" below={8}>
          <h2 id="alarms" className={page.sectionTitle}>
            {text('watch.page.alarms')}
          </h2>
          <AlarmSound key={watch.id} alarms={alarms.map(({ id }) => id)} />
        </Row>
        <Alarms alarms={alarms} watch={watch} may={may} />
      </section>

      <section className={page.section} aria-labelledby="samples">
        <Samples watch={watch} first={samples} filter={filter} period={period} may={may} />
      </section>

      {watch.trashedAt ? null : <SettingsSection watch={watch} may={may} answer={answer} />}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureMessage error={error} />;
}
