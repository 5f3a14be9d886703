import { NoNewCaptures } from '../../captures/no-new-captures.tsx';
import { earlyCameraScript } from '../../frames/early-stream.ts';
import { requireMember } from '../../session.ts';
import type { ScriptsHandle } from '../../shell/page-scripts.tsx';
import { pageTitle } from '../../texts/page-title.ts';
import type { HeadScriptHandle } from '../../ui/head-script.tsx';
import pageClasses from '../../ui/page.module.css';
import { useText } from '../../ui/texts.tsx';
import { useViewer } from '../../viewer.ts';
import type { Route } from './+types/page';
import { Viewfinder } from './viewfinder.tsx';

export function loader({ context, request }: Route.LoaderArgs) {
  const { session } = requireMember(context, request);
  return { mayCapture: session.company.status === 'active' && !session.actingUntil };
}

/** Nothing of the server is needed to take pictures: without a network the queue finds out later what may be sent. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof TypeError) return { mayCapture: true };
    throw error;
  }
}

export const handle: HeadScriptHandle<typeof loader> & ScriptsHandle = {
  scripts: 'picture',
  headScript: (data) => (data?.mayCapture ? earlyCameraScript : undefined),
};

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, 'common.page_name', { page: 'camera' });

export default function CameraPage({ loaderData }: Route.ComponentProps) {
  const text = useText();
  const viewer = useViewer();
  if (!viewer?.company || viewer.actingUntil || !loaderData.mayCapture)
    return (
      <div className={pageClasses.page}>
        <h1 className={pageClasses.title}>{text('common.page_name', { page: 'camera' })}</h1>
        <NoNewCaptures />
      </div>
    );
  return <Viewfinder owner={{ userId: viewer.user.id, companyId: viewer.company.id }} />;
}
