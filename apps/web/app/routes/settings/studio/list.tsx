import { Button, TextInput } from '@mantine/core';
import { createDraft } from '@readout/domain/plugins/drafts/create-draft';
import type { DraftSummary } from '@readout/domain/plugins/drafts/draft-types';
import { listDrafts } from '@readout/domain/plugins/drafts/list-drafts';
import { useState } from 'react';
import { Form, Link, redirect, useNavigation, useRevalidator } from 'react-router';
import { requireMember } from '../../../session.ts';
import page from '../../../ui/page.module.css';
import { orProblemPage } from '../../app/page-problem.ts';
import { send } from '../../app/send.ts';
import { showProblem, UndoProvider, useUndo } from '../../app/undo.tsx';
import { When } from '../../app/when.tsx';
import { plural } from '../../app/wording.ts';
import { refused } from '../../auth/problem.tsx';
import type { Route } from './+types/list';
import { idFor } from './id-for.ts';
import { starterManifest, starterSource } from './starter.ts';
import classes from './studio.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  return { drafts: await orProblemPage(listDrafts({ db: services.db.app }, { scope })) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const form = await request.formData();
  const name = String(form.get('name') ?? '').trim();
  const id = String(form.get('pluginId') ?? '').trim() || idFor(name);
  let draftId: string;
  try {
    ({ id: draftId } = await createDraft(
      { db: services.db.app },
      {
        scope,
        pluginId: id,
        content: {
          manifestText: starterManifest({ id, name: name || id }),
          source: starterSource,
          readme: `# ${name || id}\n`,
        },
      },
    ));
  } catch (error) {
    return refused(error, { name, id });
  }
  throw redirect(`/settings/plugins/studio/${draftId}`);
}

export const meta: Route.MetaFunction = () => [{ title: 'Plugin studio · Readout' }];

export default function Studio({ loaderData: { drafts }, actionData }: Route.ComponentProps) {
  return (
    <UndoProvider>
      <h1 className={page.title}>Plugin studio</h1>
      <p className={page.lead}>
        Write a reader of your own: twenty lines of TypeScript that turn what a picture holds into records. It
        runs in this browser while you write, on your company's captures.
      </p>
      <section className={page.section} aria-labelledby="new-reader">
        <h2 id="new-reader" className={page.sectionTitle}>
          New reader
        </h2>
        <NewDraft answer={actionData} />
      </section>
      <section className={page.section} aria-labelledby="drafts">
        <h2 id="drafts" className={page.sectionTitle}>
          Drafts
        </h2>
        {drafts.length === 0 ? (
          <p className={page.dim}>
            No draft yet. Give your reader a name above: it begins with five lines that read.
          </p>
        ) : (
          <ul className={classes.drafts}>
            {drafts.map((draft) => (
              <Draft key={draft.id} draft={draft} />
            ))}
          </ul>
        )}
      </section>
    </UndoProvider>
  );
}

function NewDraft({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const [name, setName] = useState(answer?.typed.name ?? '');
  const [id, setId] = useState<string>();
  const isSending = useNavigation().formData !== undefined;
  const problem = answer && !answer.fields.id ? answer.message : undefined;
  return (
    <Form method="post" className={classes.newDraft}>
      <TextInput
        name="name"
        label="Name"
        placeholder="Gate pass"
        maxLength={80}
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        name="pluginId"
        label="Id"
        description="Part of every record it makes; it does not change later."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={60}
        value={id ?? idFor(name)}
        error={answer?.fields.id}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <Button type="submit" loading={isSending}>
        Begin
      </Button>
      {problem ? <p role="alert">{problem}</p> : null}
    </Form>
  );
}

function Draft({ draft }: { draft: DraftSummary }) {
  const { revalidate } = useRevalidator();
  const undo = useUndo();
  const address = `/app/studio/${draft.id}`;
  const remove = async (): Promise<void> => {
    const answer = await send(`${address}/trash`, {});
    if (!answer.ok) return showProblem(answer.problem);
    await revalidate();
    undo.offer({
      done: `“${draft.name}” deleted`,
      undo: async () => {
        const restored = await send(`${address}/restore`, {});
        await revalidate();
        return restored;
      },
    });
  };
  return (
    <li>
      <div>
        <Link to={`/settings/plugins/${draft.kind}/${draft.id}`}>{draft.name}</Link>
        <code>{draft.pluginId}</code>
      </div>
      <span className={page.dim}>
        {plural(draft.fixtureCount, 'fixture')}, changed by {draft.updatedBy.name}{' '}
        <When iso={draft.updatedAt} />
      </span>
      <Button size="xs" variant="default" aria-label={`Delete ${draft.name}`} onClick={() => void remove()}>
        Delete
      </Button>
    </li>
  );
}
