import { Button } from '@mantine/core';
import { addSigningKey } from '@readout/domain/plugins/keys/add-signing-key';
import { type ListedSigningKey, listSigningKeys } from '@readout/domain/plugins/keys/list-signing-keys';
import { revokeSigningKey } from '@readout/domain/plugins/keys/revoke-signing-key';
import { whyNot } from '@readout/domain/policy';
import { data, Form, Link, useNavigation } from 'react-router';
import { requireMember } from '../../../session.ts';
import page from '../../../ui/page.module.css';
import { When } from '../../../ui/when.tsx';
import { orProblemPage } from '../../app/page-problem.ts';
import { refused } from '../../auth/refused.server.ts';
import settings from '../settings.module.css';
import type { Route } from './+types/keys';
import { type AddKeyAnswer, AddKeyForm } from './add-key-form.tsx';
import classes from './packages.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const keys = await orProblemPage(listSigningKeys({ db: services.db.app }, { scope }));
  return { keys, may: whyNot(scope.actor, 'plugins.manage') };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const intent = text('intent');
  const typed = { intent, keyId: text('keyId'), name: text('name'), publicKey: text('publicKey') };
  const deps = { db: services.db.app };
  try {
    if (intent === 'add') {
      const { keyId } = await addSigningKey(deps, { scope, name: typed.name, publicKey: typed.publicKey });
      return {
        done: `Packages signed with key ${keyId} count from now on.`,
        message: '',
        code: '',
        fields: {},
        typed,
      };
    }
    if (intent === 'revoke') {
      await revokeSigningKey(deps, { scope, keyId: typed.keyId });
      return {
        done: `Key ${typed.keyId} is revoked: nothing new it signs is taken in.`,
        message: '',
        code: '',
        fields: {},
        typed,
      };
    }
  } catch (error) {
    return refused(error, typed);
  }
  throw data({}, { status: 400 });
}

export const meta: Route.MetaFunction = () => [{ title: 'Signing keys · Readout' }];

export default function SigningKeys({ loaderData: { keys, may }, actionData }: Route.ComponentProps) {
  const done = actionData && 'done' in actionData ? actionData.done : '';
  return (
    <>
      <h1 className={page.title}>Signing keys</h1>
      <p className={page.lead}>
        A plugin runs only if somebody your company trusts signed exactly its bytes. What you make here is
        signed by this server with your company’s own key; packages made elsewhere are signed with keys you
        add below. <Link to="/settings/plugins/upload">Carry in a package</Link>
      </p>
      {may.allowed ? null : <p className={classes.note}>{may.sentence}</p>}
      <p className={settings.done} role="status">
        {done}
      </p>
      <section className={settings.section} aria-labelledby="company-keys">
        <h2 id="company-keys">Your company’s keys</h2>
        <p>Once revoked, a key never comes back. What it signed before stays installed.</p>
        {keys.company.length === 0 ? (
          <p>None yet: the server makes one when your company publishes its first plugin.</p>
        ) : (
          <ul className={settings.rows} aria-label="Your company’s keys">
            {keys.company.map((key) => (
              <CompanyKey
                key={key.keyId}
                signingKey={key}
                mayRevoke={may.allowed}
                problem={actionData?.typed.keyId === key.keyId ? actionData.message : ''}
              />
            ))}
          </ul>
        )}
      </section>
      {may.allowed ? <AddKey answer={actionData} /> : null}
      <section className={settings.section} aria-labelledby="platform-keys">
        <h2 id="platform-keys">Keys of this installation</h2>
        <p>They sign what comes with Readout. Whoever runs this Readout decides about them.</p>
        <ul className={settings.rows} aria-label="Keys of this installation">
          {keys.platform.map(({ keyId, name, publicKey }) => (
            <li key={keyId}>
              <div className={settings.what}>
                <span>{name}</span>
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
  problem: string;
}) {
  const { keyId, name, publicKey, isKeptHere, createdBy, createdAt, revokedAt } = signingKey;
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get('keyId') === keyId;
  return (
    <li data-revoked={revokedAt !== null || undefined} className={classes.row}>
      <div className={settings.what}>
        <span dir="auto">{name}</span>
        <small>
          <code>{keyId}</code> · {isKeptHere ? 'this server signs with it' : 'kept outside'} · added{' '}
          <When iso={createdAt} />
          {createdBy ? ` by ${createdBy}` : ''}
          {revokedAt ? (
            <>
              {' '}
              · <strong>revoked</strong> <When iso={revokedAt} />
            </>
          ) : null}
        </small>
        <code className={classes.key}>{publicKey}</code>
        {problem ? (
          <p className={settings.problem} role="alert">
            {problem}
          </p>
        ) : null}
      </div>
      {revokedAt === null && mayRevoke ? (
        <details className={settings.unfold}>
          <summary>Revoke</summary>
          <Form method="post" className={settings.inline}>
            <input type="hidden" name="keyId" value={keyId} />
            <p className={classes.warning}>
              Nothing new that it signs is taken in, and it cannot be added again.
              {isKeptHere ? ' The server makes a new key when the next plugin is published.' : ''}
            </p>
            <Button type="submit" name="intent" value="revoke" color="red" variant="light" loading={isBusy}>
              Revoke {keyId}
            </Button>
          </Form>
        </details>
      ) : null}
    </li>
  );
}

function AddKey({ answer }: { answer: AddKeyAnswer | undefined }) {
  return (
    <section className={settings.section} aria-labelledby="add-key">
      <h2 id="add-key">Add a key kept outside</h2>
      <p>
        <code>npx --no-install readout plugin keygen my-key.json</code> makes one and shows its public part.
        Only the public part belongs here.
      </p>
      <AddKeyForm answer={answer} placeholder="Build server" />
    </section>
  );
}
