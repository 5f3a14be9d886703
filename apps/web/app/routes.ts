import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { workspaceResources } from './routes/app/resource-routes.ts';
import { desktopResources } from './routes/desktop/resource-routes.ts';
import { studioResources } from './routes/settings/studio/resource-routes.ts';
import { submitResources } from './routes/settings/submit/resource-routes.ts';
import { templateResources } from './routes/settings/template/resource-routes.ts';

/** Every page address of the product, in the order of its specification. */
export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/landing/page.tsx'),
    route('changelog', 'routes/public/changelog/page.tsx'),
    route('privacy-policy', 'routes/public/legal/privacy-policy.tsx'),
    route('tos', 'routes/public/legal/tos.tsx'),
  ]),
  route('changelog.atom', 'routes/public/changelog/feed.ts'),

  layout('routes/auth/layout.tsx', [
    route('auth/error', 'routes/auth/error.tsx'),
    route('auth/sign-in', 'routes/auth/sign-in.tsx'),
    route('auth/sign-up', 'routes/auth/sign-up.tsx'),
    route('auth/two-factor', 'routes/auth/two-factor.tsx'),
    route('auth/forgot-password', 'routes/auth/forgot-password.tsx'),
    route('auth/reset-password', 'routes/auth/reset-password.tsx'),
    route('auth/sign-in-link', 'routes/auth/sign-in-link.tsx'),
    route('auth/verify', 'routes/auth/verify.tsx'),
    route('auth/terms', 'routes/auth/terms.tsx'),
    route('auth/welcome', 'routes/auth/welcome.tsx'),
    route('invite/:token', 'routes/invite.tsx'),
    route('pair/:token', 'routes/pair/phone.tsx'),
    route('auth/account-deleted', 'routes/settings/account/deleted.tsx'),
  ]),
  route('auth/with/:provider', 'routes/auth/with-provider.ts'),
  route('auth/sign-out', 'routes/auth/sign-out.ts'),
  route('auth/switch-company', 'routes/auth/switch-company.ts'),
  route('notifications', 'routes/notifications/bell.ts'),

  layout('routes/member-layout.tsx', [
    route('app', 'routes/app/workspace.tsx', [
      index('routes/app/nothing-open.tsx'),
      route(':captureId', 'routes/app/capture.tsx'),
    ]),
    route('dashboard', 'routes/dashboard/page.tsx'),
    route('camera', 'routes/camera/page.tsx'),
    route('camera/queue', 'routes/queue/page.tsx'),
    route('desktop', 'routes/desktop/page.tsx'),
    route('desktop/regions', 'routes/desktop/regions.tsx'),
    route('desktop/open', 'routes/desktop/open.tsx'),
    route('desktop/watch', 'routes/watch/list.tsx'),
    route('desktop/watch/:watchId', 'routes/watch/watch.tsx'),
    route('settings/plugins/template/new', 'routes/settings/template/new.tsx'),
    route('settings/plugins/template/:draftId', 'routes/settings/template/draft.tsx'),
    route('settings/plugins/studio/:draftId', 'routes/settings/studio/draft.tsx'),
    layout('routes/admin/layout.tsx', [
      route('admin', 'routes/admin/health.tsx'),
      route('admin/company', 'routes/admin/companies/page.tsx'),
      route('admin/company/:id', 'routes/admin/company/page.tsx'),
      layout('routes/admin/plugin-tabs.tsx', [
        route('admin/plugin', 'routes/admin/plugins.tsx'),
        route('admin/plugin/review', 'routes/admin/review/list.tsx'),
        route('admin/plugin/review/:plugin/:version', 'routes/admin/review/decision.tsx'),
      ]),
      route('admin/user', 'routes/admin/users/page.tsx'),
      route('admin/outbox', 'routes/admin/outbox.tsx'),
      route('admin/audit', 'routes/admin/audit.tsx'),
      route('admin/system', 'routes/admin/system.tsx'),
    ]),
    layout('routes/settings/layout.tsx', [
      route('settings/account', 'routes/settings/account.tsx'),
      route('settings/security', 'routes/settings/security.tsx'),
      route('settings/notifications', 'routes/settings/notifications.tsx'),
      route('settings/company', 'routes/settings/company.tsx'),
      route('settings/members', 'routes/settings/members.tsx'),
      route('settings/plugins', 'routes/settings/plugins.tsx'),
      route('settings/plugins/studio', 'routes/settings/studio/list.tsx'),
      route('settings/plugins/keys', 'routes/settings/packages/keys.tsx'),
      route('settings/plugins/upload', 'routes/settings/packages/upload.tsx'),
      route('settings/plugins/catalogue', 'routes/settings/plugins/catalogue.tsx'),
      route('settings/plugins/submit', 'routes/settings/submit/begin.tsx'),
      route('settings/plugins/submit/:submissionId', 'routes/settings/submit/submission.tsx'),
      route('settings/plugins/:plugin', 'routes/settings/plugins/plugin.tsx'),
      route('settings/plugins/:plugin/compare', 'routes/settings/plugins/compare.tsx'),
      route('settings/audit', 'routes/settings/audit.tsx'),
      route('settings/new-company', 'routes/settings/new-company.tsx'),
    ]),
  ]),
  route('settings/account/export', 'routes/settings/account/export.ts'),
  route('settings/audit/export', 'routes/settings/audit/export.ts'),
  route('settings/security/passkey', 'routes/settings/security/passkey.ts'),
  route('app/plugins/:plugin/sample', 'routes/settings/plugins/sample.ts'),
  ...workspaceResources,
  ...desktopResources,
  ...templateResources,
  ...studioResources,
  ...submitResources,
  route('admin/company.csv', 'routes/admin/companies/csv.ts'),
  route('admin/company.json', 'routes/admin/companies/export.ts'),
  route('admin/user.csv', 'routes/admin/users/csv.ts'),
  route('admin/audit.csv', 'routes/admin/audit/csv.ts'),
  route('admin/stop-acting', 'routes/admin/stop-acting.ts'),
  route('admin/plugin/review/:plugin/:version/run', 'routes/admin/review/run.ts'),
  route('admin/plugin/review/:plugin/:version/picture/:fixture', 'routes/admin/review/picture.ts'),

  route('robots.txt', 'routes/public/robots.ts'),
  route('sitemap.xml', 'routes/public/sitemap.ts'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
