import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { statusOf } from '@readout/domain/error-catalogue';
import { AppError } from '@readout/domain/errors';
import { allowProgram } from '@readout/domain/oauth/allow-program';
import { answerAddress } from '@readout/domain/oauth/authorization-request';
import { placeOf } from '@readout/domain/oauth/rules';
import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { clientAddressContext, clientOriginContext, policyContext } from '../../../../server/http/context.ts';
import { toldError } from '../../../../server/http/problem.ts';
import { formTargetOf } from '../../../../server/request/consent.ts';
import { owesSecondFactor, scopeOf, sessionIn } from '../../../../server/request/scope-of.ts';
import classes from '../../../account/auth.module.css';
import { problemOf } from '../../../forms/answer.ts';
import { actionOf, form, secret, text, texts } from '../../../forms/form.server.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { useSending } from '../../../forms/use-sending.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { scopeName } from '../../../texts/scope-name.ts';
import { Text } from '../../../ui/layout.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { demandSeal, readAsked } from './asked.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  try {
    const { session, asked, program, seal } = await readAsked(context, request);
    const place = placeOf(asked.redirectUri);
    const policy = context.get(policyContext)(formTargetOf(asked.redirectUri));
    return data(
      {
        problem: null,
        asks: {
          program: program.name,
          place: { ...place, name: place.kind === 'scheme' ? `${place.name}://` : place.name },
          scopes: asked.scopes,
          email: session.user.email,
          companies: session.companies.map(({ id, name, requiresTwoFactor }) => ({
            id,
            name,
            needsFactor: requiresTwoFactor && !session.user.twoFactor,
          })),
          companyId: session.company?.id ?? '',
          seal,
        },
      },
      { headers: { 'content-security-policy': policy } },
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { title, sentence, action } = toldError(error);
    return data(
      { problem: { code: error.code, title, sentence, action }, asks: null },
      { status: statusOf[error.kind] },
    );
  }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action({ context, request }: Route.ActionArgs) {
  const demandAsked = async (given: string) => {
    const { seal, ...rest } = await readAsked(context, request);
    demandSeal(given, seal);
    return { ...rest, issuer: context.get(clientOriginContext) };
  };
  return actionOf(request, {
    allow: form(
      { companyId: text, scopes: texts, plugins: text, seal: secret },
      async ({ companyId, seal, ...given }) => {
        const { services, session, asked, program, issuer } = await demandAsked(seal);
        const member = sessionIn(session, companyId);
        if (!member) throw new AppError('company.not_a_member', { reason: 'page' });
        if (owesSecondFactor(member)) throw new AppError('two_factor.needed');
        const { code } = await allowProgram(
          { db: services.db.app, auth: services.db.auth },
          { scope: scopeOf(member, context.get(clientAddressContext)), program, request: asked, ...given },
        );
        return redirect(answerAddress(asked, { code }, issuer));
      },
    ),
    refuse: form({ seal: secret }, async ({ seal }) => {
      const { asked, issuer } = await demandAsked(seal);
      return redirect(answerAddress(asked, { error: 'access_denied' }, issuer));
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, 'account.consent.title'),
  { name: 'robots', content: 'noindex' },
];

export default function Authorize({ loaderData, actionData }: Route.ComponentProps) {
  const { problem, asks } = loaderData;
  const answer = useAnswer(actionData);
  const text = useText();
  if (!asks)
    return (
      <Reticle tone="notice" className={classes.card ?? ''}>
        <h1 className={classes.title}>{problem.title}</h1>
        <Text size={12} tone="dim" below={12} isMono>
          <code>{problem.code}</code>
        </Text>
        <Refusal problem={{ message: problem.sentence, fields: {} }} />
        <p className={classes.text}>{problem.action}</p>
        <p className={classes.text}>{text('account.consent.nothing_sent')}</p>
      </Reticle>
    );
  return <Consent asks={asks} answer={answer} />;
}

type Asks = NonNullable<Route.ComponentProps['loaderData']['asks']>;

function Consent({ asks, answer }: { asks: Asks; answer: Route.ComponentProps['actionData'] }) {
  const { program, place, scopes, email, companies, companyId, seal } = asks;
  const text = useText();
  const isSending = useSending();
  const refused = problemOf(answer, 'allow');
  const typed = refused?.typed;
  const open = companies.filter(({ needsFactor }) => !needsFactor);
  const closed = companies.filter(({ needsFactor }) => needsFactor);
  return (
    <Reticle className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>
        <FormattedText
          id="account.consent.heading"
          values={{ program, name: (inside: ReactNode) => <bdi>{inside}</bdi> }}
        />
      </h1>
      <p className={classes.lead}>{text('account.consent.lead', { email })}</p>
      <p className={classes.text}>
        {text('account.consent.unchecked')}{' '}
        <FormattedText id="account.consent.answered" values={{ kind: place.kind, place: place.name }} />
      </p>
      <Refusal problem={answer?.problem} />
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="seal" value={seal} />
        {open.length === 1 ? (
          <>
            <input type="hidden" name="companyId" value={open[0]?.id} />
            <TextInput label={text('account.consent.company')} value={open[0]?.name ?? ''} readOnly />
          </>
        ) : null}
        {open.length > 1 ? (
          <NativeSelect
            name="companyId"
            label={text('account.consent.company')}
            data={open.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue={typed?.companyId || companyId}
          />
        ) : null}
        {closed.map(({ id, name }) => (
          <p key={id} className={classes.text}>
            <strong dir="auto">{name}</strong>{' '}
            <FormattedText
              id="account.consent.needs_factor"
              values={{ link: (inside: ReactNode) => <Link to="/settings/security">{inside}</Link> }}
            />
          </p>
        ))}
        <Checkbox.Group
          label={text('account.consent.scopes')}
          description={text('account.consent.scopes_hint')}
          defaultValue={typed?.scopes ?? scopes}
        >
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              label={text('settings.api_keys.scope', { scope: scopeName(scope) })}
              description={scope}
              mt="xs"
            />
          ))}
        </Checkbox.Group>
        {scopes.includes('plugins:publish') ? (
          <TextInput
            name="plugins"
            label={text('settings.api_keys.plugins_label')}
            description={text('account.consent.plugins_hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            defaultValue={typed?.plugins ?? ''}
            error={refused?.fields.plugins}
          />
        ) : null}
        <p className={classes.text}>
          <FormattedText
            id="account.consent.ends"
            values={{ link: (inside: ReactNode) => <Link to="/settings/security">{inside}</Link> }}
          />
        </p>
        <div className={classes.actions}>
          <Button
            type="submit"
            name="intent"
            value="allow"
            size="md"
            disabled={open.length === 0}
            loading={isSending('allow')}
          >
            {text('account.consent.allow')}
          </Button>
          <Button
            type="submit"
            name="intent"
            value="refuse"
            size="md"
            variant="default"
            loading={isSending('refuse')}
          >
            {text('account.consent.refuse')}
          </Button>
        </div>
      </Form>
    </Reticle>
  );
}
