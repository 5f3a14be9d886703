import { Button, Checkbox } from '@mantine/core';
import { AppError } from '@readout/domain/errors';
import type { ReactNode } from 'react';
import { Form, Link, redirect, useNavigation } from 'react-router';
import { accountsContext, servicesContext, sessionContext } from '../../../../server/http/context.ts';
import { localAddress } from '../../../../server/request/local-address.ts';
import { currentLocale } from '../../../../server/request/locale.ts';
import classes from '../../../account/auth.module.css';
import { problemOf } from '../../../forms/answer.ts';
import { actionOf, flag, form, text } from '../../../forms/form.server.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { legalText } from '../../../legal/legal-texts.server.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, textsIn, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

export async function loader({ context, request }: Route.LoaderArgs) {
  const to = localAddress(new URL(request.url).searchParams.get('to'), '/app');
  const session = context.get(sessionContext);
  if (!session) throw redirect(`/auth/sign-in?to=${encodeURIComponent(to)}`);
  const { legal, config } = context.get(servicesContext);
  const current = await legal.refresh();
  const { termsVersion, privacyVersion } = session.user;
  const texts = [
    { name: 'tos', path: '/tos', accepted: termsVersion, current: current.terms },
    { name: 'privacy-policy', path: '/privacy-policy', accepted: privacyVersion, current: current.privacy },
  ] as const;
  const changed = await Promise.all(
    texts
      .filter((text) => text.accepted !== text.current)
      .map(async ({ name, path, accepted }) => {
        const { title, version, effective } = await legalText({ legal, config }, name);
        return { path, title, version, effective, accepted };
      }),
  );
  if (changed.length === 0 || session.impersonatedBy) throw redirect(to);
  return { to, changed, versions: current, isFirstTime: termsVersion === null && privacyVersion === null };
}

export async function action({ context, request }: Route.ActionArgs) {
  return actionOf(request, {
    accept: form({ accept: flag, termsVersion: text, privacyVersion: text, to: text }, async (given) => {
      const to = localAddress(given.to, '/app');
      const session = context.get(sessionContext);
      if (!session) throw redirect(`/auth/sign-in?to=${encodeURIComponent(to)}`);
      if (!given.accept) {
        const accept = textsIn(currentLocale())('account.terms.accept_to_go_on');
        throw new AppError('sign_up.invalid', { fields: { accept } });
      }
      const shown = { terms: given.termsVersion, privacy: given.privacyVersion };
      const current = await context.get(servicesContext).legal.refresh();
      await context.get(accountsContext).acceptTerms(session, shown, current);
      return redirect(to);
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account.terms.title');

export default function Terms({ loaderData, actionData }: Route.ComponentProps) {
  const { to, changed, versions, isFirstTime } = loaderData;
  const text = useText();
  const problem = problemOf(useAnswer(actionData), 'accept');
  const time = isFirstTime ? 'first' : 'again';
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Reticle tone="notice" className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>{text('account.terms.heading', { time })}</h1>
      <p className={classes.lead}>{text('account.terms.lead', { time })}</p>
      <ul className={classes.texts}>
        {changed.map(({ path, title, version, effective, accepted }) => (
          <li key={path}>
            <a href={path} target="_blank" rel="noreferrer">
              {title}
            </a>
            <span>
              {text('account.terms.version', { version, effective })}{' '}
              {accepted ? text('account.terms.accepted', { version: accepted }) : null}
            </span>
          </li>
        ))}
      </ul>
      <Refusal problem={problem} />
      <Form method="post" className={classes.form}>
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="termsVersion" value={versions.terms} />
        <input type="hidden" name="privacyVersion" value={versions.privacy} />
        <Checkbox
          name="accept"
          value="yes"
          label={text('account.terms.accept', { count: changed.length })}
          error={problem?.fields.accept}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {text('common.go_on')}
        </Button>
      </Form>
      <Text size={14} tone="dim" above={24}>
        <FormattedText
          id="account.terms.rather_not"
          values={{ link: (inside: ReactNode) => <Link to="/settings/account">{inside}</Link> }}
        />
      </Text>
      <Form method="post" action="/auth/sign-out" className={classes.quiet}>
        <button type="submit">{text('account.sign_out')}</button>
      </Form>
    </Reticle>
  );
}
