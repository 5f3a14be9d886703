import { acceptOwnInvitation } from '@readout/domain/invitations/accept-own-invitation';
import { listMyNotifications } from '@readout/domain/notifications/list-my-notifications';
import { followNotification, markRead } from '@readout/domain/notifications/mark-read';
import { redirect, redirectDocument } from 'react-router';
import { accountsContext, clientAddressContext } from '../../../server/http/context.ts';
import { foreseen, toldError } from '../../../server/http/problem.ts';
import { currentLocale } from '../../../server/request/locale.ts';
import { orErrorPage } from '../../account/link-problem.ts';
import { actionOf, form, text, wholeNumber, withHeaders } from '../../forms/form.server.ts';
import type { BellNews } from '../../page-data.ts';
import { shownPlatform } from '../../platform.ts';
import { orProblemPage } from '../../problems/page-problem.ts';
import { requireSession } from '../../session.ts';
import { announcementCookie } from '../../shell/announcement-cookie.ts';
import { isWithoutAnswer } from '../../shell/shown-data.ts';
import { textOfPage } from '../../texts/page-text.ts';
import type { Route } from './+types/bell';

/** A failure is an answer, said where the bell is: the page around it goes on. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<BellNews> {
  const { services, session } = requireSession(context, request);
  const { announcement, announcedAt } = shownPlatform(services.platform.current());
  try {
    const { items, invitations } = await listMyNotifications(
      { db: services.db.app },
      { userId: session.user.id, locale: currentLocale(), limit: 12 },
    );
    return {
      ok: true,
      items,
      invitations,
      newest: Math.max(0, ...items.map((item) => item.id)),
      announcement: announcement ? { text: announcement, at: announcedAt } : null,
    };
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    return { ok: false, message: toldError(known).sentence };
  }
}

/** So is a server that does not answer. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<BellNews> {
  try {
    return await serverLoader();
  } catch (error) {
    if (!isWithoutAnswer(error)) throw error;
    const state = navigator.onLine ? 'silent' : 'offline';
    return { ok: false, message: textOfPage()('common.no_answer.detail', { state, host: location.host }) };
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, session } = requireSession(context, request);
  const deps = { db: services.db.app };
  const person = { userId: session.user.id };
  // Who acts as somebody looks: what is unread stays unread for whom it is for.
  const isActing = session.impersonatedBy !== undefined;
  return actionOf(request, {
    read: form({ upTo: wholeNumber }, async ({ upTo }) => {
      if (!isActing) await orProblemPage(markRead(deps, { ...person, upTo }));
    }),
    follow: form({ id: wholeNumber }, async ({ id }) => {
      const { companyId, path } = await orProblemPage(
        followNotification(deps, { ...person, id, keepUnread: isActing }),
      );
      if (companyId === session.company?.id) return redirect(path);
      const headers = await orProblemPage(context.get(accountsContext).switchCompany(session, companyId));
      return redirectDocument(path, { headers });
    }),
    join: form({ invitationId: text }, async ({ invitationId }) => {
      await orErrorPage(
        acceptOwnInvitation(
          { auth: services.db.auth, mailer: services.mailer },
          {
            invitationId,
            user: session.user,
            sessionId: session.sessionId,
            impersonatedBy: session.impersonatedBy,
            ipAddress: context.get(clientAddressContext),
          },
        ),
      );
      return redirectDocument('/app');
    }),
    'dismiss-announcement': form({ announcedAt: text }, ({ announcedAt }) =>
      withHeaders({ 'set-cookie': announcementCookie(announcedAt, services.config) }),
    ),
  });
}
