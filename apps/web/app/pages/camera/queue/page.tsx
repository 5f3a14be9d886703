import { QueuePanel } from '../../../queue/queue-panel.tsx';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

export function loader({ context, request }: Route.LoaderArgs) {
  requireMember(context, request);
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'queue.page.title');

/** What waits on this device; works without a network, as the camera does. */
export default function QueuePage() {
  const text = useText();
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <header className={page.head}>
        <div>
          <h1 className={page.title}>{text('queue.page.title')}</h1>
          <p className={page.lead}>{text('queue.page.lead')}</p>
        </div>
      </header>
      <QueuePanel />
    </div>
  );
}
