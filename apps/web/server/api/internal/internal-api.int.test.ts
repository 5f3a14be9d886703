import type { TestCompany, TestMember } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { capture, receipt, scopeOf } from '@readout/domain/testing/arrange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InternalAddress, internalAddresses } from '../../testing/internal-addresses.ts';
import { startWholeServer, type WholeServer } from '../../testing/whole-server.ts';

const visitors = ['nobody', 'companyless', 'operator', 'reviewer', 'admin', 'owner'] as const;
const nothing = '00000000-0000-4000-8000-000000000000';

/** What each visitor gets, in the order of `visitors`, who name a capture of the owner and else nothing that is there. */
const expected: Record<string, string> = {
  'GET /drafts/{draftId}': 'in 403 403 403 404 404',
  'GET /drafts/{draftId}/deleted-fixtures': 'in 403 403 403 404 404',
  'PATCH /drafts/{draftId}': 'in 403 403 403 404 404',
  'POST /drafts/measure': 'in 403 403 404 404 404',
  'POST /drafts/open': 'in 403 403 403 404 404',
  'POST /drafts/{draftId}/fixtures': 'in 403 403 403 422 422',
  'POST /drafts/{draftId}/publish': 'in 403 403 403 404 404',
  'POST /drafts/{draftId}/restore': 'in 403 403 404 404 404',
  'POST /drafts/{draftId}/trash': 'in 403 403 404 404 404',
  'PATCH /fixtures/{fixtureId}': 'in 403 403 403 404 404',
  'POST /fixtures/{fixtureId}/restore': 'in 403 403 403 404 404',
  'POST /fixtures/{fixtureId}/trash': 'in 403 403 403 404 404',
  'GET /studio-inputs/{captureId}': 'in 403 403 403 404 404',
  'GET /templates/trials': 'in 403 403 200 200 200',
  'PATCH /templates/{draftId}': 'in 403 403 422 422 422',
  'GET /plugins/{pluginId}/trial': 'in 403 403 403 404 404',
  // Nobody here administers the platform.
  'POST /templates': 'in 403 403 200 200 200',
  'POST /templates/{draftId}/examples': 'in 403 403 404 404 404',
  'POST /templates/{draftId}/publish': 'in 403 403 404 404 404',
  'PATCH /region-profiles/{regionProfileId}': 'in 403 403 404 404 404',
  'POST /region-profiles': 'in 403 403 422 422 422',
  'POST /region-profiles/{regionProfileId}/restore': 'in 403 403 404 404 404',
  'POST /region-profiles/{regionProfileId}/trash': 'in 403 403 404 404 404',
  'GET /bulk': 'in 403 403 200 200 200',
  'GET /failures': 'in 403 403 200 200 200',
  'GET /pairings/{pairingId}': 'in 403 404 404 404 404',
  'GET /records/{recordId}/detail': 'in 403 404 404 404 404',
  'GET /review/next': 'in 403 200 200 200 200',
  'GET /records/{recordId}/history': 'in 403 404 404 404 404',
  'GET /waits': 'in 403 200 200 200 200',
  'POST /bulk/preview': 'in 403 403 200 200 200',
  'POST /bulk/run': 'in 403 403 200 200 200',
  'POST /bulk/{bulkActionId}/undo': 'in 403 403 404 404 404',
  'POST /bulk/assign': 'in 403 403 200 200 200',
  'POST /bulk/reread': 'in 403 200 200 200 200',
  'POST /captures/{captureId}/records': 'in 403 404 404 404 404',
  'POST /captures/{captureId}/regions': 'in 403 404 404 404 404',
  'POST /bulk/{move}': 'in 403 200 200 200 200',
  'POST /failures/retry': 'in 403 403 200 200 200',
  // Not over http.
  'POST /pairings': 'in 403 409 409 409 409',
  'POST /pairings/{pairingId}/decide': 'in 403 404 404 404 404',
  'POST /proposals/{proposalId}/apply': 'in 403 404 404 404 404',
  'POST /proposals/{proposalId}/dismiss': 'in 403 404 404 404 404',
  'POST /records/{recordId}/field': 'in 403 404 404 404 404',
  'POST /exports/preview': 'in 403 403 422 422 422',
  'PUT /list-table': 'in 403 200 200 200 200',
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
  const [companyless] = other.members as [TestMember];
  await database.asOwner((client) =>
    client.query('delete from auth.membership where user_id = $1', [companyless.userId]),
  );
  cookies.companyless = await server.cookieOf(companyless.userId, null);
  ({ captureId } = await capture({ database, queue: server.services.queue }, scopeOf(company), {
    records: [receipt({ total: '12.50' })],
  }));
});
afterAll(() => server?.close());

const valueFor = (name: string) =>
  name === 'id' || name === 'captureId' ? captureId : name === 'userId' ? company.owner.userId : undefined;

