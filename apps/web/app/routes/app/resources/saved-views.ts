import { listSavedViews } from '@readout/domain/saved-views/list-saved-views';
import { saveView } from '@readout/domain/saved-views/save-view';
import type { Route } from './+types/saved-views';
import { answer, body, text } from './answer.ts';

export function loader({ context, request }: Route.LoaderArgs) {
  return answer({ context, request }, ({ services: { db }, scope }) =>
    listSavedViews({ db: db.app }, { scope }),
  );
}

export function action({ context, request }: Route.ActionArgs) {
  return answer({ context, request }, async ({ services: { db }, scope }) => {
    const { name, query, isCompanyWide } = await body(request);
    return saveView(
      { db: db.app },
      { scope, name: text(name), query: text(query), isCompanyWide: isCompanyWide === true },
    );
  });
}
