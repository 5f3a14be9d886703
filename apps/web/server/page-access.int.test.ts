import type { TestCompany, TestMember } from '@readout/database/testing';
import { capture, scopeOf } from '@readout/domain/testing/arrange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageRoutes, startWholeServer, type WholeServer } from './testing/whole-server.ts';

const visitors = [
  'nobody',
  'companyless',
  'operator',
  'reviewer',
  'admin',
  'owner',
  'platform',
  'support',
  'auditor',
] as const;

/**
 * What each visitor gets at each address, in the order of `visitors`; `in` is a redirect to the sign-in page, `→` any
 * other. `platform`, `support` and `auditor` have these roles of the installation and own a company; the last two are
 * asked for its pages alone. An address that is missing here fails the test.
 */
const expected: Record<string, string> = {
  '/': '200 200 200 200 200 200 200',
  '/changelog': '200 200 200 200 200 200 200',
  '/changelog.atom': '200 200 200 200 200 200 200',
  '/privacy-policy': '200 200 200 200 200 200 200',
  '/docs': '200 200 200 200 200 200 200',
  '/docs/api': '200 200 200 200 200 200 200',
  '/docs/:guide': '200 200 200 200 200 200 200',
  '/licences': '200 200 200 200 200 200 200',
  '/tos': '200 200 200 200 200 200 200',
  '/robots.txt': '200 200 200 200 200 200 200',
  '/sitemap.xml': '200 200 200 200 200 200 200',
  '/auth/error': '200 200 200 200 200 200 200',
  '/auth/account-deleted': '200 200 200 200 200 200 200',
  '/auth/forgot-password': '200 200 200 200 200 200 200',
  '/auth/reset-password': '→ → → → → → →',
  '/auth/sign-in': '200 → → → → → →',
  '/auth/sign-in-link': '→ → → → → → →',
  '/auth/language': '→ → → → → → →',
  '/auth/sign-out': '→ → → → → → →',
  '/auth/sign-up': '200 → → → → → →',
  '/auth/switch-company': '→ → → → → → →',
  '/auth/terms': 'in → → → → → →',
  '/auth/two-factor': 'in → → → → → →',
  '/auth/verify': '200 200 200 200 200 200 200',
  '/auth/welcome': 'in 200 → → → → →',
  '/welcome': 'in 403 → → → 200 200',
  '/auth/with/:provider': '→ → → → → → →',
  // Without a whole request, anyone who looks is told so.
  '/oauth/authorize': '422 422 422 422 422 422 422',
  '/invite/:token': '→ → → → → → →',
  '/pair/:token': '200 200 200 200 200 200 200',
  '/dashboard': 'in 403 200 200 200 200 200',
  '/app': 'in 403 200 200 200 200 200',
  '/app/:captureId': 'in 403 404 200 200 200 404',
  '/app/region-profiles/:regionProfileId/thumbnail': 'in 403 404 404 404 404 404',
  '/camera': 'in 403 200 200 200 200 200',
  '/camera/queue': 'in 403 200 200 200 200 200',
  '/desktop': 'in 403 200 200 200 200 200',
  '/desktop/watch': 'in 403 403 200 200 200 200',
  '/desktop/watch/:watchId': 'in 403 403 404 404 404 404',
  '/desktop/open': 'in 403 200 200 200 200 200',
  '/desktop/regions': 'in 403 200 200 200 200 200',
  '/notifications': 'in 200 200 200 200 200 200',
  '/settings': '→ → → → → → →',
  '/settings/account': 'in 200 200 200 200 200 200',
  '/settings/account/export': 'in 200 200 200 200 200 200',
  '/settings/security': 'in 200 200 200 200 200 200',
  '/settings/notifications': 'in 200 200 200 200 200 200',
  '/settings/new-company': 'in 200 200 200 200 200 200',
  '/settings/company': 'in 403 200 200 200 200 200',
  '/settings/exports': 'in 403 403 200 200 200 200',
  '/settings/exports/:profileId': 'in 403 403 404 404 404 404',
  '/settings/members': 'in 403 200 200 200 200 200',
  '/settings/plugins': 'in 403 200 200 200 200 200',
  '/app/plugins/:plugin/sample': 'in 403 404 404 404 404 404',
  '/settings/plugins/catalogue': 'in 403 200 200 200 200 200',
  '/settings/plugins/:plugin/compare': 'in 403 403 403 404 404 404',
  '/settings/plugins/submit': '→ → → → → → →',
  '/settings/plugins/submit/:submissionId': 'in 403 403 404 404 404 404',
  '/app/submissions/:submissionId/pictures/:fixtureId': 'in 403 403 404 404 404 404',
  '/settings/plugins/:plugin': 'in 403 404 404 404 404 404',
  '/settings/plugins/template/new': 'in 403 403 200 200 200 200',
  '/settings/plugins/template/:draftId': 'in 403 403 404 404 404 404',
  '/settings/plugins/studio': 'in 403 403 403 200 200 200',
  '/settings/plugins/studio/:draftId': 'in 403 403 403 404 404 404',
  '/settings/plugins/keys': '→ → → → → → →',
  '/settings/plugins/upload': 'in 403 403 403 200 200 200',
  '/settings/api-keys': 'in 403 403 403 200 200 200',
  '/settings/deliveries': 'in 403 403 403 200 200 200',
  '/settings/deliveries/:targetId': 'in 403 403 403 404 404 404',
  '/settings/audit': 'in 403 403 403 200 200 200',
  '/settings/audit/export': 'in 403 403 403 200 200 200',
  '/admin': 'in 403 403 403 403 403 200 → 200',
  '/admin/backup': 'in 403 403 403 403 403 200 403 200',
  '/admin/system': 'in 403 403 403 403 403 200 403 200',
  '/admin/system/model': 'in 403 403 403 403 403 200 200 200',
  '/admin/audit': 'in 403 403 403 403 403 200 403 200',
  '/admin/audit.csv': 'in 403 403 403 403 403 200 403 200',
  '/admin/audit.jsonl': 'in 403 403 403 403 403 200 403 200',
  '/admin/outbox': 'in 403 403 403 403 403 200 403 200',
  '/admin/company': 'in 403 403 403 403 403 200 200 200',
  '/admin/company.csv': 'in 403 403 403 403 403 200 403 200',
  '/admin/company.json': 'in 403 403 403 403 403 404 403 404',
  '/admin/company/:id': 'in 403 403 403 403 403 200 200 200',
  '/admin/plugin': 'in 403 403 403 403 403 200 403 200',
  '/admin/plugin/keys': 'in 403 403 403 403 403 200 403 200',
  '/admin/plugin/review': 'in 403 403 403 403 403 200 403 200',
  '/admin/plugin/review/:plugin/:version': 'in 403 403 403 403 403 404 403 404',
  '/admin/plugin/review/:plugin/:version/picture/:fixture': 'in 403 403 403 403 403 404 403 403',
  '/admin/plugin/upload': 'in 403 403 403 403 403 200 403 403',
  '/admin/user': 'in 403 403 403 403 403 200 200 200',
  '/admin/user.csv': 'in 403 403 403 403 403 200 403 200',
  '/admin/stop-acting': '→ → → → → → → → →',
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
  const other = await database.createCompany({ members: ['operator', 'owner', 'owner'] });
  const [companyless, support, auditor] = other.members as [TestMember, TestMember, TestMember];
  await database.asOwner(async (client) => {
    await client.query('delete from auth.membership where user_id = $1', [companyless.userId]);
    for (const [role, { userId }] of [
      ['admin', other.owner],
      ['support', support],
      ['auditor', auditor],
    ] as const)
      await client.query('update auth."user" set role = $2 where id = $1', [userId, role]);
    await client.query('insert into auth.installation (admin_user_id) values ($1)', [other.owner.userId]);
  });
  cookies.companyless = await server.cookieOf(companyless.userId, null);
  cookies.platform = await server.cookieOf(other.owner.userId, other.companyId);
  cookies.support = await server.cookieOf(support.userId, other.companyId);
  cookies.auditor = await server.cookieOf(auditor.userId, other.companyId);
  ({ captureId } = await capture({ database, queue: server.services.queue }, scopeOf(company)));
});

