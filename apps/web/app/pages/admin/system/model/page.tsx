import { hostname } from 'node:os';
import { AppError } from '@readout/domain/errors';
import {
  addTextModel,
  chooseTextModel,
  compareTextModel,
  removeTextModel,
} from '@readout/domain/platform/text-models/change-text-models';
import { listTextModels } from '@readout/domain/platform/text-models/list-text-models';
import { catalogue, modelRoles } from '@readout/image-reader/added-models';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { doneOf, problemOf } from '../../../../forms/answer.ts';
import { actionOf, form, oneOf, text } from '../../../../forms/form.server.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useAnswer } from '../../../../forms/use-answer.ts';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import page from '../../../../ui/page.module.css';
import { useText } from '../../../../ui/texts.tsx';
import classes from '../../system.module.css';
import { useMay } from '../../use-may.ts';
import { useRefresh } from '../../use-refresh.ts';
import type { Route } from './+types/page';
import { AddForm } from './add-form.tsx';
import { ChoiceForms } from './choice-forms.tsx';
import { JobList } from './job-list.tsx';
import own from './model.module.css';
import { ModelTable } from './model-table.tsx';

const refreshMs = 2_000;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const { models, chosen, jobs } = await orProblemPage(
    listTextModels({ ...services.textModels, catalogue }, { actor }),
  );
  return {
    // With the files in a bucket, processes need no common folder.
    machine: services.config.store.store.kind === 'bucket' ? hostname() : null,
    models,
    choices: modelRoles.map((role) => ({
      role,
      name: chosen[role] ?? '',
      offered: models.flatMap(({ manifest, state }) =>
        state !== 'known' && manifest.role === role ? [manifest.name] : [],
      ),
    })),
    jobs: jobs
      .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
      .map(({ failure, ...job }) => ({
        ...job,
        failure: failure && {
          code: failure.code,
          sentence: new AppError(failure.code as never, failure.values as never).in(currentLocale()).sentence,
        },
      })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform, ...services.textModels };
  return actionOf(request, {
    add: form({ name: text, address: text }, (asked) => addTextModel(deps, { actor, ...asked })),
    choose: form({ role: oneOf(modelRoles), name: text }, (asked) =>
      chooseTextModel(deps, { actor, ...asked }),
    ),
    remove: form({ name: text }, (asked) => removeTextModel(deps, { actor, ...asked })),
    try: form({ name: text }, (asked) => compareTextModel(deps, { actor, ...asked })),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.models.title');

export default function Models({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const may = useMay()('models.change');
  const answer = useAnswer(actionData);
  const { machine, models, choices, jobs } = loaderData;
  // Models of the list are asked for without an address.
  const add = problemOf(answer, 'add');
  const ofAddress = add?.typed.address ? add : undefined;
  useRefresh(
    refreshMs,
    jobs.some(({ state }) => state === 'running'),
  );
  return (
    <>
      <h1 className={page.title}>{text('operation.models.title')}</h1>
      <section className={classes.section} id="reads">
        <h2>{text('operation.models.reads')}</h2>
        {machine === null ? null : (
          <div className={classes.now}>
            <p>{text('operation.models.own_machine', { host: machine })}</p>
          </div>
        )}
        <p>{text('operation.models.reads_hint')}</p>
        <ChoiceForms choices={choices} />
        <Outcome
          problem={problemOf(answer, 'choose')}
          done={doneOf(answer, 'choose') && text('operation.models.chosen')}
        />
      </section>
      <section className={`${classes.section} ${own.all}`} id="models">
        <h2>{text('operation.models.all')}</h2>
        <p>{text('operation.models.all_hint')}</p>
        <ModelTable models={models} jobs={jobs} />
        <Outcome
          problem={ofAddress ? undefined : problemOf(answer, 'add', 'remove', 'try')}
          done={
            (doneOf(answer, 'remove') && text('operation.models.removed')) ||
            ((doneOf(answer, 'add') || doneOf(answer, 'try')) && text('operation.models.begun'))
          }
        />
      </section>
      {jobs.length > 0 ? <JobList jobs={jobs} /> : null}
      {may ? <AddForm problem={ofAddress} /> : null}
    </>
  );
}
