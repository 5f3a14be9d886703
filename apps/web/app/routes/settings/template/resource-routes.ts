import { prefix, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** What the page on which a template is made sends and asks for. */
export const templateResources: RouteConfigEntry[] = prefix('app/templates', [
  route('begin', 'routes/settings/template/resources/begin.ts'),
  route('trials', 'routes/settings/template/resources/trials.ts'),
  route(':draftId', 'routes/settings/template/resources/save.ts'),
  route(':draftId/examples', 'routes/settings/template/resources/examples.ts'),
  route(':draftId/publish', 'routes/settings/template/resources/publish.ts'),
]);
