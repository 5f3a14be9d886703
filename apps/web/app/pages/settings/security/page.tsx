import { getAuthenticatorName } from '@better-auth/passkey';
import { AppError } from '@readout/domain/errors';
import type { ListedGrant } from '@readout/domain/oauth/list-grants';
import { listMyGrants } from '@readout/domain/oauth/list-my-grants';
import { revokeGrant } from '@readout/domain/oauth/revoke-grant';
import { endOtherSessions, endSession, listSessions } from '@readout/domain/users/list-sessions';
import { listUserEvents } from '@readout/domain/users/list-user-events';
import { data, redirect } from 'react-router';
import { browserName } from '../../../../server/request/browser-name.ts';
import {
  accountsContext,
  clientAddressContext,
  servicesContext,
} from '../../../../server/request/context.ts';
import { currentLocale } from '../../../../server/request/locale.ts';
import { scopeOf, sessionIn } from '../../../../server/request/scope-of.ts';
import type { Session } from '../../../../server/request/session.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { refusedAction, requireOwnAccount } from '../../../problems/refused-action.server.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import { qrCodeOf } from '../../../ui/qr-path.ts';
import { textsIn, useText } from '../../../ui/texts.tsx';
import { useAnswer } from '../../../ui/use-answer.ts';
import { SupportNote } from '../support-note.tsx';
import type { Route } from './+types/page';
import type { SecurityAnswer } from './answer.ts';
import { wordEvent } from './event-wording.ts';
import { EventsSection } from './events-section.tsx';
import { NeededNote } from './needed-note.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProgramsSection } from './programs-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

const eventsPerPage = 15;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, session, security } = requireOwnAccount(context, request);
  const account = await orProblemPage(security.account());
  const { name, email } = account;
  if (session.impersonatedBy) return { support: { name, email }, own: null };
  const params = new URL(request.url).searchParams;
  const before = Number.parseInt(params.get('before') ?? '', 10);
  const deps = { auth: services.db.auth };
  const { actor } = security;
  const say = textsIn(currentLocale());
  const [sessions, events, grants, recoveryCodesLeft] = await Promise.all([
    listSessions(deps, { actor }),
    listUserEvents(deps, { actor, limit: eventsPerPage, ...(before > 0 ? { before } : {}) }),
    grantsOf(session, context),
    account.hasTwoFactor ? security.recoveryCodesLeft() : 0,
  ]);
  return {
    support: null,
    own: {
      email,
      proof: { hasPassword: account.hasPassword, isFresh: account.isFresh },
      hasTwoFactor: account.hasTwoFactor,
      recoveryCodesLeft,
      demandedBy: session.company?.requiresTwoFactor ? session.company.name : null,
      isNeeded: params.get('needed') === 'two-factor',
      passkeys: account.passkeys.map(({ aaguid, name: own, ...passkey }) => ({
        ...passkey,
        name: own || getAuthenticatorName(aaguid) || say('settings.security.passkey'),
      })),
      sessions: sessions.map(({ userAgent, ...each }) => ({ ...each, browser: browserName(userAgent) })),
      programs: {
        grants,
        companies: Object.fromEntries(session.companies.map(({ id, name: company }) => [id, company])),
      },
      events: {
        items: events.items.map((event) => ({
          id: event.id,
          at: event.at,
          text: wordEvent(event, say),
          browser: event.userAgent ? browserName(event.userAgent) : '',
          ipAddress: event.ipAddress,
        })),
        hasMore: events.hasMore,
        isFirst: !(before > 0),
      },
    },
  };
}

