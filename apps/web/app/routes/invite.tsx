import { Button } from '@mantine/core';
import { acceptInvitation } from '@readout/domain/invitations/accept-invitation';
import { findInvitation } from '@readout/domain/invitations/find-invitation';
import { data, Form, Link, redirect, redirectDocument, useNavigation } from 'react-router';
import {
  accountsContext,
  clientAddressContext,
  servicesContext,
  sessionContext,
} from '../../server/request/context.ts';
import { requireSession } from '../session.ts';
import { Reticle } from '../ui/reticle.tsx';
import type { Route } from './+types/invite';
import classes from './auth/auth.module.css';
import { linkPageHeaders, orErrorPage } from './auth/link-problem.ts';
import { LookIntoMailbox } from './auth/mailbox.tsx';
import { nextPage } from './auth/next-page.ts';
import { refused } from './auth/refused.server.ts';
import { InvitedSignUp } from './invite/invited-sign-up.tsx';

export const headers = () => linkPageHeaders;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const session = context.get(sessionContext);
  const {
    refusal,
    acceptedBy,
    invitedBy: _,
    ...invitation
  } = await orErrorPage(findInvitation({ auth: services.db.auth }, params));
  const isMember = session?.companies.some(({ id }) => id === invitation.companyId) ?? false;
  // Who accepted it and comes back through the same link is where they belong.
  if (session && acceptedBy === session.user.id && isMember) throw redirect('/app');
  // After its own sign-up: used up by the account that waits for its address to be confirmed.
  const made =
    new URL(request.url).searchParams.get('made') === 'joined' && refusal?.code === 'invitation.used';
  if (refusal && !made) throw redirect(`/auth/error?${new URLSearchParams({ error: refusal.code })}`);
  const fits = invitation.email
    ? session?.user.email === invitation.email
    : session?.user.email.split('@').at(-1) === invitation.domain;
  const needsProof =
    invitation.domain !== null && services.mailer.isConfigured && session?.user.emailVerified === false;
  return {
    isMade: made,
    invitation,
    account: session
      ? {
          email: session.user.email,
          name: session.user.name,
          state: !fits
            ? ('other_address' as const)
            : isMember
              ? ('member' as const)
              : needsProof
                ? ('unproven' as const)
                : ('fits' as const),
        }
      : null,
    versions: await services.legal.refresh(),
  };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const accounts = context.get(accountsContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const here = `/invite/${params.token}`;
  switch (form.get('intent')) {
    case 'accept': {
      const { session } = requireSession(context, request);
      await orErrorPage(
        acceptInvitation(
          { auth: services.db.auth, mailer: services.mailer },
          {
            token: params.token,
            user: session.user,
            sessionId: session.sessionId,
            impersonatedBy: session.impersonatedBy,
            ipAddress: context.get(clientAddressContext),
          },
        ),
      );
      return redirectDocument('/app');
    }
    case 'switch':
      return redirect(`/auth/sign-in?to=${encodeURIComponent(here)}`, { headers: await accounts.signOut() });
    case 'sign_up': {
      const typed = { name: text('name'), email: text('email'), hasAccepted: form.has('accept') };
      try {
        const made = await accounts.signUpInvited({
          token: params.token,
          name: typed.name,
          email: typed.email,
          password: String(form.get('password') ?? ''),
          // The versions that were shown, so that nobody accepts a text published while they were typing.
          termsVersion: typed.hasAccepted ? text('termsVersion') : '',
          privacyVersion: typed.hasAccepted ? text('privacyVersion') : '',
          ipAddress: context.get(clientAddressContext),
        });
        if (!made.headers && made.joined) return redirect(`${here}?made=joined`);
        if (!made.headers)
          return data({
            message: '',
            code: '',
            fields: {} as Record<string, string>,
            typed: { ...typed, email: made.email },
            mailSent: true,
          });
        return redirect(nextPage(made.headers, '/app'), { headers: made.headers });
      } catch (error) {
        return refused(error, typed);
      }
    }
    default:
      throw data({}, { status: 400 });
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Invitation · Readout' },
  { name: 'robots', content: 'noindex' },
];

const roleWords = {
  operator: 'Operators capture and correct what they captured.',
  reviewer: 'Reviewers capture, review everything the company captures, and export it.',
  admin: 'Admins capture, review, and look after members, plugins and settings.',
  owner: 'Owners can do everything, including closing the company.',
};

export default function Invite({ loaderData, actionData, params }: Route.ComponentProps) {
  const { invitation, account, versions } = loaderData;
  if (loaderData.isMade)
    return (
      <LookIntoMailbox email={invitation.email ?? ''}>
        <p className={classes.text}>
          Your account is made, and you belong to {invitation.companyName}. A mail is on its way to you:
          follow its link to confirm that the address is yours, then sign in.
        </p>
      </LookIntoMailbox>
    );
  if (actionData && 'mailSent' in actionData)
    return (
      <LookIntoMailbox email={actionData.typed.email}>
        <p className={classes.text}>
          Your account is made. A mail is on its way to this address: follow its link to confirm that the
          address is yours, then open the invitation once more to join the company.
        </p>
      </LookIntoMailbox>
    );
  return (
    <Reticle tone="signal" className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>
        Join <bdi>{invitation.companyName}</bdi>
      </h1>
      <p className={classes.lead} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{invitation.invitedByName}</bdi> invites you to join <bdi>{invitation.companyName}</bdi> as{' '}
        <strong>{invitation.role}</strong>. {roleWords[invitation.role]}
      </p>
      {account ? (
        <SignedIn invitation={invitation} account={account} />
      ) : (
        <>
          <div className={classes.actions} style={{ marginBlock: '0 24px' }}>
            <Button
              component={Link}
              to={`/auth/sign-in?to=${encodeURIComponent(`/invite/${params.token}`)}`}
              variant="default"
            >
              I have an account: sign in
            </Button>
          </div>
          <InvitedSignUp
            email={invitation.email}
            domain={invitation.domain}
            versions={versions}
            answer={actionData}
          />
        </>
      )}
    </Reticle>
  );
}

function SignedIn({
  invitation,
  account,
}: Pick<Route.ComponentProps['loaderData'], 'invitation'> & {
  account: NonNullable<Route.ComponentProps['loaderData']['account']>;
}) {
  const busy = useNavigation().formData?.get('intent');
  const other = (
    <Form method="post">
      <Button type="submit" name="intent" value="switch" variant="default" loading={busy === 'switch'}>
        Use another account
      </Button>
    </Form>
  );
  switch (account.state) {
    case 'member':
      return (
        <>
          <p className={classes.text}>You are a member of this company already.</p>
          <div className={classes.actions}>
            <Button component={Link} to="/app">
              Open the workspace
            </Button>
          </div>
        </>
      );
    case 'other_address':
      return (
        <>
          <p className={classes.text}>
            The invitation is for{' '}
            <strong>{invitation.email ?? `an address that ends in @${invitation.domain}`}</strong>. You are
            signed in as <strong>{account.email}</strong>. Sign in with the account it is for, or ask for an
            invitation to this address.
          </p>
          <div className={classes.actions}>{other}</div>
        </>
      );
    case 'unproven':
      return (
        <>
          <p className={classes.text}>
            The invitation is for addresses that end in <strong>@{invitation.domain}</strong>. Confirm first
            that <strong>{account.email}</strong> is yours, then open the invitation once more.
          </p>
          <div className={classes.actions}>
            <Button component={Link} to={`/auth/verify?email=${encodeURIComponent(account.email)}`}>
              Confirm the address
            </Button>
            {other}
          </div>
        </>
      );
    default:
      return (
        <>
          <p className={classes.text}>
            You are signed in as <strong dir="auto">{account.name}</strong> ({account.email}).
          </p>
          <div className={classes.actions}>
            <Form method="post">
              <Button type="submit" name="intent" value="accept" loading={busy === 'accept'}>
                Join the company
              </Button>
            </Form>
            {other}
          </div>
        </>
      );
  }
}
