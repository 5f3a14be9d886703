import { Button } from '@mantine/core';
import { checkRecipient } from '@readout/backup';
import { getBackupStanding, requestBackup, setBackupPlan } from '@readout/domain/platform/backup-plan';
import { Form, type ShouldRevalidateFunctionArgs } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { actionOf, flag, form, text, wholeNumber } from '../../../forms/form.server.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { useSending } from '../../../forms/use-sending.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Row } from '../../../ui/layout.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { parseWholeNumber } from '../forms.ts';
import classes from '../system.module.css';
import { useMay } from '../use-may.ts';
import { useRefresh } from '../use-refresh.ts';
import type { Route } from './+types/page';
import { PlanForm } from './plan-form.tsx';
import { RunTable } from './run-table.tsx';

const refreshMs = 5_000;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  return {
    ...(await orProblemPage(getBackupStanding({ platform: services.db.platform }, { actor }))),
    root: services.config.backupFolder ?? null,
    // With the files in a bucket, processes need no common folder.
    hasMachines: services.config.store.store.kind === 'bucket',
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = {
    platform: services.db.platform,
    isRecipient,
    hasFolder: services.config.backupFolder !== undefined,
  };
  return actionOf(request, {
    now: form({}, async () => {
      await requestBackup(deps, { actor });
    }),
    plan: form(
      { revision: wholeNumber, isOn: flag, folder: text, recipient: text, time: text, keep: text },
      async ({ revision, keep, ...plan }) => {
        await setBackupPlan(deps, {
          actor,
          revision,
          plan: { ...plan, keep: parseWholeNumber(keep) ?? Number.NaN },
        });
      },
    ),
  });
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

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.backup.title');

export default function Backup({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const answer = useAnswer(actionData);
  const { plan, revision, nextAt, runs, root, hasMachines } = loaderData;
  const may = useMay();
  const isAsking = useSending()('now');
  const isOpen = runs.some(({ state }) => state === 'waiting' || state === 'running');
  useRefresh(refreshMs);
  return (
    <>
      <h1 className={page.title}>{text('operation.backup.title')}</h1>
      <section className={classes.section} id="now">
        <h2>{text('operation.backup.backups')}</h2>
        <p>
          {text('operation.backup.lead')}{' '}
          {nextAt ? (
            <FormattedText id="operation.backup.next" values={{ when: <When iso={nextAt} exact /> }} />
          ) : (
            text('operation.backup.no_next')
          )}
        </p>
        {hasMachines ? <p>{text('operation.backup.machines')}</p> : null}
        {root === null ? (
          <div className={classes.now}>
            <p>{text('operation.backup.no_folder')}</p>
          </div>
        ) : null}
        {may('backups.change') ? (
          <Form method="post" className={classes.form} preventScrollReset>
            <Outcome
              problem={problemOf(answer, 'now')}
              done={doneOf(answer, 'now') && text('operation.backup.asked')}
            />
            <Row gap={8}>
              <Button
                type="submit"
                name="intent"
                value="now"
                variant="default"
                loading={isAsking}
                disabled={root === null || isOpen}
              >
                {text('operation.backup.now')}
              </Button>
            </Row>
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
        isSaved={doneOf(answer, 'plan') ?? false}
      />
    </>
  );
}
