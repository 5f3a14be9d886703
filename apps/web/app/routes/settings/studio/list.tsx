import { Button, NativeSelect, TextInput } from '@mantine/core';
import { createDraft } from '@readout/domain/plugins/drafts/create-draft';
import { listDrafts } from '@readout/domain/plugins/drafts/list-drafts';
import type { DraftSummary } from '@readout/domain/plugins/drafts/rules';
import { listCatalogue } from '@readout/domain/plugins/list-catalogue';
import { useState } from 'react';
import { Form, Link, redirect, useNavigation, useRevalidator } from 'react-router';
import { requireMember } from '../../../session.ts';
import { plural } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { send } from '../../../ui/send.ts';
import { showProblem, UndoProvider, useUndo } from '../../../ui/undo.tsx';
import { When } from '../../../ui/when.tsx';
import { orProblemPage } from '../../app/page-problem.ts';
import { refused } from '../../auth/refused.server.ts';
import type { Route } from './+types/list';
import { idFor } from './id-for.ts';
import { OpenInStudio } from './open-in-studio.tsx';
import { starterFor, starterManifest, starters } from './starter.ts';
import classes from './studio.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  const [drafts, trashed, catalogue] = await orProblemPage(
    Promise.all([
      listDrafts(deps, { scope }),
      listDrafts(deps, { scope, isTrashed: true }),
      listCatalogue(deps, { scope, kind: 'reader', limit: 100 }),
    ]),
  );
  const begun = new Set(drafts.flatMap(({ kind, pluginId }) => (kind === 'studio' ? [pluginId] : [])));
  return {
    drafts,
    trashed,
    published: catalogue.items
      .filter(({ source, plugin }) => source !== 'company' || !begun.has(plugin))
      .map(({ source, plugin, version, name, description, publisher }) => ({
        source,
        pluginId: plugin,
        version,
        name,
        description,
        publisher,
      })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const form = await request.formData();
  const name = String(form.get('name') ?? '').trim();
  const id = String(form.get('pluginId') ?? '').trim() || idFor(name);
  const starter = starterFor(String(form.get('starter') ?? ''));
  let draftId: string;
  try {
    ({ id: draftId } = await createDraft(
      { db: services.db.app },
      {
        scope,
        pluginId: id,
        content: {
          manifestText: starterManifest({ id, name: name || id, starter }),
          source: starter.source,
          readme: `# ${name || id}\n`,
        },
      },
    ));
  } catch (error) {
    return refused(error, { name, id, starter: starter.key });
  }
  throw redirect(`/settings/plugins/studio/${draftId}`);
}

export const meta: Route.MetaFunction = () => [{ title: 'Plugin studio · Readout' }];

export default function Studio({ loaderData, actionData }: Route.ComponentProps) {
  const { drafts, trashed, published } = loaderData;
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
        {trashed.length > 0 ? <DeletedDrafts drafts={trashed} /> : null}
      </section>
      <section className={page.section} aria-labelledby="published">
        <h2 id="published" className={page.sectionTitle}>
          From what is published
        </h2>
        <p className={page.dim}>
          Your company’s own plugins are gone on with and published as their next version. Anybody else’s are
          copied under an id of their own; the fixtures they come with are copied, too.
        </p>
        <ul className={classes.drafts}>
          {published.map((version) => (
            <li key={`${version.source} ${version.pluginId}`}>
              <div>
                <Link to={`/settings/plugins/${version.pluginId}`}>{version.name}</Link>
                <code>
                  {version.pluginId} {version.version}
                </code>
              </div>
              <span className={page.dim}>{version.publisher}</span>
              <OpenInStudio version={version} name={version.name} />
            </li>
          ))}
        </ul>
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
      <NativeSelect
        name="starter"
        label="Begin with"
        data={starters.map(({ key, label }) => ({ value: key, label }))}
        defaultValue={answer?.typed.starter}
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
      done: `“${nameOf(draft)}” deleted`,
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
        <Link to={`/settings/plugins/${draft.kind}/${draft.id}`}>{nameOf(draft)}</Link>
        {draft.kind === 'template' ? <span className={classes.kind}>made by pointing</span> : null}
        <code>{draft.pluginId}</code>
      </div>
      <span className={page.dim}>
        {draft.kind === 'studio' ? `${plural(draft.fixtureCount, 'fixture')}, ` : ''}changed by{' '}
        {draft.updatedBy.name} <When iso={draft.updatedAt} />
      </span>
      <Button
        size="xs"
        variant="default"
        aria-label={`Delete ${nameOf(draft)}`}
        onClick={() => void remove()}
      >
        Delete
      </Button>
    </li>
  );
}

/** A template has no name until somebody says what it reads. */
const nameOf = ({ kind, name, pluginId }: DraftSummary): string =>
  kind === 'template' && name === pluginId ? 'Template without a name' : name;

/** What can still be taken back. */
function DeletedDrafts({ drafts }: { drafts: readonly DraftSummary[] }) {
  const { revalidate } = useRevalidator();
  const restore = async (draft: DraftSummary): Promise<void> => {
    const answer = await send(`/app/studio/${draft.id}/restore`, {});
    if (!answer.ok) return showProblem(answer.problem);
    await revalidate();
  };
  return (
    <details className={classes.deleted}>
      <summary>Deleted: {plural(drafts.length, 'draft')}</summary>
      <p className={page.dim}>Gone for good 30 days after they were deleted.</p>
      <ul className={classes.drafts}>
        {drafts.map((draft) => (
          <li key={draft.id}>
            <div>
              <b>{nameOf(draft)}</b>
              <code>{draft.pluginId}</code>
            </div>
            <span className={page.dim}>
              deleted {draft.trashedAt ? <When iso={draft.trashedAt} /> : null}
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={`Restore ${nameOf(draft)}`}
              onClick={() => void restore(draft)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