afterAll(() => server?.close());

const addressOf = (pattern: string) =>
  `/${pattern
    .replace('admin/company/:id', `admin/company/${company.companyId}`)
    .replace(':captureId', captureId)
    .replace(':guide', 'watch')
    .replace(/:\w+/g, nothing)
    .replace('*', 'no/such/page')}`;
const nothing = '00000000-0000-4000-8000-000000000000';

const send = (visitor: (typeof visitors)[number], address: string, init: RequestInit = {}) =>
  fetch(`${server.origin}${address}`, {
    redirect: 'manual',
    ...init,
    headers: {
      accept: 'text/html',
      origin: server.origin,
      ...(cookies[visitor] ? { cookie: cookies[visitor] } : {}),
    },
  });

test('every address answers every visitor as the table of roles says', async () => {
  const found: Record<string, string> = {};
  for (const { pattern, hasLoader, hasAction } of pageRoutes(server.build)) {
    if (!hasLoader && hasAction) continue;
    const answers = await Promise.all(
      (pattern.startsWith('admin') ? visitors : visitors.slice(0, 7)).map(async (visitor) => {
        const response = await send(visitor, addressOf(pattern));
        await response.arrayBuffer();
        const location = response.headers.get('location');
        if (location === null) return response.status;
        return location.startsWith('/auth/sign-in?to=') ? 'in' : '→';
      }),
    );
    found[`/${pattern}`] = answers.join(' ');
  }
  expect(found).toEqual(expected);
});

