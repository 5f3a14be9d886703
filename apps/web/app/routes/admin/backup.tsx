import { Button } from '@mantine/core';
import { checkRecipient } from '@readout/backup';
import { AppError } from '@readout/domain/errors';
import { getBackupStanding, requestBackup, setBackupPlan } from '@readout/domain/platform/backup-plan';
import { Form, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router';
import { requirePlatform } from '../../session.ts';
import page from '../../ui/page.module.css';
import { When } from '../../ui/when.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import { type FormAnswer, Outcome, problemOf } from '../settings/outcome.tsx';
import type { Route } from './+types/backup';
import { PlanForm } from './backup/plan-form.tsx';
import { RunTable } from './backup/run-table.tsx';
import { parseWholeNumber, texts } from './forms.ts';
import { refusedForm } from './refused.server.ts';
import classes from './system/system.module.css';
import { useMay } from './use-may.ts';
import { useRefresh } from './use-refresh.ts';

const refreshMs = 5_000;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  return {
    ...(await orProblemPage(getBackupStanding({ platform: services.db.platform }, { actor }))),
    root: services.config.backupFolder ?? null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = {
    platform: services.db.platform,
    isRecipient,
    hasFolder: services.config.backupFolder !== undefined,
  };
  const form = await request.formData();
  const typed = texts(form, ['intent', 'revision', 'isOn', 'folder', 'recipient', 'time', 'keep']);
  try {
    if (typed.intent === 'now') await requestBackup(deps, { actor });
    else if (typed.intent === 'plan')
      await setBackupPlan(deps, {
        actor,
        revision: Number(typed.revision),
        plan: {
          isOn: typed.isOn === 'on',
          folder: typed.folder.trim(),
          recipient: typed.recipient,
          time: typed.time,
          keep: parseWholeNumber(typed.keep) ?? Number.NaN,
        },
      });
    else throw new AppError('request.invalid');
  } catch (error) {
    return refusedForm(error, typed.intent, typed);
  }
  return { done: typed.intent };
}

function isRecipient(text: string): boolean {
  try {
    checkRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = () => [{ title: 'Backup · Readout' }];

export default function Backup({ loaderData, actionData }: Route.ComponentProps) {
  const answer: FormAnswer | undefined = actionData;
  const { plan, revision, nextAt, runs, root } = loaderData;
  const may = useMay();
  const isAsking = useNavigation().formData?.get('intent') === 'now';
  const isOpen = runs.some(({ state }) => state === 'waiting' || state === 'running');
  useRefresh(refreshMs);
  return (
    <>
      <h1 className={page.title}>Backup</h1>
      <section className={classes.section} id="now">
        <h2>Backups</h2>
        <p>
          Rows and files of all companies as they are, while everybody works on. A backup is worth what a
          restore of it is: the guide “Backup and restore” describes the drill.{' '}
          {nextAt ? (
            <>
              The next one is due on <When iso={nextAt} exact />.
            </>
          ) : (
            'No time is set: backups are written when somebody asks for one.'
          )}
        </p>
        {root === null ? (
          <div className={classes.now}>
            <p>
              No folder for backups is set. Whoever runs this Readout names one in READOUT_BACKUP_FOLDER and
              starts it anew; only folders below it can be written to from here.
            </p>
          </div>
        ) : null}
        {may('backups.change') ? (
          <Form method="post" className={classes.form} preventScrollReset>
            <Outcome
              problem={problemOf(answer, 'now')}
              done={answer?.done === 'now' && 'A worker process begins in a moment.'}
            />
            <div className={classes.buttons}>
              <Button
                type="submit"
                name="intent"
                value="now"
                variant="default"
                loading={isAsking}
                disabled={root === null || isOpen}
              >
                Back up now
              </Button>
            </div>
          </Form>
        ) : null}
        <div className={classes.below}>
          <RunTable runs={runs} />
        </div>
      </section>
      <PlanForm
        key={revision}
        plan={plan}
        revision={revision}
        root={root}
        problem={problemOf(answer, 'plan')}
        isSaved={answer?.done === 'plan'}
      />
    </>
  );
}
