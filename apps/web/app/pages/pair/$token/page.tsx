import { Button, TextInput } from '@mantine/core';
import { claimPairing } from '@readout/domain/pairing/claim-pairing';
import { finishPairing } from '@readout/domain/pairing/finish-pairing';
import { findPairing, type PairingState } from '@readout/domain/pairing/look-at-pairing';
import { pairedSeconds } from '@readout/domain/pairing/rules';
import { useEffect } from 'react';
import {
  data,
  Form,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
  useRevalidator,
  useSubmit,
} from 'react-router';
import { clientAddressContext, servicesContext, sessionContext } from '../../../../server/http/context.ts';
import { browserName } from '../../../../server/request/browser-name.ts';
import auth from '../../../account/auth.module.css';
import { linkPageHeaders } from '../../../account/link-problem.ts';
import { actionOf, form, text } from '../../../forms/form.server.ts';
import { findHostCookie, hostCookie } from '../../../host-cookie.ts';
import classes from '../../../pairing/pair.module.css';
import { pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

/** What this phone holds to be the one that scanned the code. */
const claimCookie = 'readout.pairing';
const claimSeconds = 5 * 60;
const lookAgainMs = 1200;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const session = context.get(sessionContext);
  const view = await findPairing(
    { auth: db.auth },
    { token: params.token, claim: findHostCookie(request.headers.get('cookie'), claimCookie) },
  );
  return data(
    {
      ...view,
      suggestedName: browserName(request.headers.get('user-agent') ?? ''),
      signedInAs: session?.user.email ?? null,
    },
    { headers: linkPageHeaders },
  );
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const deps = { auth: services.db.auth };
  const { token } = params;
  const claimOf = (value: string, maxAgeSeconds: number): string =>
    hostCookie(claimCookie, value, {
      isSecure: services.config.isSecure,
      maxAgeSeconds,
      attributes: 'HttpOnly; SameSite=Strict',
    });
  const forms = {
    claim: form({ name: text }, async ({ name: phoneName }) => {
      const { claim } = await claimPairing(deps, {
        token,
        phoneName,
        userAgent: request.headers.get('user-agent') ?? '',
        ipAddress: context.get(clientAddressContext),
      });
      // Back to this page, now as the phone that has the claim.
      return redirect(`/pair/${token}`, { headers: { 'set-cookie': claimOf(claim, claimSeconds) } });
    }),
    finish: form({}, async () => {
      const claim = findHostCookie(request.headers.get('cookie'), claimCookie) ?? '';
      const { sessionToken } = await finishPairing(deps, { token, claim });
      const headers = new Headers();
      headers.append('set-cookie', services.sessions.cookieFor(sessionToken, pairedSeconds));
      headers.append('set-cookie', claimOf('', 0));
      return redirect('/camera', { headers });
    }),
  };
  return actionOf(request, forms, 'claim');
}

/** What the loader says now is the answer, refused or not. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined || defaultShouldRevalidate;

export const headers = () => linkPageHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'pairing.phone.title');

export default function PairPhonePage({ loaderData }: Route.ComponentProps) {
  const { state, number, companyName, userName, suggestedName, signedInAs } = loaderData;
  const text = useText();
  const isBusy = useNavigation().state !== 'idle';
  useProgress(state, number !== null);
  if (state === 'open')
    return (
      <Reticle tone="signal" className={auth.card ?? ''}>
        <h1 className={auth.title}>{text('pairing.phone.title')}</h1>
        <p className={auth.lead}>{text('pairing.phone.lead')}</p>
        <Form method="post" className={auth.form}>
          <TextInput
            label={text('pairing.phone.name')}
            name="name"
            defaultValue={suggestedName}
            maxLength={80}
            autoComplete="off"
          />
          <Button type="submit" size="md" loading={isBusy}>
            {text('common.go_on')}
          </Button>
        </Form>
        {signedInAs ? (
          <Text size={14} tone="dim" above={24}>
            <FormattedText id="pairing.phone.replaces" values={{ email: <bdi>{signedInAs}</bdi> }} />
          </Text>
        ) : null}
      </Reticle>
    );
  if (state === 'claimed' && number !== null)
    return (
      <Reticle tone="signal" className={auth.card ?? ''}>
        <h1 className={auth.title}>{text('pairing.phone.confirm')}</h1>
        <p className={auth.lead}>{text('pairing.phone.same_number')}</p>
        <p className={classes.number} role="status">
          {asNumber(number)}
        </p>
        <Text size={14} tone="dim" above={24}>
          <FormattedText
            id="pairing.phone.waiting"
            values={{ name: <bdi>{userName}</bdi>, company: <bdi>{companyName}</bdi> }}
          />
        </Text>
        <noscript>
          <p>{text('pairing.phone.open_again')}</p>
        </noscript>
      </Reticle>
    );
  if (state === 'confirmed' && number !== null)
    return (
      <Reticle tone="signal" className={auth.card ?? ''}>
        <h1 className={auth.title}>{text('pairing.phone.confirmed')}</h1>
        <p className={auth.lead}>{text('pairing.phone.opening')}</p>
        <Form method="post" className={auth.form}>
          <input type="hidden" name="intent" value="finish" />
          <Button type="submit" size="md" loading={isBusy}>
            {text('pairing.phone.open')}
          </Button>
        </Form>
      </Reticle>
    );
  const end = state === 'refused' ? 'refused' : 'over';
  return (
    <Reticle tone="alarm" className={auth.card ?? ''}>
      <h1 className={auth.title}>{text('pairing.phone.end', { end })}</h1>
      <p className={auth.lead}>{text('pairing.phone.end_detail', { end })}</p>
    </Reticle>
  );
}

/** Three digits on both screens. */
const asNumber = (number: number): string => String(number).padStart(3, '0');

/** Looks again until the computer answered, then goes on by itself. */
function useProgress(state: PairingState, isOurs: boolean): void {
  const { revalidate } = useRevalidator();
  const submit = useSubmit();
  useEffect(() => {
    if (!isOurs) return;
    if (state === 'confirmed') void submit({ intent: 'finish' }, { method: 'post' });
    if (state !== 'claimed') return;
    const timer = setInterval(() => void revalidate(), lookAgainMs);
    return () => clearInterval(timer);
  }, [state, isOurs, revalidate, submit]);
}
