import { acceptInvitation } from '@readout/domain/invitations/accept-invitation';
import type { InvitationInput } from '@readout/domain/invitations/check-invitation';
import { createInvitation } from '@readout/domain/invitations/create-invitation';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renderMail } from '../mail/render-mail.ts';
import {
  type AccountWorld,
  codeOf,
  createAccountWorld,
  password,
  person,
  type TestBrowser,
  tokenOf,
} from '../testing/test-accounts.ts';
import { signUpInvited } from './invited-sign-up.ts';

/** Where nobody signs up without an invitation. */
let worlds: { withMail: AccountWorld; withoutMail: AccountWorld };
let world: AccountWorld;
beforeAll(async () => {
  const environment = { READOUT_SIGN_UP: 'invite' };
  const [withMail, withoutMail] = await Promise.all([
    createAccountWorld({ hasMail: true, environment }),
    createAccountWorld({ environment }),
  ]);
  worlds = { withMail, withoutMail };
});
afterEach(() => world.empty());
afterAll(() => Promise.all([worlds?.withMail.close(), worlds?.withoutMail.close()]));

async function start(hasMail: boolean) {
  world = hasMail ? worlds.withMail : worlds.withoutMail;
  const owner = world.browser();
  owner.keep(await owner.accounts.signUp(person('Ada')));
  const session = (await owner.session())!;
  const mailer = { isConfigured: hasMail, origin: 'http://localhost:3000', render: renderMail };
  const scope = {
    companyId: session.company!.id,
    actor: { userId: session.user.id, name: 'Ada', role: 'owner' as const },
  };
  await world.mails();
  return {
    mailer,
    companyId: scope.companyId,
    async invite(input: InvitationInput, by: 'mail' | 'link') {
      const { link } = await createInvitation({ db: world.database.app, mailer }, { scope, by, ...input });
      const url = link ?? /https?:\S+\/invite\/\S+/.exec((await world.mails())[0]?.body_text ?? '')?.[0];
      return url!.split('/invite/')[1]!;
    },
    signUp: (browser: TestBrowser, token: string, email: string) =>
      signUpInvited({ auth: world.auth, db: { auth: world.database.auth }, mailer }, browser.accounts, {
        token,
        name: 'Bob',
        email,
        password,
        termsVersion: '1',
        privacyVersion: '1',
        ipAddress: '127.0.0.1',
      }),
  };
}

test('where nobody signs up without one, the reader of a mailed invitation is signed in at once', async () => {
  const { invite, signUp, companyId } = await start(true);
  const bob = world.browser();
  expect(await codeOf(bob.accounts.signUp(person('Bob')))).toBe('sign_up.invite_only');
  const token = await invite({ email: 'bob@example.com', role: 'reviewer' }, 'mail');
  const { headers, joined } = await signUp(bob, token, '');
  expect(joined).toBe(true);
  bob.keep(headers!);
  expect(await bob.session()).toMatchObject({
    user: { email: 'bob@example.com', emailVerified: true, role: 'user', termsVersion: '1' },
    company: { id: companyId },
    role: 'reviewer',
  });
  expect(await world.mails()).not.toContainEqual(expect.objectContaining({ kind: 'verify_email' }));
});

test('who was passed a link for their address joins, and confirms the address before signing in', async () => {
  const { invite, signUp, companyId } = await start(true);
  const bob = world.browser();
  const token = await invite({ email: 'bob@example.com', role: 'operator' }, 'link');
  expect(await signUp(bob, token, '')).toMatchObject({ joined: true, headers: null });
  const mail = (await world.mails()).find(({ kind }) => kind === 'verify_email');
  await bob.accounts.verifyEmail({ token: tokenOf(mail) }, null);
  bob.keep(await bob.accounts.signIn({ email: 'bob@example.com', password }));
  expect(await bob.session()).toMatchObject({ company: { id: companyId }, role: 'operator' });
});

test('a domain’s link makes an account that joins once its address is confirmed', async () => {
  const { invite, signUp, mailer, companyId } = await start(true);
  const bob = world.browser();
  const token = await invite({ domain: 'example.com', role: 'operator' }, 'link');
  expect(await codeOf(signUp(bob, token, 'bob@elsewhere.org'))).toBe('sign_up.invalid');
  expect(await signUp(bob, token, 'bob@example.com')).toMatchObject({ joined: false, headers: null });
  const mail = (await world.mails()).find(({ kind }) => kind === 'verify_email');
  await bob.accounts.verifyEmail({ token: tokenOf(mail) }, null);
  bob.keep(await bob.accounts.signIn({ email: 'bob@example.com', password }));
  const session = (await bob.session())!;
  expect(session.company).toBeNull();
  await acceptInvitation(
    { auth: world.database.auth, mailer },
    { token, user: session.user, sessionId: session.sessionId, ipAddress: null },
  );
  expect(await bob.session()).toMatchObject({ company: { id: companyId }, role: 'operator' });
});

test('where no mails are sent, the link itself lets in', async () => {
  const { invite, signUp } = await start(false);
  const bob = world.browser();
  const token = await invite({ domain: 'example.com', role: 'operator' }, 'link');
  const { headers } = await signUp(bob, token, 'bob@example.com');
  bob.keep(headers!);
  expect(await bob.session()).toMatchObject({ user: { emailVerified: false }, role: 'operator' });
  expect(await codeOf(signUp(world.browser(), token, 'eve@example.com'))).toBe('invitation.used');
});
