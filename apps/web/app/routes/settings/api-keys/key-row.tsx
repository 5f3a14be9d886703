import { Button } from '@mantine/core';
import type { ApiKeyState, ListedApiKey } from '@readout/domain/api-keys/list-api-keys';
import { Form, useNavigation } from 'react-router';
import { When } from '../../../ui/when.tsx';
import settings from '../settings.module.css';
import classes from './api-keys.module.css';

const states: Record<Exclude<ApiKeyState, 'working'>, string> = {
  revoked: 'revoked',
  expired: 'expired',
  maker_gone: 'its maker left',
  maker_demoted: 'its maker may not any more',
};

/** One key with what became of it, and the way to revoke it. */
export function KeyRow({
  apiKey,
  mayRevoke,
  problem,
}: {
  apiKey: ListedApiKey;
  mayRevoke: boolean;
  problem: string;
}) {
  const {
    id,
    name,
    prefix,
    scopes,
    addressRanges,
    role,
    countsAs,
    state,
    createdBy,
    createdAt,
    expiresAt,
    revokedAt,
  } = apiKey;
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get('apiKeyId') === id;
  const isOver = state === 'revoked' || state === 'expired';
  return (
    <li className={classes.row} data-over={state === 'working' ? undefined : true}>
      <div className={settings.what}>
        <span dir="auto">{name}</span>
        {state === 'working' ? null : <span className={settings.tag}>{states[state]}</span>}
        <small>
          <code>{prefix}…</code> · {scopes.join(', ')} as {countsAs ?? role}
          {countsAs !== null && countsAs !== role ? `, made as ${role}` : ''}
          {addressRanges.length > 0 ? ` · only from ${addressRanges.join(', ')}` : ''}
        </small>
        <small>
          made <When iso={createdAt} />
          {createdBy ? ` by ${createdBy}` : ''} ·{' '}
          {revokedAt ? (
            <>
              revoked <When iso={revokedAt} />
            </>
          ) : (
            <>
              {state === 'expired' ? 'worked until' : 'works until'} <When iso={expiresAt} exact />
            </>
          )}{' '}
          · <LastUse {...apiKey} />
        </small>
        {problem ? (
          <p className={settings.problem} role="alert">
            {problem}
          </p>
        ) : null}
      </div>
      {mayRevoke && !isOver ? (
        <details className={settings.unfold}>
          <summary>Revoke</summary>
          <Form method="post" className={settings.inline} preventScrollReset>
            <input type="hidden" name="apiKeyId" value={id} />
            <p className={settings.hint}>
              Programs that use it are refused from the next request on. A revoked key never comes back.
            </p>
            <Button type="submit" name="intent" value="revoke" color="red" variant="light" loading={isBusy}>
              Revoke {prefix}…
            </Button>
          </Form>
        </details>
      ) : null}
    </li>
  );
}

function LastUse({ lastUsedAt, lastUsedFrom }: ListedApiKey) {
  if (!lastUsedAt) return 'never used';
  return (
    <>
      last used <When iso={lastUsedAt} />
      {lastUsedFrom ? ` from ${lastUsedFrom}` : ''}
    </>
  );
}
