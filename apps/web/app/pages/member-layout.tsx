import { listStoppedTargets } from '@readout/domain/deliveries/list-stopped-targets';
import { countUnread } from '@readout/domain/notifications/list-my-notifications';
import { Outlet } from 'react-router';
import { clientAddressContext } from '../../server/http/context.ts';
import { isMember, owesSecondFactor, scopeOf } from '../../server/request/scope-of.ts';
import { useReadersOwner } from '../device/use-readers-owner.ts';
import { TakeInAnywhere } from '../intake/take-in-anywhere.tsx';
import type { MemberData } from '../page-data.ts';
import { orProblemPage } from '../problems/page-problem.ts';
import { requireSession } from '../session.ts';
import { dismissedAnnouncement } from '../shell/announcement-cookie.ts';
import { FailureMessage } from '../shell/page-failure.tsx';
import { Shell } from '../shell/shell.tsx';
import { useViewer } from '../viewer.ts';
import type { Route } from './+types/member-layout';

/** The frame of all pages for signed-in people. What a page needs beyond a session, its own loader demands. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<MemberData> {
  const { services, session } = requireSession(context, request);
  const db = services.db.app;
  const scope =
    isMember(session) && !owesSecondFactor(session)
      ? scopeOf(session, context.get(clientAddressContext))
      : undefined;
  const [unread, stoppedTargets] = await orProblemPage(
    Promise.all([
      countUnread({ db }, { userId: session.user.id }),
      scope ? listStoppedTargets({ db }, { scope }) : [],
    ]),
  );
  return {
    unread,
    stoppedTargets,
    dismissedAnnouncement: dismissedAnnouncement(request.headers.get('cookie')),
  };
}

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }];

export default function MemberLayout() {
  const viewer = useViewer();
  useReadersOwner(viewer?.company ? { userId: viewer.user.id, companyId: viewer.company.id } : null);
  return (
    <Shell>
      <Outlet />
      <TakeInAnywhere />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <FailureMessage error={error} />
    </Shell>
  );
}
