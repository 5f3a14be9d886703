import { QueuePanel } from '../../queue/queue-panel.tsx';
import { requireMember } from '../../session.ts';
import page from '../../ui/page.module.css';
import type { Route } from './+types/page';

export function loader({ context, request }: Route.LoaderArgs) {
  requireMember(context, request);
  return null;
}

export const meta: Route.MetaFunction = () => [{ title: 'On this device · Readout' }];

/** What waits on this device; works without a network, as the camera does. */
export default function QueuePage() {
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <header className={page.head}>
        <div>
          <h1 className={page.title}>On this device</h1>
          <p className={page.lead}>
            Every capture is kept here first and leaves only once the server has it. It goes on by itself
            after a lost connection, a closed page or a sign-out.
          </p>
        </div>
      </header>
      <QueuePanel />
    </div>
  );
}
