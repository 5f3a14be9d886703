import { Button, FileInput } from '@mantine/core';
import { createProfile } from '@readout/domain/exports/profiles/create-profile';
import { importProfile } from '@readout/domain/exports/profiles/import-profile';
import { listProfileTypes } from '@readout/domain/exports/profiles/list-profile-types';
import { listProfiles } from '@readout/domain/exports/profiles/list-profiles';
import { restoreProfile } from '@readout/domain/exports/profiles/restore-profile';
import { maxProfileFileLength } from '@readout/domain/exports/profiles/rules';
import { whyNot } from '@readout/domain/policy';
import { useState } from 'react';
import { Form, Link } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { actionOf, form, text } from '../../../forms/form.server.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { useSending } from '../../../forms/use-sending.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import classes from './exports.module.css';
import { ProfileFields } from './profile-fields.tsx';
import { profileForm, profileOf } from './profile-form.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const params = new URL(request.url).searchParams;
  const deps = { db: services.db.app, plugins: services.plugins };
  const [profiles, types] = await orProblemPage(
    Promise.all([listProfiles(deps, { scope }), listProfileTypes(deps, { scope })]),
  );
  return {
    profiles,
    types,
    type: types.find(({ type }) => type === (params.get('type') ?? 'invoice')) ?? types[0] ?? null,
    may: whyNot(scope.actor, 'export_profiles.manage', currentLocale()),
    deletedId: params.get('deleted'),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  return actionOf(request, {
    add: form(profileForm, (typed) => createProfile(deps, { scope, profile: profileOf(typed) })),
    import: form({ file: text }, ({ file }) => importProfile(deps, { scope, file })),
    restore: form({ profileId: text }, ({ profileId }) => restoreProfile(deps, { scope, profileId })),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'export.profile.title');

export default function ExportProfiles({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { profiles, types, type, may, deletedId } = loaderData;
  const answer = useAnswer(actionData);
  const added = doneOf(answer, 'add', 'import');
  const restored = doneOf(answer, 'restore');
  const isSending = useSending();
  const labelOf = (name: string) => types.find((each) => each.type === name)?.label ?? name;
  const problem = problemOf(answer, 'add');
  return (
    <>
      <h1 className={page.title}>{text('export.profile.title')}</h1>
      <p className={page.lead}>{text('export.profile.lead')}</p>
      {may.allowed ? null : <p className={settings.note}>{may.sentence}</p>}
      {deletedId && !restored ? (
        <Form method="post" action="/settings/exports" className={settings.panel}>
          <input type="hidden" name="profileId" value={deletedId} />
          <p role="status">{text('export.profile.deleted')}</p>
          <div>
            <Button
              type="submit"
              name="intent"
              value="restore"
              variant="default"
              loading={isSending('restore')}
            >
              {text('common.undo')}
            </Button>
          </div>
          <Outcome problem={problemOf(answer, 'restore')} />
        </Form>
      ) : null}
      <Outcome
        done={
          (restored && text('export.profile.restored', restored)) ||
          (added && text('export.profile.added', added))
        }
      />
      {profiles.length === 0 ? (
        <div className={`${page.panel} ${page.empty} ${classes.none}`}>
          <h2>{text('export.profile.none')}</h2>
          <p>{text('export.profile.none_hint')}</p>
        </div>
      ) : (
        <section className={settings.section} aria-labelledby="profiles">
          <h2 id="profiles">{text('export.profile.list')}</h2>
          <ul className={settings.rows} aria-label={text('export.profile.list')}>
            {profiles.map(({ id, name, type: ofType, format, language, columns, originals }) => (
              <li key={id}>
                <div className={settings.what}>
                  <Link to={`/settings/exports/${id}`} dir="auto">
                    {name}
                  </Link>
                  <small>
                    <bdi>{labelOf(ofType)}</bdi> · {format.toUpperCase()} ·{' '}
                    <span lang={language}>{language}</span> ·{' '}
                    {text('export.profile.column_count', { count: columns.length })}
                    {originals === null ? '' : ` · ${text('export.profile.originals')}`}
                  </small>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {may.allowed && type ? (
        <>
          <section className={settings.section} aria-labelledby="add">
            <h2 id="add">{text('export.profile.add')}</h2>
            <ul className={classes.types} aria-label={text('export.profile.type')}>
              {types.map((each) => (
                <li key={each.type}>
                  <Link
                    to={`?type=${each.type}`}
                    dir="auto"
                    aria-current={each.type === type.type ? 'page' : undefined}
                    preventScrollReset
                  >
                    {each.label}
                  </Link>
                </li>
              ))}
            </ul>
            <Form
              method="post"
              className={settings.form}
              key={`${type.type} ${added?.id}`}
              autoComplete="off"
              noValidate
            >
              <ProfileFields type={type} fields={problem?.fields} />
              <Outcome problem={problem} />
              <Button type="submit" name="intent" value="add" loading={isSending('add')}>
                {text('export.profile.add')}
              </Button>
            </Form>
          </section>
          <section className={settings.section} aria-labelledby="import">
            <h2 id="import">{text('export.profile.import')}</h2>
            <p>{text('export.profile.import_hint')}</p>
            <ImportForm key={added?.id} problem={problemOf(answer, 'import')} />
          </section>
        </>
      ) : null}
    </>
  );
}

function ImportForm({ problem }: { problem: ReturnType<typeof problemOf> }) {
  const text = useText();
  const isSending = useSending();
  const [content, setContent] = useState('');
  return (
    <Form method="post" className={settings.form}>
      <FileInput
        label={text('export.profile.file')}
        accept="application/json,.json"
        onChange={(file) =>
          void file
            ?.slice(0, 4 * maxProfileFileLength)
            .text()
            .then(setContent)
        }
        error={problem?.fields?.file}
      />
      <input type="hidden" name="file" value={content} />
      <Outcome problem={problem} />
      <Button type="submit" name="intent" value="import" variant="default" loading={isSending('import')}>
        {text('export.profile.import')}
      </Button>
    </Form>
  );
}
