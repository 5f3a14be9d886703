import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import type { PlatformTrustedKey } from '@readout/domain/platform/list-trusted-keys';
import { Form, Link } from 'react-router';
import { ofRow, problemOf } from '../../../../forms/answer.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useSending } from '../../../../forms/use-sending.ts';
import packages from '../../../../plugin-packages/packages.module.css';
import page from '../../../../ui/page.module.css';
import settings from '../../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import { useMay } from '../../use-may.ts';
import type { Route } from './+types/page';
import classes from './keys.module.css';

type Answer = Route.ComponentProps['actionData'];

/** One trusted key: whose it is, what rests on it, and how it is revoked. */
export function KeyRow({ trusted, answer }: { trusted: PlatformTrustedKey; answer: Answer }) {
  const { keyId, name, publicKey, kind, publisher, addedBy, createdAt, revoked, signed } = trusted;
  const text = useText();
  const mayChange = useMay()('plugins.change');
  return (
    <li id={keyId} data-revoked={revoked !== null || undefined} className={packages.row}>
      <div className={settings.what}>
        <span dir="auto">{kind === 'own' ? text('operation.keys.this_installation') : name}</span>
        <small>
          <code>{keyId}</code> · {text('operation.keys.kind', { kind })}
          {publisher ? (
            <>
              {' '}
              (
              <Link to={`/admin/company/${publisher.companyId}`}>
                <bdi>{publisher.name}</bdi>
              </Link>
              )
            </>
          ) : null}{' '}
          ·{' '}
          {addedBy ? (
            <FormattedText
              id="operation.keys.since_by"
              values={{ when: <When iso={createdAt} />, name: <bdi>{addedBy}</bdi> }}
            />
          ) : (
            <FormattedText id="operation.keys.since" values={{ when: <When iso={createdAt} /> }} />
          )}{' '}
          · {text('operation.keys.signed', { count: signed })}
        </small>
        {revoked ? (
          <small>
            {revoked.by ? (
              <FormattedText
                id="operation.keys.revoked_by"
                values={{ when: <When iso={revoked.at} />, name: <bdi>{revoked.by}</bdi> }}
              />
            ) : (
              <FormattedText id="operation.keys.revoked" values={{ when: <When iso={revoked.at} /> }} />
            )}
            {revoked.reason ? (
              <>
                : <bdi>{revoked.reason}</bdi>
              </>
            ) : null}
          </small>
        ) : null}
        <code className={packages.key}>{publicKey}</code>
      </div>
      {revoked === null && mayChange ? (
        <Revoke trusted={trusted} answer={answer} />
      ) : (
        <Resting trusted={trusted} />
      )}
    </li>
  );
}

function Revoke({ trusted, answer }: { trusted: PlatformTrustedKey; answer: Answer }) {
  const text = useText();
  const { keyId, kind, restingTotal } = trusted;
  const isSending = useSending();
  const problem = ofRow(problemOf(answer, 'revoke'), { keyId });
  return (
    <details className={settings.unfold} open={problem ? true : undefined}>
      <summary>{text('operation.keys.revoke')}</summary>
      <Form method="post" className={classes.revoke} autoComplete="off">
        <input type="hidden" name="keyId" value={keyId} />
        <p>{text('operation.keys.revoke_hint', { kind })}</p>
        <Resting trusted={trusted} />
        {restingTotal > 0 ? (
          <Checkbox
            name="blocks"
            value="yes"
            defaultChecked={problem?.typed.blocks ?? false}
            label={text('operation.keys.also_block', { count: restingTotal })}
            description={text('operation.keys.also_block_hint')}
          />
        ) : null}
        <Textarea
          label={text('operation.block.reason')}
          description={text('operation.keys.reason_hint')}
          name="reason"
          autosize
          minRows={2}
          maxLength={1000}
          required
          defaultValue={problem?.typed.reason ?? ''}
          error={problem?.fields.reason}
        />
        <TextInput
          label={text('operation.block.confirm', { word: keyId })}
          name="confirmation"
          required
          spellCheck={false}
          defaultValue={problem?.typed.confirmation ?? ''}
          error={problem?.fields.confirmation}
        />
        <Button type="submit" name="intent" value="revoke" loading={isSending('revoke', { keyId })}>
          {text('operation.keys.revoke_this', { key: keyId })}
        </Button>
        <Outcome problem={problem} />
      </Form>
    </details>
  );
}

/** What no other key in force vouches for. */
function Resting({ trusted: { resting, restingTotal, kind } }: { trusted: PlatformTrustedKey }) {
  const text = useText();
  // What companies carried in for themselves is not the platform's to list.
  const notCounted = kind === 'publisher' ? '' : text('operation.keys.not_counted');
  if (restingTotal === 0)
    return (
      <p className={classes.resting}>
        {text('operation.keys.none_rest')} {notCounted}
      </p>
    );
  return (
    <div className={classes.resting}>
      <p>{text('operation.keys.resting', { count: restingTotal })}</p>
      <ul>
        {resting.map(({ pluginId, name, version, companies, isBlocked }) => (
          <li key={`${pluginId} ${version}`}>
            <FormattedText
              id="operation.keys.resting_one"
              values={{
                blocked: isBlocked ? 'yes' : 'no',
                name: (
                  <Link to={`/admin/plugin?p=${pluginId}&v=${encodeURIComponent(version)}`}>
                    <bdi>{name}</bdi>
                  </Link>
                ),
                version: <bdi className={page.mono}>{version}</bdi>,
                companies,
              }}
            />
          </li>
        ))}
        {restingTotal > resting.length ? (
          <li>{text('operation.keys.resting_more', { count: restingTotal - resting.length })}</li>
        ) : null}
      </ul>
      <p>{notCounted}</p>
    </div>
  );
}
