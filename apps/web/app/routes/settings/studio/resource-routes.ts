import { prefix, type RouteConfigEntry, route } from '@react-router/dev/routes';

const folder = 'routes/settings/studio/resources';

/** What the studio fetches and sends without leaving its page: one use case each, JSON. */
export const studioResources: RouteConfigEntry[] = prefix('app/studio', [
  route('open', `${folder}/open.ts`),
  route('measure', `${folder}/measure.ts`),
  route('input/:captureId', `${folder}/input.ts`),
  route(':draftId/now', `${folder}/draft-now.ts`),
  route(':draftId/save', `${folder}/draft-save.ts`),
  route(':draftId/publish', `${folder}/draft-publish.ts`),
  route(':draftId/trash', `${folder}/draft-trash.ts`),
  route(':draftId/restore', `${folder}/draft-restore.ts`),
  route(':draftId/fixtures', `${folder}/fixture-make.ts`),
  route(':draftId/deleted-fixtures', `${folder}/deleted-fixtures.ts`),
  route('fixtures/:fixtureId', `${folder}/fixture-change.ts`),
  route('fixtures/:fixtureId/trash', `${folder}/fixture-trash.ts`),
  route('fixtures/:fixtureId/restore', `${folder}/fixture-restore.ts`),
]);