/** Whose the forms of the administration are; anyone else has them not on the page, and is refused. */
const admin = ['platform'];
const forms: Record<string, [intents: string, who: string[], fields?: Record<string, string>][]> = {
  '/admin/company': [
    ['create undo', admin],
    ['preview run', admin, { change: 'suspend', id: nothing, reason: 'x' }],
  ],
  '/admin/company/:id': [['suspend resume close reopen limits', admin, { revision: '0', reason: 'x' }]],
  '/admin/user': [
    ['act_as', ['platform', 'support'], { userId: nothing, reason: 'x' }],
    [
      'suspend resume sign_out reset_two_factor verify_email send_password_reset delete',
      admin,
      { userId: nothing, reason: 'x' },
    ],
    ['set_role', admin, { userId: nothing, role: 'admin' }],
    ['preview run', admin, { change: 'suspend', id: nothing, reason: 'x' }],
    ['undo', admin],
  ],
  '/admin/plugin': [['block unblock deprecate offer', admin, { pluginId: 'none', version: '1.0.0' }]],
  '/admin/plugin/keys': [['revoke', admin, { keyId: 'none' }]],
  '/admin/plugin/review/:plugin/:version': [['approve reject recheck', admin]],
  '/admin/outbox': [['open send delete', admin, { id: nothing }]],
  '/admin/backup': [['now plan', admin, { revision: '999999' }]],
  '/admin/system/model': [['add choose remove try', admin, { name: 'nothing', role: 'latin' }]],
  '/admin/system': [
    [
      'read-only-on read-only-off announce withdraw limits',
      admin,
      { revision: '999999', text: 'x', tone: 'info' },
    ],
    ['allow-quarantine', admin, { orphans: '1' }],
  ],
};

test('every form of the administration is refused to anyone whose it is not, with a code, a sentence and a way on', async () => {
  const withAction = pageRoutes(server.build).filter(
    ({ pattern, hasAction }) => hasAction && /^admin\/(?!stop-acting)/.test(pattern),
  );
  expect(withAction.map(({ pattern }) => `/${pattern}`).toSorted()).toEqual(Object.keys(forms).toSorted());
  for (const [pattern, offered] of Object.entries(forms))
    for (const [intents, who, fields = {}] of offered)
      for (const intent of intents.split(' '))
        for (const visitor of ['owner', 'support', 'auditor', 'platform'] as const) {
          // As the pages' scripts send it.
          const { status } = await send(visitor, `${addressOf(pattern.slice(1))}.data`, {
            method: 'POST',
            body: new URLSearchParams({ intent, ...fields }),
          });
          expect([pattern, intent, visitor, status === 403 || status >= 500 ? status : 'taken']).toEqual([
            pattern,
            intent,
            visitor,
            who.includes(visitor) ? 'taken' : 403,
          ]);
        }
  for (const pattern of Object.keys(forms)) {
    const [[intents, , fields] = ['']] = forms[pattern]!;
    const page = await send('auditor', addressOf(pattern.slice(1)), {
      method: 'POST',
      body: new URLSearchParams({ intent: intents.split(' ')[0]!, ...fields }),
    });
    expect(await page.text()).toMatch(
      /platform\.role_not_allowed[\s\S]*Your role here is auditor[\s\S]*href="\/admin"/,
    );
  }
});