/** The programs somebody let in, in each of their companies. */
async function grantsOf(session: Session, context: Route.LoaderArgs['context']): Promise<ListedGrant[]> {
  const { db } = context.get(servicesContext);
  const ipAddress = context.get(clientAddressContext);
  const lists = await Promise.all(
    session.companies.map(({ id }) => {
      const member = sessionIn(session, id);
      return member ? listMyGrants({ db: db.app }, { scope: scopeOf(member, ipAddress) }) : [];
    }),
  );
  return lists.flat();
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, session, security } = requireOwnAccount(context, request);
  const form = await request.formData();
  const intent = String(form.get('intent'));
  const text = (name: string) => String(form.get(name) ?? '');
  const password = text('password');
  const { actor } = security;
  const deps = { auth: services.db.auth };
  try {
    switch (intent) {
      case 'password':
        await security.changePassword({ present: password, next: text('newPassword') });
        return data<SecurityAnswer>({ done: 'password' });
      case 'set_password':
        await security.setPassword(text('newPassword'));
        return data<SecurityAnswer>({ done: 'set_password' });
      case 'begin_totp':
        return data<SecurityAnswer>({ setup: withQr(await security.beginTotp(password)) });
      case 'finish_totp': {
        const { recoveryCodes, headers } = await security.finishTotp(text('code'));
        return data<SecurityAnswer>({ recoveryCodes }, { headers });
      }
      case 'renew_codes':
        return data<SecurityAnswer>({ recoveryCodes: await security.renewRecoveryCodes(password) });
      case 'disable':
        return data<SecurityAnswer>(
          { done: 'disable' },
          { headers: await security.disableTwoFactor(password) },
        );
      case 'rename_passkey':
        await security.renamePasskey({ id: text('id'), name: text('name') });
        return data<SecurityAnswer>({ done: 'rename_passkey' });
      case 'remove_passkey':
        await security.removePasskey({ id: text('id'), proof: password });
        return data<SecurityAnswer>({ done: 'remove_passkey' });
      case 'end_session':
        await endSession(deps, { actor, sessionId: text('id') });
        return data<SecurityAnswer>({ done: 'end_session' });
      case 'end_others':
        await endOtherSessions(deps, { actor });
        return data<SecurityAnswer>({ done: 'end_others' });
      case 'end_program': {
        const member = sessionIn(session, text('companyId'));
        if (!member) throw new AppError('company.not_a_member', { reason: 'page' });
        const scope = scopeOf(member, context.get(clientAddressContext));
        const { name } = await revokeGrant({ db: services.db.app }, { scope, grantId: text('grantId') });
        return data<SecurityAnswer>({ endedProgram: name });
      }
      case 'sign_in_again':
        return redirect(`/auth/sign-in?to=${encodeURIComponent('/settings/security')}`, {
          headers: await context.get(accountsContext).signOut(),
        });
      default:
        throw data({}, { status: 400 });
    }
  } catch (error) {
    const refused = refusedAction(error, intent, { id: text('id'), name: text('name') });
    const shown = intent === 'finish_totp' ? shownSetup(text('uri')) : undefined;
    return shown ? data<SecurityAnswer>({ ...refused.data, setup: shown }, refused.init ?? {}) : refused;
  }
}

/** What the page itself showed a moment ago, to be shown again after a wrong code; anything else is left out. */
function shownSetup(uri: string): SecurityAnswer['setup'] {
  if (!/^otpauth:\/\/totp\/[\x21-\x7e]{1,700}$/.test(uri) || !URL.canParse(uri)) return undefined;
  return withQr({ uri, secret: new URL(uri).searchParams.get('secret') ?? '' });
}

function withQr(setup: { uri: string; secret: string }) {
  return { ...setup, qr: qrCodeOf(setup.uri) };
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.security.title');

export default function SecuritySettings({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { own, support } = loaderData;
  const answer = useAnswer<SecurityAnswer>(actionData);
  if (!own) return <SupportNote title={text('settings.security.title')} {...support} />;
  const { proof } = own;
  return (
    <>
      <h1 className={page.title}>{text('settings.security.title')}</h1>
      {own.isNeeded || (own.demandedBy && !own.hasTwoFactor) ? (
        <NeededNote
          company={own.demandedBy}
          isDone={own.hasTwoFactor}
          keepsCodes={answer?.recoveryCodes !== undefined}
        />
      ) : null}
      <TwoFactorSection
        proof={proof}
        isOn={own.hasTwoFactor}
        codesLeft={own.recoveryCodesLeft}
        demandedBy={own.demandedBy}
        email={own.email}
        answer={answer}
      />
      <PasskeysSection proof={proof} passkeys={own.passkeys} answer={answer} />
      <PasswordSection hasPassword={proof.hasPassword} proof={proof} email={own.email} answer={answer} />
      <SessionsSection sessions={own.sessions} answer={answer} />
      <ProgramsSection {...own.programs} answer={answer} />
      <EventsSection {...own.events} />
    </>
  );
}
