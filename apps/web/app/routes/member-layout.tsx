import { Outlet } from 'react-router';
import { requireSession } from '../session.ts';
import { FailureMessage } from '../ui/page-failure.tsx';
import { Shell } from '../ui/shell.tsx';
import type { Route } from './+types/member-layout';

/** The frame of all pages for signed-in people. What a page needs beyond a session, its own loader demands. */
export function loader({ context, request }: Route.LoaderArgs) {
  requireSession(context, request);
  return null;
}

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }];

export default function MemberLayout() {
  return (
    <Shell>
      <Outlet />
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
