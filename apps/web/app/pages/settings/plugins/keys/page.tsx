import { Button } from '@mantine/core';
import { addSigningKey } from '@readout/domain/plugins/keys/add-signing-key';
import { type ListedSigningKey, listSigningKeys } from '@readout/domain/plugins/keys/list-signing-keys';
import { revokeSigningKey } from '@readout/domain/plugins/keys/revoke-signing-key';
import { whyNot } from '@readout/domain/policy';
import type { ComponentProps } from 'react';
import { Form, Link } from 'react-router';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { doneOf, ofRow, type Problem, problemOf } from '../../../../forms/answer.ts';
import { actionOf, form, text } from '../../../../forms/form.server.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useAnswer } from '../../../../forms/use-answer.ts';
import { useSending } from '../../../../forms/use-sending.ts';
import { AddKeyForm } from '../../../../plugin-packages/add-key-form.tsx';
import classes from '../../../../plugin-packages/packages.module.css';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requireMember } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import { Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import settings from '../../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import type { Route } from './+types/page';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const keys = await orProblemPage(listSigningKeys({ db: services.db.app }, { scope }));
  return { keys, may: whyNot(scope.actor, 'plugins.manage', currentLocale()) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  return actionOf(request, {
    add: form({ name: text, publicKey: text }, (key) => addSigningKey(deps, { scope, ...key })),
    revoke: form({ keyId: text }, async ({ keyId }) => {
      await revokeSigningKey(deps, { scope, keyId });
      return { keyId };
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.packages.keys');

export default function SigningKeys({ loaderData: { keys, may }, actionData }: Route.ComponentProps) {
  const text = useText();
  const answer = useAnswer(actionData);
  const added = doneOf(answer, 'add');
  const revoked = doneOf(answer, 'revoke');
  return (
    <>
      <h1 className={page.title}>{text('settings.packages.keys')}</h1>
      <p className={page.lead}>
        <FormattedText
          id="settings.packages.keys_lead"
          values={{ link: (inside) => <Link to="/settings/plugins/upload">{inside}</Link> }}
        />
      </p>
      {may.allowed ? null : <p className={classes.note}>{may.sentence}</p>}
      <Outcome
        done={
          added
            ? text('settings.packages.key_counts', { key: added.keyId })
            : revoked && text('settings.packages.key_is_revoked', { key: revoked.keyId })
        }
      />
      <section className={settings.section} aria-labelledby="company-keys">
        <h2 id="company-keys">{text('settings.packages.company_keys')}</h2>
        <p>{text('settings.packages.company_keys_hint')}</p>
        {keys.company.length === 0 ? (
          <p>{text('settings.packages.no_company_keys')}</p>
        ) : (
          <ul className={settings.rows} aria-label={text('settings.packages.company_keys')}>
            {keys.company.map((key) => (
              <CompanyKey
                key={key.keyId}
                signingKey={key}
                mayRevoke={may.allowed}
                problem={ofRow(problemOf(answer, 'revoke'), { keyId: key.keyId })}
              />
            ))}
          </ul>
        )}
      </section>
      {may.allowed ? <AddKey problem={problemOf(answer, 'add')} added={added?.keyId} /> : null}
      <section className={settings.section} aria-labelledby="platform-keys">
        <h2 id="platform-keys">{text('settings.packages.platform_keys')}</h2>
        <p>{text('settings.packages.platform_keys_hint')}</p>
        <ul className={settings.rows} aria-label={text('settings.packages.platform_keys')}>
          {keys.platform.map(({ keyId, publicKey }) => (
            <li key={keyId}>
              <div className={settings.what}>
                <span>{text('settings.packages.key_of_installation')}</span>
                <small>
                  <code>{keyId}</code>
                </small>
                <code className={classes.key}>{publicKey}</code>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function CompanyKey({
  signingKey,
  mayRevoke,
  problem,
}: {
  signingKey: ListedSigningKey;
  mayRevoke: boolean;
  problem: Pick<Problem, 'message' | 'fields'> | undefined;
}) {
  const text = useText();
  const { keyId, name, publicKey, isKeptHere, createdBy, createdAt, revokedAt } = signingKey;
  const isBusy = useSending()('revoke', { keyId });
  return (
    <li data-revoked={revokedAt !== null || undefined} className={classes.row}>
      <div className={settings.what}>
        <span dir="auto">{isKeptHere ? text('settings.packages.key_of_server') : name}</span>
        <small>
          <code>{keyId}</code> ·{' '}
          {text('settings.packages.key_kept', { place: isKeptHere ? 'here' : undefined })} ·{' '}
          {createdBy ? (
            <FormattedText
              id="settings.packages.key_added_by"
              values={{ when: <When iso={createdAt} />, name: createdBy }}
            />
          ) : (
            <FormattedText id="settings.packages.key_added" values={{ when: <When iso={createdAt} /> }} />
          )}
          {revokedAt ? (
            <>
              {' '}
              ·{' '}
              <FormattedText id="settings.packages.key_revoked" values={{ when: <When iso={revokedAt} /> }} />
            </>
          ) : null}
        </small>
        <code className={classes.key}>{publicKey}</code>
        <Outcome problem={problem} />
      </div>
      {revokedAt === null && mayRevoke ? (
        <details className={settings.unfold}>
          <summary>{text('settings.packages.revoke')}</summary>
          <Form method="post" className={settings.inline}>
            <input type="hidden" name="keyId" value={keyId} />
            <Text size={13} tone="dim" below={8}>
              {text(isKeptHere ? 'settings.packages.revoke_kept_hint' : 'settings.packages.revoke_hint')}
            </Text>
            <Button type="submit" name="intent" value="revoke" color="red" variant="light" loading={isBusy}>
              {text('settings.packages.revoke_this', { key: keyId })}
            </Button>
          </Form>
        </details>
      ) : null}
    </li>
  );
}

function AddKey(given: Pick<ComponentProps<typeof AddKeyForm>, 'problem' | 'added'>) {
  const text = useText();
  return (
    <section className={settings.section} aria-labelledby="add-key">
      <h2 id="add-key">{text('settings.packages.add_key')}</h2>
      <p>
        <FormattedText id="settings.packages.add_key_hint" />
      </p>
      <AddKeyForm {...given} placeholder={text('settings.packages.key_name_example')} />
    </section>
  );
}
