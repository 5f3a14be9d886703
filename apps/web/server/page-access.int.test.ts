import type { TestCompany } from '@readout/database/testing';
import { capture, scopeOf } from '@readout/domain/testing/arrange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageRoutes, startWholeServer, type WholeServer } from './testing/whole-server.ts';

const visitors = ['nobody', 'companyless', 'operator', 'reviewer', 'admin', 'owner', 'platform'] as const;

/**
 * What each visitor gets at each address, in the order of `visitors`; `in` is a redirect to the sign-in page, `→` any
 * other. `platform` administers the installation and owns a company. An address that is missing here fails the test.
 */
const expected: Record<string, string> = {
  '/': '200 200 200 200 200 200 200',
  '/changelog': '200 200 200 200 200 200 200',
  '/changelog.atom': '200 200 200 200 200 200 200',
  '/privacy-policy': '200 200 200 200 200 200 200',
  '/tos': '200 200 200 200 200 200 200',
  '/robots.txt': '200 200 200 200 200 200 200',
  '/sitemap.xml': '200 200 200 200 200 200 200',
  '/auth/error': '200 200 200 200 200 200 200',
  '/auth/account-deleted': '200 200 200 200 200 200 200',
  '/auth/forgot-password': '200 200 200 200 200 200 200',
  '/auth/reset-password': '→ → → → → → →',
  '/auth/sign-in': '200 → → → → → →',
  '/auth/sign-in-link': '→ → → → → → →',
  '/auth/sign-out': '→ → → → → → →',
  '/auth/sign-up': '200 → → → → → →',
  '/auth/switch-company': '→ → → → → → →',
  '/auth/terms': 'in → → → → → →',
  '/auth/two-factor': 'in → → → → → →',
  '/auth/verify': '200 200 200 200 200 200 200',
  '/auth/welcome': 'in 200 → → → → →',
  '/auth/with/:provider': '→ → → → → → →',
  '/invite/:token': '→ → → → → → →',
  '/pair/:token': '200 200 200 200 200 200 200',
  '/dashboard': 'in 403 200 200 200 200 200',
  '/app': 'in 403 200 200 200 200 200',
  '/app/:captureId': 'in 403 404 200 200 200 404',
  '/app/list': 'in 403 200 200 200 200 200',
  '/app/waits': 'in 403 200 200 200 200 200',
  '/app/failures': 'in 403 403 200 200 200 200',
  '/app/members': 'in 403 200 200 200 200 200',
  '/app/next': 'in 403 200 200 200 200 200',
  '/app/records/:recordId/history': 'in 403 404 404 404 404 404',
  '/app/pairing': 'in 403 404 404 404 404 404',
  '/app/studio/:draftId/deleted-fixtures': 'in 403 403 403 404 404 404',
  '/app/studio/:draftId/now': 'in 403 403 403 404 404 404',
  '/app/studio/input/:captureId': 'in 403 403 403 200 200 404',
  '/app/views': 'in 403 200 200 200 200 200',
  '/app/region-profiles/': 'in 403 200 200 200 200 200',
  '/app/region-profiles/:regionProfileId/thumbnail': 'in 403 404 404 404 404 404',
  '/camera': 'in 403 200 200 200 200 200',
  '/camera/queue': 'in 403 200 200 200 200 200',
  '/desktop': 'in 403 200 200 200 200 200',
  '/desktop/watch': 'in 403 403 200 200 200 200',
  '/desktop/watch/:watchId': 'in 403 403 404 404 404 404',
  '/desktop/open': 'in 403 200 200 200 200 200',
  '/desktop/regions': 'in 403 200 200 200 200 200',
  '/notifications': 'in 200 200 200 200 200 200',
  '/settings/account': 'in 200 200 200 200 200 200',
  '/settings/account/export': 'in 200 200 200 200 200 200',
  '/settings/security': 'in 200 200 200 200 200 200',
  '/settings/notifications': 'in 200 200 200 200 200 200',
  '/settings/new-company': 'in 200 200 200 200 200 200',
  '/settings/company': 'in 403 200 200 200 200 200',
  '/settings/members': 'in 403 200 200 200 200 200',
  '/settings/plugins': 'in 403 200 200 200 200 200',
  '/app/plugins/:plugin/trial': 'in 403 403 403 404 404 404',
  '/app/plugins/:plugin/sample': 'in 403 404 404 404 404 404',
  '/settings/plugins/catalogue': 'in 403 200 200 200 200 200',
  '/settings/plugins/:plugin/compare': 'in 403 403 403 404 404 404',
  '/settings/plugins/submit': 'in 403 403 404 404 404 404',
  '/settings/plugins/submit/:submissionId': 'in 403 403 404 404 404 404',
  '/app/submissions/:submissionId/pictures/:fixtureId': 'in 403 403 404 404 404 404',
  '/settings/plugins/:plugin': 'in 403 404 404 404 404 404',
  '/settings/plugins/template/new': 'in 403 403 200 200 200 200',
  '/settings/plugins/template/:draftId': 'in 403 403 404 404 404 404',
  '/app/templates/trials': 'in 403 403 200 200 200 200',
  '/settings/plugins/studio': 'in 403 403 403 200 200 200',
  '/settings/plugins/studio/:draftId': 'in 403 403 403 404 404 404',
  '/settings/plugins/keys': 'in 403 403 403 200 200 200',
  '/settings/plugins/upload': 'in 403 403 403 200 200 200',
  '/settings/api-keys': 'in 403 403 403 200 200 200',
  '/settings/audit': 'in 403 403 403 200 200 200',
  '/settings/audit/export': 'in 403 403 403 200 200 200',
  '/admin': 'in 403 403 403 403 403 200',
  '/admin/backup': 'in 403 403 403 403 403 200',
  '/admin/system': 'in 403 403 403 403 403 200',
  '/admin/audit': 'in 403 403 403 403 403 200',
  '/admin/audit.csv': 'in 403 403 403 403 403 200',
  '/admin/outbox': 'in 403 403 403 403 403 200',
  '/admin/company': 'in 403 403 403 403 403 200',
  '/admin/company.csv': 'in 403 403 403 403 403 200',
  '/admin/company.json': 'in 403 403 403 403 403 404',
  '/admin/company/:id': 'in 403 403 403 403 403 200',
  '/admin/plugin': 'in 403 403 403 403 403 200',
  '/admin/plugin/keys': 'in 403 403 403 403 403 200',
  '/admin/plugin/review': 'in 403 403 403 403 403 200',
  '/admin/plugin/review/:plugin/:version': 'in 403 403 403 403 403 404',
  '/admin/plugin/review/:plugin/:version/run': 'in 403 403 403 403 403 404',
  '/admin/plugin/review/:plugin/:version/picture/:fixture': 'in 403 403 403 403 403 404',
  '/admin/plugin/upload': 'in 403 403 403 403 403 200',
  '/admin/user': 'in 403 403 403 403 403 200',
  '/admin/user.csv': 'in 403 403 403 403 403 200',
  '/admin/stop-acting': '→ → → → → → →',
  '/*': '404 404 404 404 404 404 404',
};

