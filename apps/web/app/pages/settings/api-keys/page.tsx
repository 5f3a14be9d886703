import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { listApiKeys } from '@readout/domain/api-keys/list-api-keys';
import { revokeApiKey } from '@readout/domain/api-keys/revoke-api-key';
import { apiKeyDays, apiKeyScopeNames, rolesForApiKey } from '@readout/domain/api-keys/rules';
import { listGrants } from '@readout/domain/oauth/list-grants';
import { revokeGrant } from '@readout/domain/oauth/revoke-grant';
import { whyNot } from '@readout/domain/policy';
import { Link } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { doneOf, ofRow, problemOf } from '../../../forms/answer.ts';
import { actionOf, form, number, text, texts } from '../../../forms/form.server.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { ProgramList } from '../program-list.tsx';
import type { Route } from './+types/page';
import { KeyRow } from './key-row.tsx';
import { MadeKey } from './made-key.tsx';
import { MakeSection } from './make-section.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const deps = { db: services.db.app };
  const [keys, grants] = await orProblemPage(
    Promise.all([listApiKeys(deps, { scope }), listGrants(deps, { scope })]),
  );
  const may = whyNot(scope.actor, 'api_keys.manage', currentLocale());
  return {
    keys,
    grants,
    may,
    // A key outlasts the hour somebody acts as somebody else.
    makes: may.allowed && !scope.actor.impersonatedBy,
    roles: rolesForApiKey(scope.actor),
    purposes: apiKeyScopeNames,
    days: apiKeyDays,
    company: session.company.name,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  return actionOf(request, {
    make: form(
      { name: text, role: text, days: number, scopes: texts, plugins: text, addressRanges: text },
      async ({ days = Number.NaN, ...apiKey }) => {
        const { key, name, expiresAt } = await createApiKey(deps, { scope, apiKey: { ...apiKey, days } });
        return { key, name, expiresAt };
      },
    ),
    revoke: form({ apiKeyId: text }, ({ apiKeyId }) => revokeApiKey(deps, { scope, apiKeyId })),
    end_program: form({ grantId: text }, ({ grantId }) => revokeGrant(deps, { scope, grantId })),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.api_keys.title');

export default function ApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { keys, grants, may, makes, roles, purposes, days, company } = loaderData;
  const answer = useAnswer(actionData);
  const made = doneOf(answer, 'make');
  const revoked = doneOf(answer, 'revoke');
  const ended = doneOf(answer, 'end_program');
  return (
    <>
      <h1 className={page.title}>{text('settings.api_keys.title')}</h1>
      <p className={page.lead}>
        <FormattedText
          id="settings.api_keys.lead"
          values={{ company, link: (inside) => <a href="/docs/api">{inside}</a> }}
        />
      </p>
      {may.allowed && makes ? null : (
        <p className={settings.note}>{may.allowed ? text('settings.api_keys.not_acting') : may.sentence}</p>
      )}
      <Outcome
        done={
          revoked
            ? text('settings.api_keys.is_revoked', revoked)
            : ended && text('settings.programs.ended', ended)
        }
      />
      {made ? <MadeKey made={made} /> : null}
      {makes ? <MakeSection roles={roles} purposes={purposes} days={days} answer={answer} /> : null}
      <section className={settings.section} aria-labelledby="keys">
        <h2 id="keys">{text('settings.api_keys.of_company', { company })}</h2>
        {keys.length === 0 ? (
          <p>
            <FormattedText
              id="settings.api_keys.none"
              values={{ link: (inside) => <Link to="/settings/plugins/upload">{inside}</Link> }}
            />
          </p>
        ) : (
          <>
            <p>{text('settings.api_keys.worth')}</p>
            <ul className={settings.rows} aria-label={text('settings.api_keys.title')}>
              {keys.map((key) => (
                <KeyRow
                  key={key.id}
                  apiKey={key}
                  mayRevoke={may.allowed}
                  problem={ofRow(problemOf(answer, 'revoke'), { apiKeyId: key.id })}
                />
              ))}
            </ul>
          </>
        )}
      </section>
      <section className={settings.section} aria-labelledby="programs">
        <h2 id="programs">{text('settings.programs.of_members')}</h2>
        <p>{text('settings.programs.of_members_hint', { company })}</p>
        {grants.length === 0 ? (
          <p>{text('settings.programs.none_of_members')}</p>
        ) : (
          <ProgramList
            grants={grants}
            label={text('settings.programs.of_members')}
            about={({ personName }) => text('settings.programs.for_person', { name: personName })}
            mayEnd={may.allowed}
          />
        )}
        <Outcome problem={problemOf(answer, 'end_program')} />
      </section>
    </>
  );
}
