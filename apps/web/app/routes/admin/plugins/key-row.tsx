import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import type { PlatformTrustedKey } from '@readout/domain/platform/list-trusted-keys';
import { Form, Link, useNavigation } from 'react-router';
import { plural } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { When } from '../../../ui/when.tsx';
import packages from '../../settings/packages/packages.module.css';
import settings from '../../settings/settings.module.css';
import { useMay } from '../use-may.ts';
import classes from './keys.module.css';

interface Answer {
  code: string;
  message: string;
  fields: Record<string, string>;
  typed: Record<'intent' | 'name' | 'reason' | 'confirmation' | 'blocks', string>;
}

const kinds = { own: 'this server signs with it', added: 'kept elsewhere', publisher: 'of a publisher' };

/** One trusted key: whose it is, what rests on it, its name, and how it is revoked. */
export function KeyRow({ trusted, answer }: { trusted: PlatformTrustedKey; answer: Answer | undefined }) {
  const { keyId, name, publicKey, kind, publisher, addedBy, createdAt, revoked, signed } = trusted;
  const mayChange = useMay()('plugins.change');
  return (
    <li id={keyId} data-revoked={revoked !== null || undefined} className={packages.row}>
      <div className={settings.what}>
        <span dir="auto">{name}</span>
        <small>
          <code>{keyId}</code> · {kinds[kind]}
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
          · since <When iso={createdAt} />
          {addedBy ? (
            <>
              {' '}
              by <bdi>{addedBy}</bdi>
            </>
          ) : null}{' '}
          · signed {plural(signed, 'version')} of the catalogue
        </small>
        {revoked ? (
          <small>
            <strong>Revoked</strong> <When iso={revoked.at} />
            {revoked.by ? (
              <>
                {' '}
                by <bdi>{revoked.by}</bdi>
              </>
            ) : null}
            {revoked.reason ? (
              <>
                : <bdi>{revoked.reason}</bdi>
              </>
            ) : null}
          </small>
        ) : null}
        <code className={packages.key}>{publicKey}</code>
      </div>
      {mayChange ? <Rename trusted={trusted} answer={answer} /> : null}
      {revoked === null && mayChange ? (
        <Revoke trusted={trusted} answer={answer} />
      ) : (
        <Resting trusted={trusted} />
      )}
    </li>
  );
}

function Rename({
  trusted: { keyId, name },
  answer,
}: {
  trusted: PlatformTrustedKey;
  answer: Answer | undefined;
}) {
  const navigation = useNavigation();
  const problem = answer?.typed.intent === 'rename' && answer.code ? answer : undefined;
  return (
    <details className={settings.unfold} open={problem ? true : undefined} key={name}>
      <summary>Rename</summary>
      <Form method="post" className={settings.inline} autoComplete="off">
        <input type="hidden" name="keyId" value={keyId} />
        <TextInput
          label={`Name of ${keyId}`}
          name="name"
          required
          maxLength={80}
          defaultValue={problem?.typed.name ?? name}
          error={problem?.message}
        />
        <Button
          type="submit"
          name="intent"
          value="rename"
          variant="default"
          loading={
            navigation.formData?.get('intent') === 'rename' && navigation.formData.get('keyId') === keyId
          }
        >
          Save name
        </Button>
      </Form>
    </details>
  );
}

function Revoke({ trusted, answer }: { trusted: PlatformTrustedKey; answer: Answer | undefined }) {
  const { keyId, kind, restingTotal } = trusted;
  const navigation = useNavigation();
  const problem = answer?.typed.intent === 'revoke' && answer.code ? answer : undefined;
  const isBesideField = problem !== undefined && Object.keys(problem.fields).length > 0;
  return (
    <details className={settings.unfold} open={problem ? true : undefined}>
      <summary>Revoke…</summary>
      <Form method="post" className={classes.revoke} autoComplete="off">
        <input type="hidden" name="keyId" value={keyId} />
        <p>
          Nothing it signs is taken in any more, by nobody, and it never comes back. What it signed before
          stays trusted and goes on, so that replacing a key stops nobody’s work.
          {kind === 'own'
            ? ' The server makes itself a new key when it next has something to sign.'
            : kind === 'publisher'
              ? ' Its company signs its next version with another key; that one is trusted once you approve it.'
              : ''}
        </p>
        <Resting trusted={trusted} />
        {restingTotal > 0 ? (
          <Checkbox
            name="blocks"
            value="yes"
            defaultChecked={problem?.typed.blocks === 'yes'}
            label={`Its private part may be in other hands: also block ${restingTotal === 1 ? 'this version' : `these ${restingTotal} versions`} everywhere, at once`}
            description="Owners and admins of the companies that have them read the reason. You can let each run again."
          />
        ) : null}
        <Textarea
          label="Reason"
          description="Stands beside the key. At most 500 characters."
          name="reason"
          autosize
          minRows={2}
          maxLength={1000}
          required
          defaultValue={problem?.typed.reason ?? ''}
          error={problem?.fields.reason}
        />
        <TextInput
          label={`Type ${keyId} to confirm`}
          name="confirmation"
          required
          spellCheck={false}
          defaultValue={problem?.typed.confirmation ?? ''}
          error={problem?.fields.confirmation}
        />
        <Button
          type="submit"
          name="intent"
          value="revoke"
          loading={
            navigation.formData?.get('intent') === 'revoke' && navigation.formData.get('keyId') === keyId
          }
        >
          Revoke {keyId}
        </Button>
        <p className={settings.problem} role="alert">
          {problem && !isBesideField ? problem.message : ''}
        </p>
      </Form>
    </details>
  );
}

/** What no other key in force vouches for. */
function Resting({ trusted: { resting, restingTotal, kind } }: { trusted: PlatformTrustedKey }) {
  if (restingTotal === 0)
    return (
      <p className={classes.resting}>No version that is offered rests on it alone. {ownElsewhere(kind)}</p>
    );
  return (
    <div className={classes.resting}>
      <p>{plural(restingTotal, 'version rests', 'versions rest')} on it alone:</p>
      <ul>
        {resting.map(({ pluginId, name, version, companies, isBlocked }) => (
          <li key={`${pluginId} ${version}`}>
            <Link to={`/admin/plugin?p=${pluginId}&v=${encodeURIComponent(version)}`}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className={page.mono}>{version}</span>, {plural(companies, 'company', 'companies')}
            {isBlocked ? ', blocked' : ''}
          </li>
        ))}
        {restingTotal > resting.length ? <li>and {restingTotal - resting.length} more</li> : null}
      </ul>
      <p>{ownElsewhere(kind)}</p>
    </div>
  );
}

/** What is not the platform's to list. */
const ownElsewhere = (kind: PlatformTrustedKey['kind']): string =>
  kind === 'publisher' ? '' : 'Packages that companies carried in for themselves are not counted here.';
