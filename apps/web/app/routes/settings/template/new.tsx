import { Button } from '@mantine/core';
import { beginTemplate } from '@readout/domain/plugins/templates/begin-template';
import { listTemplateTrials } from '@readout/domain/plugins/templates/list-template-trials';
import { Form, Link, redirect, useNavigation } from 'react-router';
import { requireMember } from '../../../session.ts';
import page from '../../../ui/page.module.css';
import { orProblemPage } from '../../app/page-problem.ts';
import { Problem } from '../../auth/problem.tsx';
import { refused } from '../../auth/refused.server.ts';
import type { Route } from './+types/new';
import classes from './template.module.css';

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
  const captureId = String((await request.formData()).get('capture') ?? '');
  try {
    const { draftId } = await beginTemplate({ db: services.db.app }, { scope, captureId });
    return redirect(`/settings/plugins/template/${draftId}`);
  } catch (error) {
    return refused(error, { captureId });
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Make a reader · Readout' }];

export default function NewTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const { wanted, captures } = loaderData;
  const isBusy = useNavigation().state !== 'idle';
  return (
    <div className={page.page}>
      <h1 className={page.title}>Make a reader by pointing</h1>
      <p className={page.lead}>
        On one example you click the values you want. Every later capture of the same form, label or screen is
        then read by what stands beside them, however it lies in the picture.
      </p>
      <Problem message={actionData?.message} />
      {wanted ? (
        <Form method="post" className={classes.begin}>
          <input type="hidden" name="capture" value={wanted} />
          <img
            src={`/api/v1/captures/${encodeURIComponent(wanted)}/thumbnail`}
            alt="The example"
            width={96}
            height={112}
          />
          <div>
            <p>This capture is the example.</p>
            <Button type="submit" loading={isBusy}>
              Point at its values
            </Button>
          </div>
        </Form>
      ) : captures.length === 0 ? (
        <div className={page.empty}>
          <h2>An example comes first</h2>
          <p>
            Take a picture of the document, or drop a file, and come back once it is read.{' '}
            <Link to="/app">Add one</Link>
          </p>
        </div>
      ) : (
        <>
          <h2 className={classes.choose}>Which capture is the example?</h2>
          <Form method="post" className={classes.examples}>
            {captures.map(({ id, name, lines }) => (
              <button key={id} type="submit" name="capture" value={id} disabled={isBusy}>
                <img src={`/api/v1/captures/${id}/thumbnail`} alt="" loading="lazy" width={96} height={112} />
                <span dir="auto">{name}</span>
                <small>{lines === 1 ? '1 line' : `${lines} lines`}</small>
              </button>
            ))}
          </Form>
        </>
      )}
    </div>
  );
}
