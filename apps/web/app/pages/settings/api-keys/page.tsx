import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { listApiKeys } from '@readout/domain/api-keys/list-api-keys';
import { revokeApiKey } from '@readout/domain/api-keys/revoke-api-key';
import { apiKeyDays, apiKeyScopeNames, rolesForApiKey } from '@readout/domain/api-keys/rules';
import { listGrants } from '@readout/domain/oauth/list-grants';
import { revokeGrant } from '@readout/domain/oauth/revoke-grant';
import { whyNot } from '@readout/domain/policy';
import { data, Link } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { refused } from '../../../account/refused.server.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import settings from '../../../ui/settings.module.css';
import { FormattedText, textsIn, useText } from '../../../ui/texts.tsx';
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
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const typed = {
    intent: text('intent'),
    apiKeyId: text('apiKeyId'),
    grantId: text('grantId'),
    name: text('name'),
    role: text('role'),
    days: text('days'),
    scopes: form.getAll('scopes').map(String),
    addressRanges: text('addressRanges'),
  };
  const deps = { db: services.db.app };
  const answer = (more: { done: string; made?: { key: string; name: string; expiresAt: string } }) =>
    data({ ...more, message: '', code: '', fields: {}, typed }, { headers: { 'cache-control': 'no-store' } });
  try {
    if (typed.intent === 'make') {
      const { name, role, days, scopes, addressRanges } = typed;
      const {
        key,
        name: kept,
        expiresAt,
      } = await createApiKey(deps, {
        scope,
        apiKey: { name, role, days: Number(days), scopes, addressRanges },
      });
      return answer({ done: '', made: { key, name: kept, expiresAt } });
    }
    if (typed.intent === 'revoke') {
      const { name } = await revokeApiKey(deps, { scope, apiKeyId: typed.apiKeyId });
      return answer({ done: textsIn(currentLocale())('settings.api_keys.is_revoked', { name }) });
    }
    if (typed.intent === 'end_program') {
      const { name } = await revokeGrant(deps, { scope, grantId: typed.grantId });
      return answer({ done: textsIn(currentLocale())('settings.programs.ended', { name }) });
    }
  } catch (error) {
    return refused(error, typed);
  }
  throw data({}, { status: 400 });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.api_keys.title');

export default function ApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { keys, grants, may, makes, roles, purposes, days, company } = loaderData;
  const done = actionData && 'done' in actionData ? actionData.done : '';
  const made = actionData && 'made' in actionData ? actionData.made : undefined;
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
      <p className={settings.done} role="status">
        {done}
      </p>
      {made ? <MadeKey made={made} /> : null}
      {makes ? <MakeSection roles={roles} purposes={purposes} days={days} answer={actionData} /> : null}
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
                  problem={actionData?.typed.apiKeyId === key.id ? actionData.message : ''}
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
        {actionData?.typed.intent === 'end_program' && actionData.message ? (
          <p className={settings.problem} role="alert">
            {actionData.message}
          </p>
        ) : null}
      </section>
    </>
  );
}
