import { type RouterContextProvider, redirect } from 'react-router';
import { accountsContext } from '../../../server/http/context.ts';
import { form } from '../../forms/form.server.ts';

/** Of who has no password and signed in too long ago for what a page of their account does. */
export const signInAgain = (context: Readonly<RouterContextProvider>, to: string) =>
  form({}, async () =>
    redirect(`/auth/sign-in?to=${encodeURIComponent(to)}`, {
      headers: await context.get(accountsContext).signOut(),
    }),
  );
