import { Button } from '@mantine/core';
import { data, Form, redirect, useNavigation } from 'react-router';
import { accountsContext, sessionContext } from '../../../server/request/context.ts';
import { localAddress } from '../../../server/request/local-address.ts';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/sign-in-link';
import classes from './auth.module.css';
import { linkPageHeaders, orErrorPage } from './link-problem.ts';
import { nextPage } from './next-page.ts';

const purposes = ['sign_in'] as const;

/** Opening the link signs nobody in: programs that look at mails open links too, and each works once. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  await orErrorPage(context.get(accountsContext).checkLink({ token, purposes }, context.get(sessionContext)));
  return data({ token, to: localAddress(searchParams.get('to'), '/app') }, { headers: linkPageHeaders });
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const headers = await orErrorPage(
    context
      .get(accountsContext)
      .signInByLink({ token: String(form.get('token') ?? '') }, context.get(sessionContext)),
  );
  return redirect(nextPage(headers, localAddress(form.get('to'), '/app')), { headers });
}

export const headers = () => linkPageHeaders;

export const meta: Route.MetaFunction = () => [{ title: 'Sign in by link · Readout' }];

export default function SignInLink({ loaderData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Reticle tone="signal" className={classes.card ?? ''}>
      <h1 className={classes.title}>Sign in by link</h1>
      <p className={classes.lead}>This is your link. It works once, in this browser.</p>
      <Form method="post" className={classes.form}>
        <input type="hidden" name="token" value={loaderData.token} />
        <input type="hidden" name="to" value={loaderData.to} />
        <Button type="submit" size="md" loading={isBusy} autoFocus>
          Sign in
        </Button>
      </Form>
      <p className={classes.other}>You did not ask for it? Close this page; nothing has happened.</p>
    </Reticle>
  );
}