async function ask(
  { method, path }: Pick<InternalAddress, 'method' | 'path'>,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'move' ? 'archive' : nothing));
  const answer = await fetch(
    `${server.origin}${filled}${path.endsWith('/waits') ? `?ids=${captureId}` : ''}`,
    {
      method,
      redirect: 'manual',
      headers: {
        origin: server.origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
  );
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  return { status: answer.status, type, code: /"code":"([^"]+)"/.exec(text)?.[1], headers: answer.headers };
}

test('every address answers every visitor as the table of roles says, and nobody else learns what there is', async () => {
  const found: Record<string, string> = {};
  for (const address of internalAddresses()) {
    const answers: string[] = [];
    for (const visitor of visitors) {
      const { status, code, type, headers } = await ask(address, {
        headers: cookies[visitor] ? { cookie: cookies[visitor] } : {},
        ...(address.body ? { body: address.body(valueFor) } : {}),
      });
      expect([address.path, status < 500]).toEqual([address.path, true]);
      if (status >= 400)
        expect([address.path, type]).toEqual([address.path, expect.stringContaining('problem+json')]);
      else expect(headers.get('cache-control')).toBe('private, no-store');
      answers.push(code === 'sign_in.needed' ? 'in' : String(status));
    }
    found[`${address.method} ${address.path.slice('/api/v1'.length)}`] = answers.join(' ');
  }
  expect(found).toEqual(expected);
});

test('a page of another site changes nothing, whatever it makes a browser send', async () => {
  const cookie = cookies.owner!;
  for (const address of internalAddresses().filter(({ method }) => method !== 'GET')) {
    const body = address.body?.(valueFor);
    const given = body === undefined ? {} : { body };
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ])
      expect([address.path, await ask(address, { ...given, headers: { ...headers, cookie } })]).toMatchObject(
        [address.path, { status: 403, code: 'request.cross_site' }],
      );
    // What a form can send, had the browser said nothing of where it comes from.
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect([
        address.path,
        await ask(address, { body: JSON.stringify(body ?? {}), headers: { cookie, 'content-type': type } }),
      ]).toMatchObject([address.path, { code: 'request.not_json' }]);
  }
});

test('what is not JSON, lacks a member, has one too many or of another type is refused with its code', async () => {
  const cookie = cookies.owner!;
  const taking = internalAddresses().filter(({ body }) => body);
  expect(taking.length).toBeGreaterThan(8);
  for (const address of taking) {
    const body = address.body!(valueFor) as Record<string, unknown>;
    const refused = async (sent: unknown) => (await ask(address, { body: sent, headers: { cookie } })).code;
    expect([address.path, await refused('{"broken')]).toEqual([address.path, 'request.not_json']);
    for (const wrong of [[], { ...body, surplus: 1 }, {}])
      expect([address.path, wrong, await refused(wrong)]).toEqual([address.path, wrong, 'request.invalid']);
    const [member] = Object.keys(body);
    const odd = { ...body, [member!]: { of: 'another type' } };
    expect([address.path, await refused(odd)]).toEqual([address.path, 'request.invalid']);
  }
  const long = await ask(
    { method: 'POST', path: '/api/v1/templates' },
    { body: { name: 'x'.repeat(8 * 2 ** 20) }, headers: { cookie } },
  );
  expect(long).toMatchObject({ status: 413, code: 'request.too_large' });
});

test('keys are sent to the addresses for programs, no matter who is signed in beside them', async () => {
  const { key } = await createApiKey(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      apiKey: { name: 'Program', scopes: ['records:read', 'records:confirm'], role: 'admin', days: 30 },
    },
  );
  for (const address of internalAddresses())
    for (const cookie of ['', cookies.owner!]) {
      const headers = { authorization: `Bearer ${key}`, ...(cookie ? { cookie } : {}) };
      expect([address.path, await ask(address, { headers })]).toMatchObject([
        address.path,
        { status: 403, code: 'api_key.sign_in_instead' },
      ]);
    }
});

test('what is not there, and another method, say so in the language of who asks', async () => {
  const headers = { cookie: cookies.owner!, 'accept-language': 'de' };
  expect(await ask({ method: 'GET', path: '/api/v1/nothing' }, { headers })).toMatchObject({
    status: 404,
    code: 'address.not_found',
  });
  const wrong = await ask({ method: 'GET', path: '/api/v1/bulk/run' }, { headers });
  expect([wrong.status, wrong.code, wrong.headers.get('allow')]).toEqual([
    405,
    'request.wrong_method',
    'POST',
  ]);
});

test('a page from before the update is told to reload, no matter who asks and what it sends', async () => {
  for (const headers of [{}, { cookie: cookies.owner! }])
    for (const method of ['GET', 'POST', 'PATCH'])
      expect(
        await ask(
          { method, path: '/api/app/records/1/confirm' },
          { headers, ...(method === 'GET' ? {} : { body: { revision: 1 } }) },
        ),
      ).toMatchObject({ status: 410, code: 'page.outdated', type: expect.stringContaining('problem+json') });
});
