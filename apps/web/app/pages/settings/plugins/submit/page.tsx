import { Button, Select } from '@mantine/core';
import { getPlugin } from '@readout/domain/plugins/get-plugin';
import { beginSubmission } from '@readout/domain/plugins/submissions/begin-submission';
import { listSubmissions } from '@readout/domain/plugins/submissions/list-submissions';
import { whyNot } from '@readout/domain/policy';
import { Form, Link, redirect, useNavigation } from 'react-router';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { problemOf } from '../../../../forms/answer.ts';
import { actionOf, form, text } from '../../../../forms/form.server.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useAnswer } from '../../../../forms/use-answer.ts';
import { SubmissionRows } from '../../../../plugins/submission-list.tsx';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import { Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import settings from '../../../../ui/settings.module.css';
import { useText } from '../../../../ui/texts.tsx';
import type { Route } from './+types/page';
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
    may: whyNot(scope.actor, 'templates.manage', currentLocale()),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  return actionOf(request, {
    begin: form({ plugin: text, version: text }, async ({ plugin: pluginId, version }) => {
      const { submissionId } = await beginSubmission(
        { db: services.db.app, submissions: services.submissions },
        { scope, pluginId, version },
      );
      return redirect(`/settings/plugins/submit/${submissionId}`);
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'studio.submit.title');

export default function Begin({ loaderData, actionData }: Route.ComponentProps) {
  const { pluginId, name, versions, version, submissions, may } = loaderData;
  const text = useText();
  const answer = useAnswer(actionData);
  const isBusy = useNavigation().formMethod !== undefined;
  const open = submissions.find(({ state }) => state === 'preparing' || state === 'waiting');
  return (
    <>
      <Text size={14} below={4}>
        <Link to={`/settings/plugins/${pluginId}`}>{name}</Link>
      </Text>
      <h1 className={page.title}>{text('studio.submit.title')}</h1>
      <p className={page.lead}>{text('studio.submit.lead', { name })}</p>
      <section className={settings.section} aria-labelledby="begin">
        <h2 id="begin">{text('studio.submit.prepare_title')}</h2>
        <ul className={classes.rules}>
          <li>{text('studio.submit.rule_program')}</li>
          <li>{text('studio.submit.rule_fixtures')}</li>
          <li>{text('studio.submit.rule_confirm')}</li>
        </ul>
        {open ? (
          <Button component={Link} to={`/settings/plugins/submit/${open.id}`}>
            {open.state === 'waiting'
              ? text('studio.submit.see_waiting', { version: open.version })
              : text('studio.submit.go_on_with', { version: open.version })}
          </Button>
        ) : versions.length === 0 ? (
          <p>{text('studio.submit.no_version')}</p>
        ) : may.allowed ? (
          <Form method="post" className={settings.inline}>
            <input type="hidden" name="plugin" value={pluginId} />
            <Select
              label={text('studio.submit.version')}
              name="version"
              data={versions}
              defaultValue={version ?? null}
              allowDeselect={false}
              w={160}
            />
            <Button type="submit" loading={isBusy}>
              {text('studio.submit.prepare')}
            </Button>
          </Form>
        ) : (
          <p>{may.sentence}</p>
        )}
        <Outcome problem={problemOf(answer, 'begin')} />
      </section>
      {submissions.length > 0 ? (
        <section className={settings.section} aria-labelledby="submissions">
          <h2 id="submissions">{text('studio.submit.so_far')}</h2>
          <SubmissionRows submissions={submissions} />
        </section>
      ) : null}
    </>
  );
}
