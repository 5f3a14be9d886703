import { Button } from '@mantine/core';
import { acceptInvitation } from '@readout/domain/invitations/accept-invitation';
import { findInvitation } from '@readout/domain/invitations/find-invitation';
import { Form, Link, redirect, redirectDocument } from 'react-router';
import {
  accountsContext,
  clientAddressContext,
  servicesContext,
  sessionContext,
} from '../../../../server/http/context.ts';
import classes from '../../../account/auth.module.css';
import { linkPageHeaders, orErrorPage } from '../../../account/link-problem.ts';
import { LookIntoMailbox } from '../../../account/mailbox.tsx';
import { newAccount, nothingAccepted } from '../../../account/new-account.server.ts';
import { nextPage } from '../../../account/next-page.ts';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { actionOf, form } from '../../../forms/form.server.ts';
import { useAnswer } from '../../../forms/use-answer.ts';
import { useSending } from '../../../forms/use-sending.ts';
import { requireSession } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { InvitedSignUp } from './invited-sign-up.tsx';

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
  const here = `/invite/${params.token}`;
  const ipAddress = context.get(clientAddressContext);
  return actionOf(request, {
    accept: form({}, async () => {
      const { session } = requireSession(context, request);
      await orErrorPage(
        acceptInvitation(
          { auth: services.db.auth, mailer: services.mailer },
          {
            token: params.token,
            user: session.user,
            sessionId: session.sessionId,
            impersonatedBy: session.impersonatedBy,
            ipAddress,
          },
        ),
      );
      return redirectDocument('/app');
    }),
    switch: form({}, async () =>
      redirect(`/auth/sign-in?to=${encodeURIComponent(here)}`, { headers: await accounts.signOut() }),
    ),
    sign_up: form(newAccount, async ({ accept, ...given }) => {
      const made = await accounts.signUpInvited({
        token: params.token,
        ...given,
        ...(accept ? {} : nothingAccepted),
        ipAddress,
      });
      if (!made.headers && made.joined) return redirect(`${here}?made=joined`);
      if (!made.headers) return { email: made.email };
      return redirect(nextPage(made.headers, '/app'), { headers: made.headers });
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, 'account.invite.title'),
  { name: 'robots', content: 'noindex' },
];

export default function Invite({ loaderData, actionData, params }: Route.ComponentProps) {
  const { invitation, account, versions } = loaderData;
  const answer = useAnswer(actionData);
  const made = doneOf(answer, 'sign_up');
  const text = useText();
  if (loaderData.isMade)
    return (
      <LookIntoMailbox email={invitation.email ?? ''}>
        <p className={classes.text}>{text('account.invite.joined', { company: invitation.companyName })}</p>
      </LookIntoMailbox>
    );
  if (made)
    return (
      <LookIntoMailbox email={made.email}>
        <p className={classes.text}>{text('account.invite.mail_sent')}</p>
      </LookIntoMailbox>
    );
  return (
    <Reticle tone="signal" className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>
        <FormattedText
          id="account.invite.heading"
          values={{ company: <bdi>{invitation.companyName}</bdi> }}
        />
      </h1>
      <p className={classes.lead} style={{ overflowWrap: 'anywhere' }}>
        <FormattedText
          id="account.invite.lead"
          values={{
            who: <bdi>{invitation.invitedByName}</bdi>,
            company: <bdi>{invitation.companyName}</bdi>,
            role: invitation.role,
          }}
        />{' '}
        {text('account.invite.role', { role: invitation.role })}
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
              {text('account.invite.sign_in')}
            </Button>
          </div>
          <InvitedSignUp
            email={invitation.email}
            domain={invitation.domain}
            versions={versions}
            problem={problemOf(answer, 'sign_up')}
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
  const text = useText();
  const isSending = useSending();
  const other = (
    <Form method="post">
      <Button type="submit" name="intent" value="switch" variant="default" loading={isSending('switch')}>
        {text('account.invite.other_account')}
      </Button>
    </Form>
  );
  switch (account.state) {
    case 'member':
      return (
        <>
          <p className={classes.text}>{text('account.invite.member')}</p>
          <div className={classes.actions}>
            <Button component={Link} to="/app">
              {text('common.open_workspace')}
            </Button>
          </div>
        </>
      );
    case 'other_address':
      return (
        <>
          <p className={classes.text}>
            {invitation.email ? (
              <FormattedText
                id="account.invite.other_address"
                values={{ address: invitation.email, yours: account.email }}
              />
            ) : (
              <FormattedText
                id="account.invite.other_domain"
                values={{ domain: invitation.domain ?? '', yours: account.email }}
              />
            )}
          </p>
          <div className={classes.actions}>{other}</div>
        </>
      );
    case 'unproven':
      return (
        <>
          <p className={classes.text}>
            <FormattedText
              id="account.invite.unproven"
              values={{ domain: invitation.domain ?? '', yours: account.email }}
            />
          </p>
          <div className={classes.actions}>
            <Button component={Link} to={`/auth/verify?email=${encodeURIComponent(account.email)}`}>
              {text('account.invite.confirm')}
            </Button>
            {other}
          </div>
        </>
      );
    default:
      return (
        <>
          <p className={classes.text}>
            <FormattedText
              id="account.invite.signed_in"
              values={{ name: <strong dir="auto">{account.name}</strong>, email: account.email }}
            />
          </p>
          <div className={classes.actions}>
            <Form method="post">
              <Button type="submit" name="intent" value="accept" loading={isSending('accept')}>
                {text('account.invite.join')}
              </Button>
            </Form>
            {other}
          </div>
        </>
      );
  }
}
