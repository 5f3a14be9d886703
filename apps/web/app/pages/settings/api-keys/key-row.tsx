import { Button } from '@mantine/core';
import type { ListedApiKey } from '@readout/domain/api-keys/list-api-keys';
import { Form } from 'react-router';
import type { Problem } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from './api-keys.module.css';

/** One key with what became of it, and the way to revoke it. */
export function KeyRow({
  apiKey,
  mayRevoke,
  problem,
}: {
  apiKey: ListedApiKey;
  mayRevoke: boolean;
  problem: Pick<Problem, 'message' | 'fields'> | undefined;
}) {
  const {
    id,
    name,
    prefix,
    scopes,
    pluginIds,
    addressRanges,
    role,
    countsAs,
    state,
    createdBy,
    createdAt,
    expiresAt,
    revokedAt,
  } = apiKey;
  const text = useText();
  const isBusy = useSending()('revoke', { apiKeyId: id });
  const isOver = state === 'revoked' || state === 'expired';
  return (
    <li className={classes.row} data-over={state === 'working' ? undefined : true}>
      <div className={settings.what}>
        <span dir="auto">{name}</span>
        {state === 'working' ? null : (
          <span className={settings.tag}>{text('settings.api_keys.state', { state })}</span>
        )}
        <small>
          <code>{prefix}…</code> ·{' '}
          {text('settings.api_keys.scopes_as', {
            scopes: scopes.join(', '),
            role: text('common.role_name', { role: countsAs ?? role }),
          })}
          {countsAs !== null && countsAs !== role
            ? `, ${text('settings.api_keys.made_as', { role: text('common.role_name', { role }) })}`
            : ''}
          {pluginIds.length > 0
            ? ` · ${text('settings.api_keys.publishes', { plugins: pluginIds.join(', ') })}`
            : ''}
          {addressRanges.length > 0
            ? ` · ${text('settings.api_keys.only_from', { addresses: addressRanges.join(', ') })}`
            : ''}
        </small>
        <small>
          {createdBy ? (
            <FormattedText
              id="settings.api_keys.made_by"
              values={{ when: <When iso={createdAt} />, name: createdBy }}
            />
          ) : (
            <FormattedText id="settings.api_keys.made" values={{ when: <When iso={createdAt} /> }} />
          )}{' '}
          ·{' '}
          {revokedAt ? (
            <FormattedText id="settings.api_keys.revoked" values={{ when: <When iso={revokedAt} /> }} />
          ) : (
            <FormattedText
              id={state === 'expired' ? 'settings.api_keys.worked_until' : 'settings.api_keys.works_until'}
              values={{ when: <When iso={expiresAt} exact /> }}
            />
          )}{' '}
          · <LastUse {...apiKey} />
        </small>
        <Outcome problem={problem} />
      </div>
      {mayRevoke && !isOver ? (
        <details className={settings.unfold}>
          <summary>{text('settings.api_keys.revoke')}</summary>
          <Form method="post" className={settings.inline} preventScrollReset>
            <input type="hidden" name="apiKeyId" value={id} />
            <p className={settings.hint}>{text('settings.api_keys.revoke_hint')}</p>
            <Button type="submit" name="intent" value="revoke" color="red" variant="light" loading={isBusy}>
              {text('settings.api_keys.revoke_this', { prefix })}
            </Button>
          </Form>
        </details>
      ) : null}
    </li>
  );
}

function LastUse({ lastUsedAt, lastUsedFrom }: ListedApiKey) {
  const text = useText();
  if (!lastUsedAt) return text('settings.api_keys.never_used');
  const when = <When iso={lastUsedAt} />;
  return lastUsedFrom ? (
    <FormattedText id="settings.api_keys.last_used_from" values={{ when, address: lastUsedFrom }} />
  ) : (
    <FormattedText id="settings.api_keys.last_used" values={{ when }} />
  );
}