/** Its page and the names of its parameters. */
function kindOf(link: string): string {
  const { pathname, searchParams } = new URL(link, server.origin);
  return [pathname, ...[...searchParams.keys()].toSorted()].join(' ');
}

test('pages of the administration show a role nothing that it may not do', async () => {
  const { owner } = company;
  const pages = [
    ...Object.keys(forms).filter((pattern) => !pattern.includes('review')),
    '/admin',
    '/admin/audit',
    '/admin/plugin/review',
    `/admin/user?u=${owner.userId}`,
    '/admin/plugin?p=receipt',
  ];
  const seen: Record<string, Set<string>> = {};
  for (const visitor of ['platform', 'support', 'auditor'] as const) {
    seen[visitor] = new Set();
    const links = new Set<string>();
    for (const address of pages) {
      const html = await (await send(visitor, addressOf(address.slice(1)))).text();
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main'));
      for (const [control] of main.matchAll(/<(?:button|input)[^>]*name="intent"[^>]*>/g))
        seen[visitor].add(`${address.split('?')[0]} ${/value="([^"]*)"/.exec(control)?.[1]}`);
      for (const [, to = ''] of main.matchAll(/href="(\/admin[^"#]*)"/g))
        links.add(to.replaceAll('&amp;', '&'));
    }
    // One of those that lead to the same page and name the same parameters: whose it is hangs on no value of them.
    const alike = new Map([...links].map((to) => [kindOf(to), to]));
    const refused = await Promise.all(
      [...alike.values()].map(async (to) => ((await send(visitor, to)).status === 403 ? [to] : [])),
    );
    expect([visitor, ...refused.flat()]).toEqual([visitor]);
    expect(links.size).toBeGreaterThan(5);
  }
  expect([...seen.auditor!]).toEqual([]);
  expect([...seen.support!]).toEqual(['/admin/user act_as']);
  const known = Object.entries(forms).flatMap(([pattern, offered]) =>
    offered.flatMap(([intents]) => intents.split(' ').map((intent) => `${pattern} ${intent}`)),
  );
  expect([...seen.platform!].filter((each) => !known.includes(each))).toEqual([]);
  expect(seen.platform!.size).toBeGreaterThan(20);
});

test('data of the administration’s pages and its API are refused like the pages, and a new role holds at once', async () => {
  const statuses = async () => {
    const found: string[] = [];
    for (const address of [
      '/admin/company',
      '/admin/user',
      '/admin/audit',
      '/admin/system',
      '/admin/backup',
      '/admin/outbox',
    ])
      found.push(String((await send('support', `${address}.data`)).status));
    const api = await send('support', '/api/v1/platform/plugins', { method: 'POST', body: 'x' });
    return [...found, ((await api.json()) as { code: string }).code].join(' ');
  };
  const setRole = (role: string) =>
    server.database.asOwner((client) =>
      client.query(
        `update auth."user" u set role = $1 from auth.session s
         where s.user_id = u.id and s.token = $2`,
        [role, decodeURIComponent(cookies.support!.split('=')[1]!).split('.')[0]],
      ),
    );
  expect(await statuses()).toBe('200 200 403 403 403 403 platform.role_not_allowed');
  await setRole('auditor');
  expect(await statuses()).toBe('200 200 200 200 200 200 platform.role_not_allowed');
  await setRole('user');
  expect(await statuses()).toBe('403 403 403 403 403 403 platform.admin_only');
  await setRole('support');
  expect(await statuses()).toBe('200 200 403 403 403 403 platform.role_not_allowed');
});

test('a form sent without scripts is answered by a page that knows what it changed', async () => {
  const company = await server.database.createCompany();
  const answer = await fetch(`${server.origin}/settings/account`, {
    method: 'POST',
    headers: {
      cookie: await server.cookieOf(company.owner.userId, company.companyId),
      origin: server.origin,
      accept: 'text/html',
    },
    body: new URLSearchParams({ intent: 'rename', name: 'Robin Renamed' }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Account: Robin Renamed');
});
