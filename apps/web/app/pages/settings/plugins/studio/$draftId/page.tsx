import { getDraft } from '@readout/domain/plugins/drafts/get-draft';
import { listFixtures } from '@readout/domain/plugins/fixtures/list-fixtures';
import { listStudioCaptures } from '@readout/domain/plugins/fixtures/list-studio-captures';
import { orProblemPage } from '../../../../../problems/page-problem.ts';
import { requireMember } from '../../../../../session.ts';
import { pageTitle } from '../../../../../texts/page-title.ts';
import { UndoProvider } from '../../../../../ui/undo.tsx';
import { Desk } from '../desk.tsx';
import { examplePages } from '../example-pages.server.ts';
import type { Route } from './+types/page';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  const draft = await orProblemPage(getDraft(deps, { scope, draftId: params.draftId }));
  const [fixtures, captures] = await orProblemPage(
    Promise.all([
      listFixtures(deps, { scope, pluginId: draft.pluginId }),
      listStudioCaptures(deps, { scope }),
    ]),
  );
  return { draft, fixtures, captures, examples: captures.length === 0 ? examplePages(draft.source) : [] };
}

/** What stands in the editors is newer than what the server has, and fixtures are kept up to date here. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageTitle(matches, 'editor.title_of', { name: loaderData.draft.name })
    : pageTitle(matches, 'editor.title');

export default function DraftPage({ loaderData }: Route.ComponentProps) {
  return (
    <UndoProvider>
      <Desk key={loaderData.draft.id} {...loaderData} />
    </UndoProvider>
  );
}
