import { prefix, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** What the desktop pages fetch and send without leaving their page: one use case each, JSON. */
export const desktopResources: RouteConfigEntry[] = prefix('app/region-profiles', [
  route('/', 'routes/desktop/resources/region-profiles.ts'),
  route(':regionProfileId', 'routes/desktop/resources/change-region-profile.ts'),
  route(':regionProfileId/thumbnail', 'routes/desktop/resources/region-thumbnail.ts'),
  route(':regionProfileId/trash', 'routes/desktop/resources/trash-region-profile.ts'),
  route(':regionProfileId/restore', 'routes/desktop/resources/restore-region-profile.ts'),
]);