let server: WholeServer;
let company: TestCompany;
let captureId: string;
const cookies: Partial<Record<(typeof visitors)[number], string>> = {};

beforeAll(async () => {
  server = await startWholeServer();
  const { database } = server;
  company = await database.createCompany({ members: ['operator', 'reviewer', 'admin'] });
  for (const member of [company.owner, ...company.members])
    cookies[member.role] = await server.cookieOf(member.userId, company.companyId);
  const other = await database.createCompany({ members: ['operator'] });
  const [companyless] = other.members;
  if (!companyless) throw new Error('The company has a second member.');
  await database.asOwner(async (client) => {
    await client.query('delete from auth.membership where user_id = $1', [companyless.userId]);
    await client.query('update auth."user" set role = \'admin\' where id = $1', [other.owner.userId]);
    await client.query('insert into auth.installation (admin_user_id) values ($1)', [other.owner.userId]);
  });
  cookies.companyless = await server.cookieOf(companyless.userId, null);
  cookies.platform = await server.cookieOf(other.owner.userId, other.companyId);
  ({ captureId } = await capture({ database, queue: server.services.queue }, scopeOf(company)));
}, 60_000);

afterAll(() => server?.close());

test('every address answers every visitor as the table of roles says', async () => {
  const found: Record<string, string> = {};
  for (const { pattern, hasLoader, hasAction } of pageRoutes(server.build)) {
    if (!hasLoader && hasAction) continue;
    const address = `/${pattern
      .replace('admin/company/:id', `admin/company/${company.companyId}`)
      .replace(':captureId', captureId)
      .replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
      .replace('*', 'no/such/page')}`;
    const answers: string[] = [];
    for (const visitor of visitors) {
      const cookie = cookies[visitor];
      const response = await fetch(`${server.origin}${address}`, {
        redirect: 'manual',
        headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) },
      });
      await response.arrayBuffer();
      const location = response.headers.get('location');
      answers.push(
        location === null ? String(response.status) : location.startsWith('/auth/sign-in?to=') ? 'in' : '→',
      );
    }
    found[`/${pattern}`] = answers.join(' ');
  }
  expect(found).toEqual(expected);
});
