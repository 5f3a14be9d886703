import { prefix, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** What the page of a submission fetches. */
export const submitResources: RouteConfigEntry[] = prefix('app/submissions', [
  route(':submissionId/pictures/:fixtureId', 'routes/settings/submit/picture.ts'),
]);
