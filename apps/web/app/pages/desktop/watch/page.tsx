import { whyNot } from '@readout/domain/policy';
import { listRegionProfiles } from '@readout/domain/region-profiles/list-region-profiles';
import { createWatch } from '@readout/domain/watches/create-watch';
import { listWatches } from '@readout/domain/watches/list-watches';
import { restoreWatch } from '@readout/domain/watches/restore-watch';
import { Form, Link } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { PackagedInstead } from '../../../device/packaged-instead.tsx';
import { actionOf, form, text } from '../../../forms/form.server.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { FailureMessage } from '../../../shell/page-failure.tsx';
import { pageTitle } from '../../../texts/page-title.ts';
import table from '../../../ui/list/list.module.css';
import { Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { textsIn, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { CourseLine } from '../../../watch/course-line.tsx';
import { countedInterval, onChange, shownValue, standingOf } from '../../../watch/words.ts';
import type { Route } from './+types/page';
import { AlarmSound } from './alarm-sound.tsx';
import { NewWatch } from './new-watch.tsx';
import { settingsFromForm } from './settings-from-form.ts';
import { useAlarmTitle } from './use-alarm-title.ts';
import { useFresh } from './use-fresh.ts';
import { useCutOffRuns } from './use-running.ts';
import classes from './watch.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const deps = { db: services.db.app };
  const place = new URL(request.url).searchParams.get('place') === 'trash' ? 'trash' : 'kept';
  const [watches, profiles] = await orProblemPage(
    Promise.all([listWatches(deps, { scope, place }), listRegionProfiles(deps, { scope })]),
  );
  return {
    watches,
    place,
    now: Date.now(),
    owner: { companyId: scope.companyId, userId: scope.actor.userId },
    may:
      session.company.status === 'active' ? whyNot(scope.actor, 'watches.manage', currentLocale()) : closed(),
    profiles: profiles.map(({ id, name, frame, region, reads }) => ({ id, name, frame, region, reads })),
  };
}

const closed = () => ({
  allowed: false,
  roles: [],
  sentence: textsIn(currentLocale())('watch.list.takes_in_nothing_new'),
});

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  return actionOf(request, {
    create: form({}, async (_, sent) => {
      const { id } = await createWatch(deps, { scope, settings: settingsFromForm(sent) });
      return { id };
    }),
    restore: form({ watchId: text }, async ({ watchId }) => {
      await restoreWatch(deps, { scope, watchId });
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'watch.list.watch');

export default function Watches({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const locale = useLocale();
  const shown = useFresh(loaderData);
  const { watches, place, owner, may, profiles, now } = shown;
  const answer = useAnswer(actionData);
  const cutOff = useCutOffRuns(owner);
  useAlarmTitle(watches.some(({ openAlarms }) => openAlarms.length > 0));
  return (
    <div className={page.page}>
      <PackagedInstead />
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{text('watch.list.watch')}</h1>
          <p className={page.lead}>{text('watch.list.lead')}</p>
        </div>
        <nav className={classes.places} aria-label={text('watch.list.places')}>
          <Link to="/desktop">{text('watch.list.desktop')}</Link>
          {place === 'trash' ? (
            <Link to="/desktop/watch">{text('watch.list.watches')}</Link>
          ) : (
            <Link to="?place=trash">{text('watch.list.trash')}</Link>
          )}
        </nav>
      </div>

      {place === 'kept' ? (
        <NewWatch owner={owner} may={may} profiles={profiles} isFirst={watches.length === 0} />
      ) : null}
      {answer?.problem ? <Outcome problem={answer.problem} /> : null}
      {place === 'kept' && watches.length > 0 ? (
        <AlarmSound
          alarms={watches.flatMap(({ id, openAlarms }) => openAlarms.map((alarm) => `${id} ${alarm}`))}
        />
      ) : null}

      {watches.length === 0 ? (
        <p className={page.dim}>
          {place === 'trash'
            ? text('watch.list.no_watch_in_trash_deleted')
            : text('watch.list.no_watch_yet_begin_with')}
        </p>
      ) : (
        <Table
          label={place === 'trash' ? text('watch.list.watches_in_trash') : text('watch.list.watches')}
          head={
            <>
              <th scope="col">{text('watch.list.watch')}</th>
              <th scope="col">{text('watch.list.state')}</th>
              <th scope="col" className={table.number}>
                {text('watch.list.last_value')}
              </th>
              <th scope="col">{text('watch.list.last_six_hours')}</th>
              <th scope="col">{text('watch.list.read_by')}</th>
            </>
          }
        >
          {watches.map((watch) => {
            const { label, tone } = standingOf(watch, now, text);
            return (
              <tr key={watch.id}>
                <td>
                  <Link to={`/desktop/watch/${watch.id}`} dir="auto">
                    {watch.name}
                  </Link>
                  <div className={table.sub}>
                    {text('watch.list.how_read', {
                      source: watch.sourceKind,
                      ...(watch.intervalMs === null ? onChange : countedInterval(watch.intervalMs)),
                    })}
                  </div>
                </td>
                <td>
                  <span className={table.state} data-tone={tone}>
                    {label}
                  </span>
                  {watch.unseenAlarms > 0 ? (
                    <div className={table.sub}>
                      {text('watch.list.alarms_nobody_acknowledged', { count: watch.unseenAlarms })}
                    </div>
                  ) : null}
                  {cutOff.has(watch.id) ? (
                    <div className={table.sub}>
                      <Link to={`/desktop/watch/${watch.id}`}>
                        {text('watch.list.was_cut_off_on_device')}
                      </Link>
                    </div>
                  ) : null}
                </td>
                <td className={table.number}>
                  {watch.last ? (
                    <>
                      <span className={classes.listValue}>
                        {shownValue(watch.last, watch.reads, text, locale)}
                      </span>
                      <div className={table.sub}>
                        <When iso={watch.last.takenAt} />
                      </div>
                    </>
                  ) : (
                    <span className={page.dim}>{text('watch.list.nothing_read_yet')}</span>
                  )}
                </td>
                <td>
                  <CourseLine course={watch.course} reads={watch.reads} low={watch.low} high={watch.high} />
                </td>
                <td>
                  {place === 'trash' ? (
                    <Form method="post">
                      <input type="hidden" name="watchId" value={watch.id} />
                      <button
                        type="submit"
                        name="intent"
                        value="restore"
                        className={classes.textButton}
                        disabled={!may.allowed}
                      >
                        {text('watch.list.restore')}
                      </button>
                    </Form>
                  ) : watch.run ? (
                    <>
                      <span dir="auto">{watch.run.by.name}</span>
                      <div className={table.sub}>{watch.run.device}</div>
                    </>
                  ) : (
                    <span className={page.dim}>{text('watch.list.nobody_yet')}</span>
                  )}
                </td>
              </tr>
            );
          })}
        </Table>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailureMessage error={error} />;
}
