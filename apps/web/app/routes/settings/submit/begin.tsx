import { Button, Select } from '@mantine/core';
import { statusOf } from '@readout/domain/error-catalogue';
import { getPlugin } from '@readout/domain/plugins/get-plugin';
import { beginSubmission } from '@readout/domain/plugins/submissions/begin-submission';
import { listSubmissions } from '@readout/domain/plugins/submissions/list-submissions';
import { whyNot } from '@readout/domain/policy';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { foreseen, toldError } from '../../../../server/http/problem.ts';
import { requireMember } from '../../../session.ts';
import page from '../../../ui/page.module.css';
import { useAnswer } from '../../../ui/use-answer.ts';
import { orProblemPage } from '../../app/page-problem.ts';
import settings from '../settings.module.css';
import type { Route } from './+types/begin';
import { SubmissionRows } from './submission-list.tsx';
import classes from './submit.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  const asked = new URL(request.url).searchParams;
  const pluginId = asked.get('plugin') ?? '';
  const submissions = await orProblemPage(listSubmissions(deps, { scope, pluginId }));
  const { versions } = await orProblemPage(getPlugin(deps, { scope, pluginId }));
  const own = versions.filter(({ source }) => source === 'company');
  return {
    pluginId,
    submissions,
    name: own[0]?.manifest.name ?? pluginId,
    versions: own.map(({ version }) => version),
    version: own.find(({ version }) => version === asked.get('version'))?.version ?? own[0]?.version,
    may: whyNot(scope.actor, 'templates.manage'),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  try {
    const { submissionId } = await beginSubmission(
      { db: services.db.app, submissions: services.submissions },
      { scope, pluginId: text('plugin'), version: text('version') },
    );
    return redirect(`/settings/plugins/submit/${submissionId}`);
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    return data({ message: toldError(known).sentence }, { status: statusOf[known.kind] });
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Submit for review · Readout' }];

export default function Begin({ loaderData, actionData }: Route.ComponentProps) {
  const { pluginId, name, versions, version, submissions, may } = loaderData;
  const answer = useAnswer(actionData);
  const isBusy = useNavigation().formMethod !== undefined;
  const open = submissions.find(({ state }) => state === 'preparing' || state === 'waiting');
  return (
    <>
      <p className={classes.back}>
        <Link to={`/settings/plugins/${pluginId}`}>{name}</Link>
      </p>
      <h1 className={page.title}>Submit for review</h1>
      <p className={page.lead}>
        {name} comes into the catalogue for everybody who uses this Readout, once whoever runs it has reviewed
        it. Your company goes on with its own version meanwhile.
      </p>
      <section className={settings.section} aria-labelledby="begin">
        <h2 id="begin">Prepare what leaves</h2>
        <ul className={classes.rules}>
          <li>
            The program, its source, its manifest and its README leave with it. Every reviewer sees them.
          </li>
          <li>
            No fixture leaves unless you pick it, and of a picked one you can hide whatever is nobody else’s
            business. The others count by their result only.
          </li>
          <li>An owner or admin looks at all of it and confirms before anything leaves the company.</li>
        </ul>
        {open ? (
          <Button component={Link} to={`/settings/plugins/submit/${open.id}`}>
            {open.state === 'waiting' ? 'See what waits for confirmation' : 'Go on preparing'} {open.version}
          </Button>
        ) : versions.length === 0 ? (
          <p>There is no version of your company’s own to submit.</p>
        ) : may.allowed ? (
          <Form method="post" className={settings.inline}>
            <input type="hidden" name="plugin" value={pluginId} />
            <Select
              label="Version"
              name="version"
              data={versions}
              defaultValue={version ?? null}
              allowDeselect={false}
              w={160}
            />
            <Button type="submit" loading={isBusy}>
              Prepare
            </Button>
          </Form>
        ) : (
          <p>{may.sentence}</p>
        )}
        <p className={settings.problem} role="status">
          {answer?.message}
        </p>
      </section>
      {submissions.length > 0 ? (
        <section className={settings.section} aria-labelledby="submissions">
          <h2 id="submissions">Submissions so far</h2>
          <SubmissionRows submissions={submissions} />
        </section>
      ) : null}
    </>
  );
}
