import { getAuthenticatorName } from '@better-auth/passkey';
import { AppError } from '@readout/domain/errors';
import type { ListedGrant } from '@readout/domain/oauth/list-grants';
import { listMyGrants } from '@readout/domain/oauth/list-my-grants';
import { revokeGrant } from '@readout/domain/oauth/revoke-grant';
import { endOtherSessions, endSession, listSessions } from '@readout/domain/users/list-sessions';
import { listUserEvents } from '@readout/domain/users/list-user-events';
import { clientAddressContext, servicesContext } from '../../../../server/http/context.ts';
import { browserName } from '../../../../server/request/browser-name.ts';
import { currentLocale } from '../../../../server/request/locale.ts';
import { scopeOf, sessionIn } from '../../../../server/request/scope-of.ts';
import type { Session } from '../../../../server/request/session.ts';
import { doneOf } from '../../../forms/answer.ts';
import { actionOf, form, secret, text, withHeaders } from '../../../forms/form.server.ts';
import { useAnswer } from '../../../forms/use-answer.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireOwnAccount } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import { qrCodeOf } from '../../../ui/qr-path.ts';
import { textsIn, useText } from '../../../ui/texts.tsx';
import { signInAgain } from '../sign-in-again.server.ts';
import { SupportNote } from '../support-note.tsx';
import type { Route } from './+types/page';
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
  const { actor } = security;
  const deps = { auth: services.db.auth };
  return actionOf(request, {
    password: form({ password: secret, newPassword: secret }, ({ password: present, newPassword: next }) =>
      security.changePassword({ present, next }),
    ),
    set_password: form({ newPassword: secret }, ({ newPassword }) => security.setPassword(newPassword)),
    begin_totp: form({ password: secret }, async ({ password }) =>
      withQr(await security.beginTotp(password)),
    ),
    finish_totp: form(
      { code: secret, uri: secret },
      async ({ code }) => {
        const { recoveryCodes, headers } = await security.finishTotp(code);
        return withHeaders(headers, recoveryCodes);
      },
      (_, { uri }) => shownSetup(uri),
    ),
    renew_codes: form({ password: secret }, ({ password }) => security.renewRecoveryCodes(password)),
    disable: form({ password: secret }, async ({ password }) =>
      withHeaders(await security.disableTwoFactor(password)),
    ),
    rename_passkey: form({ id: text, name: text }, (passkey) => security.renamePasskey(passkey)),
    remove_passkey: form({ id: text, password: secret }, ({ id, password: proof }) =>
      security.removePasskey({ id, proof }),
    ),
    end_session: form({ id: text }, ({ id: sessionId }) => endSession(deps, { actor, sessionId })),
    end_others: form({}, async () => {
      await endOtherSessions(deps, { actor });
    }),
    end_program: form({ companyId: text, grantId: text }, async ({ companyId, grantId }) => {
      const member = sessionIn(session, companyId);
      if (!member) throw new AppError('company.not_a_member', { reason: 'page' });
      const scope = scopeOf(member, context.get(clientAddressContext));
      return revokeGrant({ db: services.db.app }, { scope, grantId });
    }),
    sign_in_again: signInAgain(context, '/settings/security'),
  });
}

/** What the page itself showed a moment ago, to be shown again after a wrong code; anything else is left out. */
function shownSetup(uri: string) {
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
  const answer = useAnswer(actionData);
  if (!own) return <SupportNote title={text('settings.security.title')} {...support} />;
  const { proof } = own;
  return (
    <>
      <h1 className={page.title}>{text('settings.security.title')}</h1>
      {own.isNeeded || (own.demandedBy && !own.hasTwoFactor) ? (
        <NeededNote
          company={own.demandedBy}
          isDone={own.hasTwoFactor}
          keepsCodes={doneOf(answer, 'finish_totp', 'renew_codes') !== undefined}
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
