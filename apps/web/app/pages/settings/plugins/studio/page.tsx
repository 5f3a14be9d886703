import { Button, NativeSelect, TextInput } from '@mantine/core';
import { createDraft } from '@readout/domain/plugins/drafts/create-draft';
import { listDrafts } from '@readout/domain/plugins/drafts/list-drafts';
import type { DraftSummary } from '@readout/domain/plugins/drafts/rules';
import { listCatalogue } from '@readout/domain/plugins/list-catalogue';
import { useState } from 'react';
import { Form, Link, redirect, useNavigation, useRevalidator } from 'react-router';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { api } from '../../../../api/client.ts';
import { problemOf } from '../../../../forms/answer.ts';
import { actionOf, form, text } from '../../../../forms/form.server.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useAnswer } from '../../../../forms/use-answer.ts';
import { OpenInStudio } from '../../../../plugins/open-in-studio.tsx';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import page from '../../../../ui/page.module.css';
import { FormattedText, type SayText, useText } from '../../../../ui/texts.tsx';
import { showProblem, UndoProvider, useUndo } from '../../../../ui/undo.tsx';
import { When } from '../../../../ui/when.tsx';
import type { Route } from './+types/page';
import { idFor } from './id-for.ts';
import { starterFor, starterManifest, starters } from './starter.ts';
import classes from './studio.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  const [drafts, trashed, catalogue] = await orProblemPage(
    Promise.all([
      listDrafts(deps, { scope }),
      listDrafts(deps, { scope, isTrashed: true }),
      listCatalogue(deps, { scope, kind: 'reader', limit: 100, locale: currentLocale() }),
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
  return actionOf(request, {
    begin: form({ name: text, pluginId: text, starter: text }, async ({ name, pluginId, starter: key }) => {
      const id = pluginId || idFor(name);
      const starter = starterFor(key);
      const draft = await createDraft(
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
      );
      return redirect(`/settings/plugins/studio/${draft.id}`);
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'editor.title');

export default function Studio({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { drafts, trashed, published } = loaderData;
  return (
    <UndoProvider>
      <h1 className={page.title}>{text('editor.title')}</h1>
      <p className={page.lead}>{text('editor.list.lead')}</p>
      <section className={page.section} aria-labelledby="new-reader">
        <h2 id="new-reader" className={page.sectionTitle}>
          {text('editor.list.new')}
        </h2>
        <NewDraft answer={useAnswer(actionData)} />
      </section>
      <section className={page.section} aria-labelledby="drafts">
        <h2 id="drafts" className={page.sectionTitle}>
          {text('editor.list.drafts')}
        </h2>
        {drafts.length === 0 ? (
          <p className={page.dim}>{text('editor.list.no_draft')}</p>
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
          {text('editor.list.from_published')}
        </h2>
        <p className={page.dim}>{text('editor.list.from_published_hint')}</p>
        <ul className={classes.drafts}>
          {published.map((version) => (
            <li key={`${version.source} ${version.pluginId}`}>
              <div>
                <Link to={`/settings/plugins/${version.pluginId}`} dir="auto">
                  {version.name}
                </Link>
                <code>
                  {version.pluginId} {version.version}
                </code>
              </div>
              <span className={page.dim} dir="auto">
                {version.publisher}
              </span>
              <OpenInStudio version={version} name={version.name} />
            </li>
          ))}
        </ul>
      </section>
    </UndoProvider>
  );
}

function NewDraft({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const text = useText();
  const problem = problemOf(answer, 'begin');
  const [name, setName] = useState(problem?.typed.name ?? '');
  const [id, setId] = useState<string>();
  const isSending = useNavigation().formData !== undefined;
  return (
    <Form method="post" className={classes.newDraft}>
      <TextInput
        name="name"
        label={text('common.name')}
        placeholder={text('editor.list.name_example')}
        maxLength={80}
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        name="pluginId"
        label={text('editor.list.id')}
        description={text('editor.list.id_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={60}
        value={id ?? idFor(name)}
        error={problem?.fields.id}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <NativeSelect
        name="starter"
        label={text('editor.list.begin_with')}
        data={starters.map(({ key }) => ({
          value: key,
          label: text('editor.list.starter', { starter: key }),
        }))}
        defaultValue={problem?.typed.starter}
      />
      <Button type="submit" loading={isSending}>
        {text('editor.list.begin')}
      </Button>
      <Outcome problem={problem} />
    </Form>
  );
}

function Draft({ draft }: { draft: DraftSummary }) {
  const text = useText();
  const name = nameOf(draft, text);
  const { revalidate } = useRevalidator();
  const undo = useUndo();
  const path = { draftId: draft.id };
  const changed = { name: draft.updatedBy.name, when: <When iso={draft.updatedAt} /> };
  const remove = async (): Promise<void> => {
    const answer = await api.post('/drafts/{draftId}/trash', { path });
    if (!answer.ok) return showProblem(answer.problem);
    await revalidate();
    undo.offer({
      done: text('editor.list.is_deleted', { name }),
      undo: async () => {
        const restored = await api.post('/drafts/{draftId}/restore', { path });
        await revalidate();
        return restored;
      },
    });
  };
  return (
    <li>
      <div>
        <Link to={`/settings/plugins/${draft.kind}/${draft.id}`}>{name}</Link>
        {draft.kind === 'template' ? (
          <span className={classes.kind}>{text('editor.list.by_pointing')}</span>
        ) : null}
        <code>{draft.pluginId}</code>
      </div>
      <span className={page.dim}>
        {draft.kind === 'studio' ? (
          <FormattedText id="editor.list.changed_with" values={{ count: draft.fixtureCount, ...changed }} />
        ) : (
          <FormattedText id="editor.list.changed" values={changed} />
        )}
      </span>
      <Button
        size="xs"
        variant="default"
        aria-label={text('editor.list.delete', { name })}
        onClick={() => void remove()}
      >
        {text('common.delete')}
      </Button>
    </li>
  );
}

/** A template has no name until somebody says what it reads. */
const nameOf = ({ kind, name, pluginId }: DraftSummary, text: SayText): string =>
  kind === 'template' && name === pluginId ? text('editor.list.no_name') : name;

/** What can still be taken back. */
function DeletedDrafts({ drafts }: { drafts: readonly DraftSummary[] }) {
  const text = useText();
  const { revalidate } = useRevalidator();
  const restore = async (draft: DraftSummary): Promise<void> => {
    const answer = await api.post('/drafts/{draftId}/restore', { path: { draftId: draft.id } });
    if (!answer.ok) return showProblem(answer.problem);
    await revalidate();
  };
  return (
    <details className={classes.deleted}>
      <summary>{text('editor.list.deleted_drafts', { count: drafts.length })}</summary>
      <p className={page.dim}>{text('editor.list.gone_after')}</p>
      <ul className={classes.drafts}>
        {drafts.map((draft) => (
          <li key={draft.id}>
            <div>
              <b>{nameOf(draft, text)}</b>
              <code>{draft.pluginId}</code>
            </div>
            <span className={page.dim}>
              {draft.trashedAt ? (
                <FormattedText
                  id="editor.list.deleted_at"
                  values={{ when: <When iso={draft.trashedAt} /> }}
                />
              ) : null}
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={text('editor.list.restore_named', { name: nameOf(draft, text) })}
              onClick={() => void restore(draft)}
            >
              {text('editor.list.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
