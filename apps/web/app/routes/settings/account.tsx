import { Button, PasswordInput, TextInput } from '@mantine/core';
import { isAPIError } from 'better-auth/api';
import { data, Form, useNavigation } from 'react-router';
import { requireSession } from '../../session.ts';
import page from '../../ui/page.module.css';
import { explainSignInProblem } from '../auth/sign-in-problems.ts';
import type { Route } from './+types/account';
import { browserName } from './browser-name.ts';
import classes from './settings.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, session } = requireSession(context, request);
  const sessions = await services.auth.api.listSessions({ headers: request.headers });
  return {
    user: session.user,
    sessions: sessions
      .map((each) => ({
        id: each.id,
        browser: browserName(each.userAgent ?? ''),
        ipAddress: each.ipAddress ?? '',
        lastUsedAt: new Date(each.updatedAt).toISOString(),
        isThisOne: each.id === session.sessionId,
      }))
      .sort((a, b) => Number(b.isThisOne) - Number(a.isThisOne) || b.lastUsedAt.localeCompare(a.lastUsedAt)),
  };
}

type Done = {
  done?: 'name' | 'password' | 'sessions';
  problem?: { at: 'name' | 'password' | 'sessions'; message: string };
};

export async function action({ context, request }: Route.ActionArgs) {
  const { services } = requireSession(context, request);
  const form = await request.formData();
  const intent = String(form.get('intent'));
  const text = (name: string) => String(form.get(name) ?? '');
  const { api } = services.auth;
  const { headers } = request;
  try {
    switch (intent) {
      case 'name': {
        const name = text('name').trim();
        if (name === '' || name.length > 200)
          return problem('name', 'Enter a name of at most 200 characters.');
        const answer = await api.updateUser({ body: { name }, headers, returnHeaders: true });
        return data<Done>({ done: 'name' }, { headers: answer.headers });
      }
      case 'password': {
        const answer = await api.changePassword({
          body: {
            currentPassword: text('currentPassword'),
            newPassword: text('newPassword'),
            revokeOtherSessions: true,
          },
          headers,
          returnHeaders: true,
        });
        return data<Done>({ done: 'password' }, { headers: answer.headers });
      }
      case 'sessions':
        await api.revokeOtherSessions({ headers });
        return data<Done>({ done: 'sessions' });
      default:
        throw data({}, { status: 400 });
    }
  } catch (error) {
    if (!isAPIError(error)) throw error;
    const code = error.body?.code ?? '';
    if (code === 'INVALID_PASSWORD') return problem('password', 'The present password is not right.');
    return problem(intent as 'name', explainSignInProblem(code)?.cause ?? 'This could not be saved.');
  }
}

const problem = (at: 'name' | 'password' | 'sessions', message: string) =>
  data<Done>({ problem: { at, message } }, { status: 400 });

export const meta: Route.MetaFunction = () => [{ title: 'Your account · Readout' }];

export default function AccountSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { user, sessions } = loaderData;
  const navigation = useNavigation();
  const busy = navigation.formData?.get('intent');
  const problemAt = (at: string) => (actionData?.problem?.at === at ? actionData.problem.message : undefined);
  return (
    <>
      <h1 className={page.title}>Your account</h1>
      <section className={classes.section}>
        <h2>Name</h2>
        <p>
          Shown to your company beside what you did. You sign in as <strong>{user.email}</strong>.
        </p>
        <Form method="post" className={classes.form}>
          <input type="hidden" name="intent" value="name" />
          <TextInput
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={user.name}
            error={problemAt('name')}
          />
          <Button type="submit" loading={busy === 'name'}>
            Save
          </Button>
          <Outcome text={actionData?.done === 'name' ? 'Saved.' : ''} />
        </Form>
      </section>
      <section className={classes.section}>
        <h2>Password</h2>
        <p>Changing it signs out every other session.</p>
        <Form
          method="post"
          className={classes.form}
          key={actionData?.done === 'password' ? 'changed' : 'unchanged'}
        >
          <input type="hidden" name="intent" value="password" />
          <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
          <PasswordInput
            label="Present password"
            name="currentPassword"
            autoComplete="current-password"
            error={problemAt('password')}
          />
          <PasswordInput
            label="New password"
            description="At least 10 characters."
            name="newPassword"
            autoComplete="new-password"
          />
          <Button type="submit" loading={busy === 'password'}>
            Change password
          </Button>
          <Outcome text={actionData?.done === 'password' ? 'The password is changed.' : ''} />
        </Form>
      </section>
      <section className={classes.section}>
        <h2>Sessions</h2>
        <p>Where you are signed in.</p>
        <ul className={classes.list}>
          {sessions.map((each) => (
            <li key={each.id}>
              <div>
                {each.browser} {each.isThisOne ? <strong>(this one)</strong> : null}
              </div>
              <span>
                {each.ipAddress} {each.lastUsedAt.slice(0, 16).replace('T', ' ')} UTC
              </span>
            </li>
          ))}
        </ul>
        {sessions.length > 1 ? (
          <Form method="post">
            <input type="hidden" name="intent" value="sessions" />
            <Button type="submit" variant="default" loading={busy === 'sessions'}>
              Sign out everywhere else
            </Button>
          </Form>
        ) : null}
        <Outcome text={actionData?.done === 'sessions' ? 'Every other session is ended.' : ''} />
      </section>
    </>
  );
}

function Outcome({ text }: { text: string }) {
  return (
    <p className={classes.done} role="status">
      {text}
    </p>
  );
}
