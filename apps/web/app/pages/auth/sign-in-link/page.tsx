import { Button } from '@mantine/core';
import { data, Form, redirect, useNavigation } from 'react-router';
import { accountsContext, sessionContext } from '../../../../server/http/context.ts';
import { localAddress } from '../../../../server/request/local-address.ts';
import classes from '../../../account/auth.module.css';
import { linkPageHeaders, orErrorPage } from '../../../account/link-problem.ts';
import { nextPage } from '../../../account/next-page.ts';
import { actionOf, form, secret, text } from '../../../forms/form.server.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

const purposes = ['sign_in'] as const;

/** Opening the link signs nobody in: programs that look at mails open links too, and each works once. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  await orErrorPage(context.get(accountsContext).checkLink({ token, purposes }, context.get(sessionContext)));
  return data({ token, to: localAddress(searchParams.get('to'), '/app') }, { headers: linkPageHeaders });
}

export async function action({ context, request }: Route.ActionArgs) {
  return actionOf(request, {
    sign_in: form({ token: secret, to: text }, async ({ token, to }) => {
      const headers = await orErrorPage(
        context.get(accountsContext).signInByLink({ token }, context.get(sessionContext)),
      );
      return redirect(nextPage(headers, localAddress(to, '/app')), { headers });
    }),
  });
}

export const headers = () => linkPageHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account.link.title');

export default function SignInLink({ loaderData }: Route.ComponentProps) {
  const text = useText();
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Reticle tone="signal" className={classes.card ?? ''}>
      <h1 className={classes.title}>{text('account.link.title')}</h1>
      <p className={classes.lead}>{text('account.link.lead')}</p>
      <Form method="post" className={classes.form}>
        <input type="hidden" name="token" value={loaderData.token} />
        <input type="hidden" name="to" value={loaderData.to} />
        <Button type="submit" size="md" loading={isBusy} autoFocus>
          {text('account.sign_in.title')}
        </Button>
      </Form>
      <Text size={14} tone="dim" above={24}>
        {text('account.link.not_asked')}
      </Text>
    </Reticle>
  );
}
