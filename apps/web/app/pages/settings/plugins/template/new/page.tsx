import { Button } from '@mantine/core';
import { beginTemplate } from '@readout/domain/plugins/templates/begin-template';
import { listTemplateTrials } from '@readout/domain/plugins/templates/list-template-trials';
import { Form, Link, redirect, useNavigation } from 'react-router';
import { problemOf } from '../../../../../forms/answer.ts';
import { actionOf, form, text } from '../../../../../forms/form.server.ts';
import { Refusal } from '../../../../../forms/outcome.tsx';
import { useAnswer } from '../../../../../forms/use-answer.ts';
import { orProblemPage } from '../../../../../problems/page-problem.ts';
import { requireMember } from '../../../../../session.ts';
import { pageTitle } from '../../../../../texts/page-title.ts';
import { Text } from '../../../../../ui/layout.tsx';
import page from '../../../../../ui/page.module.css';
import { FormattedText, useText } from '../../../../../ui/texts.tsx';
import classes from '../template.module.css';
import type { Route } from './+types/page';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const recent = await orProblemPage(listTemplateTrials({ db: services.db.app }, { scope }));
  return {
    wanted: new URL(request.url).searchParams.get('capture'),
    captures: recent.map(({ id, name, input }) => ({ id, name, lines: input.reading.lines.length })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  return actionOf(request, {
    begin: form({ capture: text }, async ({ capture: captureId }) => {
      const { draftId } = await beginTemplate({ db: services.db.app }, { scope, captureId });
      return redirect(`/settings/plugins/template/${draftId}`);
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'template.title');

export default function NewTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { wanted, captures } = loaderData;
  const isBusy = useNavigation().state !== 'idle';
  return (
    <div className={page.page}>
      <h1 className={page.title}>{text('template.begin.title')}</h1>
      <p className={page.lead}>{text('template.begin.lead')}</p>
      <Refusal problem={problemOf(useAnswer(actionData), 'begin')} />
      {wanted ? (
        <Form method="post" className={classes.begin}>
          <input type="hidden" name="capture" value={wanted} />
          <img
            src={`/api/v1/captures/${encodeURIComponent(wanted)}/thumbnail`}
            alt={text('template.begin.example')}
            width={96}
            height={112}
          />
          <div>
            <p>{text('template.begin.this_one')}</p>
            <Button type="submit" loading={isBusy}>
              {text('template.begin.point')}
            </Button>
          </div>
        </Form>
      ) : captures.length === 0 ? (
        <div className={page.empty}>
          <h2>{text('template.begin.none')}</h2>
          <p>
            <FormattedText
              id="template.begin.none_hint"
              values={{ link: (inside) => <Link to="/app">{inside}</Link> }}
            />
          </p>
        </div>
      ) : (
        <>
          <Text as="h2" size={16} weight={600} above={24} below={12}>
            {text('template.begin.which')}
          </Text>
          <Form method="post" className={classes.examples}>
            {captures.map(({ id, name, lines }) => (
              <button key={id} type="submit" name="capture" value={id} disabled={isBusy}>
                <img src={`/api/v1/captures/${id}/thumbnail`} alt="" loading="lazy" width={96} height={112} />
                <span dir="auto">{name}</span>
                <small>{text('template.begin.lines', { count: lines })}</small>
              </button>
            ))}
          </Form>
        </>
      )}
    </div>
  );
}
