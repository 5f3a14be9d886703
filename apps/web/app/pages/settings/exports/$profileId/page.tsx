import { Button } from '@mantine/core';
import { AppError } from '@readout/domain/errors';
import { changeProfile } from '@readout/domain/exports/profiles/change-profile';
import { listProfileTypes } from '@readout/domain/exports/profiles/list-profile-types';
import { listProfiles } from '@readout/domain/exports/profiles/list-profiles';
import { toProfileFile } from '@readout/domain/exports/profiles/profile-input';
import { trashProfile } from '@readout/domain/exports/profiles/trash-profile';
import { whyNot } from '@readout/domain/policy';
import { Form, Link, redirect } from 'react-router';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { doneOf, problemOf } from '../../../../forms/answer.ts';
import { actionOf, form, wholeNumber } from '../../../../forms/form.server.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useAnswer } from '../../../../forms/use-answer.ts';
import { useSending } from '../../../../forms/use-sending.ts';
import { orProblemPage, problemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import page from '../../../../ui/page.module.css';
import settings from '../../../../ui/settings.module.css';
import { useText } from '../../../../ui/texts.tsx';
import classes from '../exports.module.css';
import { ProfileFields } from '../profile-fields.tsx';
import { profileForm, profileOf } from '../profile-form.server.ts';
import type { Route } from './+types/page';

export async function loader({ context, request, params: { profileId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app, plugins: services.plugins };
  const [profiles, types] = await orProblemPage(
    Promise.all([listProfiles(deps, { scope }), listProfileTypes(deps, { scope })]),
  );
  const found = profiles.find(({ id }) => id === profileId);
  if (!found) throw problemPage(new AppError('export_profile.not_found'));
  const { id, name, revision, updatedAt: _, ...kept } = found;
  return {
    profile: { id, name, revision, ...kept },
    // What is uninstalled meanwhile has the columns that are kept.
    type: types.find(({ type }) => type === kept.type) ?? {
      type: kept.type,
      label: kept.type,
      hasItems: kept.items !== 'none',
      fields: [],
    },
    file: toProfileFile(name, kept),
    may: whyNot(scope.actor, 'export_profiles.manage', currentLocale()),
  };
}

export async function action({ context, request, params: { profileId } }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  return actionOf(request, {
    change: form({ ...profileForm, revision: wholeNumber }, ({ revision, ...typed }) =>
      changeProfile(deps, { scope, profileId, revision, profile: profileOf(typed) }),
    ),
    delete: form({}, async () => {
      const { id } = await trashProfile(deps, { scope, profileId });
      return redirect(`/settings/exports?deleted=${id}`);
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'export.profile.title');

export default function ExportProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const isSending = useSending();
  const { profile, type, file, may } = loaderData;
  const answer = useAnswer(actionData);
  const problem = problemOf(answer, 'change');
  return (
    <>
      <p>
        <Link to="/settings/exports">{text('export.profile.back')}</Link>
      </p>
      <h1 className={page.title} dir="auto">
        {profile.name}
      </h1>
      <p className={page.lead}>{type.label}</p>
      {may.allowed ? null : <p className={settings.note}>{may.sentence}</p>}
      <div className={classes.actions}>
        <Button
          component="a"
          variant="default"
          href={`data:application/json;charset=utf-8,${encodeURIComponent(file)}`}
          download={`${profile.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.json`}
        >
          {text('export.profile.download')}
        </Button>
        {may.allowed ? (
          <Form method="post">
            <Button
              type="submit"
              name="intent"
              value="delete"
              variant="default"
              loading={isSending('delete')}
            >
              {text('export.profile.delete')}
            </Button>
          </Form>
        ) : null}
      </div>
      <Outcome problem={problemOf(answer, 'delete')} />
      <section className={settings.section} aria-labelledby="how">
        <h2 id="how">{text('export.profile.how')}</h2>
        <Form method="post" className={settings.form} key={profile.revision} autoComplete="off" noValidate>
          <input type="hidden" name="revision" value={profile.revision} />
          <ProfileFields type={type} kept={profile} fields={problem?.fields} />
          <Outcome problem={problem} done={doneOf(answer, 'change') && text('export.profile.saved')} />
          {may.allowed ? (
            <Button type="submit" name="intent" value="change" loading={isSending('change')}>
              {text('common.save')}
            </Button>
          ) : null}
        </Form>
      </section>
    </>
  );
}
