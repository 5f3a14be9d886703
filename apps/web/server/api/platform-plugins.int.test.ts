import { randomUUID } from 'node:crypto';
import type { TestCompany } from '@readout/database/testing';
import { getPluginForPlatform } from '@readout/domain/platform/get-plugin-for-platform';
import { listPlatformEvents } from '@readout/domain/platform/list-platform-events';
import { listTrustedKeys } from '@readout/domain/platform/list-trusted-keys';
import { revokeTrustedKey } from '@readout/domain/platform/revoke-trusted-key';
import type { PlatformActor } from '@readout/domain/platform-actor';
import { installPlugin } from '@readout/domain/plugins/install-plugin';
import { platformSigningKey } from '@readout/domain/plugins/keys/platform-signing-key';
import { listPluginBlocks } from '@readout/domain/plugins/list-plugin-blocks';
import {
  generateKey,
  openPackage,
  type PackagedFixture,
  packageLimits,
  type SigningKey,
  signPackage,
  unsignedPackage,
} from '@readout/plugin-kit/package';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyVault } from '../plugins/keys.ts';
import { createPluginStore } from '../plugins/plugin-store.ts';
import { packCarried } from '../testing/carried-plugin.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
/** Trusted as much as the installation's own, as one could be before packages were signed here. */
let key: SigningKey;
/** The installation's own. */
let ownKeyId: string;
let actor: PlatformActor;
let pluginId: string;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  const vault = createKeyVault(server.database.secret);
  ({ keyId: ownKeyId } = await platformSigningKey({ platform: server.database.platform, vault }));
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany();
  actor = { userId: randomUUID(), name: 'Petra', platformRole: 'admin' };
  pluginId = `carried-${++made}`;
  key = await trusted('Head office');
});

const deps = () => ({ platform: server.database.platform });
const query = (text: string, ...values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows);

async function trusted(name: string): Promise<SigningKey> {
  const made = await generateKey();
  await query(
    "insert into platform.trusted_keys (key_id, public_key, name, kind) values ($1, $2, $3, 'platform')",
    made.keyId,
    made.publicKey,
    name,
  );
  return made;
}

/** A version that stands in the catalogue with the signatures it has. */
async function keep(file: Uint8Array, publisher: string | null = null): Promise<void> {
  const { sha256, content } = await openPackage(file);
  await query(
    "insert into platform.plugins (id, publisher_name, publisher_company_id) values ($1, 'Meter Makers', $2) on conflict do nothing",
    pluginId,
    publisher,
  );
  await query(
    "insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256) values ($1, $2, 'published', $3, $4, $5)",
    pluginId,
    content.manifest.version,
    JSON.stringify(content.manifest),
    Buffer.from(file),
    sha256,
  );
}

/** A fixture of one line, right where the first line is to be read. */
const fixture = (name: string, text: string, value: string): PackagedFixture => {
  const box = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as PackagedFixture['reading']['lines'][number]['box'];
  return {
    name,
    reading: {
      page: { number: 1, of: 1, width: 100, height: 100, rotation: 0 },
      lines: [{ id: 'l0', text, box, confidence: 0.9, words: [] }],
      barcodes: [],
      languages: ['en'],
    },
    settings: {},
    expected: {
      locale: 'en-GB',
      today: '2026-01-01',
      records: [{ type: 'carried', fields: { text: { value, seen: [] } } }],
    },
  };
};
const packageOf = (
  version: string,
  { readme = '', id = pluginId, fixtures = [] as PackagedFixture[] } = {},
) => packCarried({ id, version, author: 'Head office', readme, fixtures });

/** The owner of the company as who administers the installation, or as one who is acted as. */
const asAdmin = (more = {}) => ({
  'x-test-session': encodeURIComponent(
    JSON.stringify({
      sessionId: 's',
      user: { id: actor.userId, name: actor.name, email: 'p@example.com', role: 'admin' },
      company: null,
      role: null,
      companies: [],
      ...more,
    }),
  ),
});
const send = (body: Uint8Array, who: Record<string, string> = asAdmin()) =>
  server.fetch('/platform/plugins', who, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: body.slice(),
  });
const carryIn = (version: string) => send(unsignedPackage(packageOf(version)));
const load = (version: string) =>
  createPluginStore({ db: server.database.app, packages: server.packages })
    .load(company.companyId, { source: 'catalogue', pluginId, version })
    .then(
      ({ manifest }) => manifest.version,
      (error) => error.code,
    );

describe('a package that is carried in', () => {
  test('is everybody’s at once, measured on its fixtures, named after its author, and twice is once', async () => {
    const file = unsignedPackage(
      packageOf('1.0.0', { fixtures: [fixture('right', 'A', 'A'), fixture('wrong', 'A', 'B')] }),
    );
    const answer = await send(file);
    expect(answer.status).toBe(201);
    const body = await answer.json();
    expect(body).toMatchObject({
      pluginId,
      version: '1.0.0',
      isNew: true,
      accuracy: { fixtures: 2, fields: [{ name: 'text', right: 1, wrong: 1, missing: 0 }] },
    });
    const again = await send(file);
    expect([again.status, await again.json()]).toEqual([200, { ...body, isNew: false }]);
    const detail = await getPluginForPlatform(deps(), { actor, pluginId });
    expect(detail).toMatchObject({ publisher: 'Head office', isFirstParty: false, publisherCompanyId: null });
    expect(detail.versions).toMatchObject([
      {
        version: '1.0.0',
        state: 'published',
        submittedBy: 'Petra',
        accuracy: body.accuracy,
        signers: [{ keyId: ownKeyId, name: 'This installation', isRevoked: false }],
      },
    ]);
    await installPlugin(
      { db: server.database.app, versions: server.versions },
      { scope: scopeOf(company), ref: { source: 'catalogue', pluginId, version: '1.0.0' } },
    );
    expect(await load('1.0.0')).toBe('1.0.0');
    const { events } = await listPlatformEvents(deps(), { actor, action: 'plugin.carried_in' });
    expect(events.filter((event) => event.subjectId === pluginId)).toMatchObject([
      { actorName: 'Petra', detail: { version: '1.0.0', sha256: body.sha256, keyId: ownKeyId } },
    ]);
  });

  test('is refused with what is wrong, and nothing is kept', async () => {
    await carryIn('1.0.0');
    const payload = packageOf('2.0.0');
    await query(
      "insert into platform.plugins (id, publisher_name, publisher_company_id) values ($1, 'Meter Makers', $2)",
      `theirs-${made}`,
      company.companyId,
    );
    const signed = await signPackage(payload, key);
    const cut = signed.slice(0, signed.length - 20);
    const changed = JSON.parse(new TextDecoder().decode(signed));
    changed.payload = new Uint8Array(packageOf('2.0.0', { readme: 'changed' })).toBase64();
    const cases: [file: Uint8Array, who: Record<string, string>, status: number, code: string][] = [
      [new TextEncoder().encode(JSON.stringify(changed)), asAdmin(), 422, 'package.tampered'],
      [cut, asAdmin(), 422, 'package.malformed'],
      [new Uint8Array(0), asAdmin(), 422, 'package.malformed'],
      [new Uint8Array(packageLimits.maxFileBytes + 1), asAdmin(), 413, 'package.too_large'],
      [
        await signPackage(packageOf('1.0.0', { readme: 'changed' }), key),
        asAdmin(),
        409,
        'plugin.version_taken',
      ],
      [
        await signPackage(packageOf('1.0.0', { id: `theirs-${made}` }), key),
        asAdmin(),
        409,
        'plugin.id_taken',
      ],
      [signed, server.as(company), 403, 'platform.admin_only'],
      [signed, asAdmin({ impersonatedBy: actor.userId }), 403, 'support.not_while_acting'],
      [signed, {}, 401, 'sign_in.needed'],
    ];
    for (const [file, who, status, code] of cases) {
      const answer = await send(file, who);
      expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
    }
    expect((await getPluginForPlatform(deps(), { actor, pluginId })).versions).toHaveLength(1);
    expect(server.failures).toEqual([]);
  });
});

describe('a key the platform trusts', () => {
  const listed = async () =>
    (await listTrustedKeys(deps(), { actor })).find(({ keyId }) => keyId === key.keyId)!;
  const revoke = (more: Partial<Parameters<typeof revokeTrustedKey>[1]> = {}) =>
    revokeTrustedKey(deps(), {
      actor,
      keyId: key.keyId,
      reason: 'Laptop lost',
      confirmation: key.keyId,
      blocksWhatItSigned: false,
      ...more,
    });

  test('is listed with what rests on it alone, its private part never', async () => {
    await keep(await signPackage(packageOf('1.0.0'), key));
    const other = await trusted('Other');
    await keep(await signPackage(packageOf('1.1.0'), key, other));
    expect(await listed()).toMatchObject({
      name: 'Head office',
      kind: 'added',
      signed: 2,
      restingTotal: 1,
      resting: [{ pluginId, version: '1.0.0', companies: 0, isBlocked: false }],
      revoked: null,
    });
    const keys = await listTrustedKeys(deps(), { actor });
    expect(keys[0]).toMatchObject({ kind: 'own', name: 'This installation' });
    expect(JSON.stringify(keys)).not.toMatch(/sealed|private/i);
  });

  test('once revoked stays so; what it signed goes on', async () => {
    await keep(await signPackage(packageOf('1.0.0'), key));
    await expect(revoke({ reason: '', confirmation: 'x' })).rejects.toMatchObject({
      detail: { fields: { reason: expect.any(String), confirmation: expect.any(String) } },
    });
    expect(await revoke()).toEqual({ blocked: 0 });
    await expect(revoke()).rejects.toMatchObject({ code: 'signing_key.revoked_already' });
    expect(await load('1.0.0')).toBe('1.0.0');
    expect(await listPluginBlocks({ db: server.database.app })).toEqual([]);
    await expect(revoke({ keyId: 'none\0' })).rejects.toMatchObject({ code: 'signing_key.not_found' });
    expect((await listed()).revoked).toMatchObject({ reason: 'Laptop lost' });
  });

  test('that was in other hands takes what rests on it alone along: blocked, its companies told, the rest goes on', async () => {
    await keep(await signPackage(packageOf('1.0.0'), key));
    const other = await trusted('Other');
    await keep(await signPackage(packageOf('1.1.0'), key, other));
    await installPlugin(
      { db: server.database.app, versions: server.versions },
      { scope: scopeOf(company), ref: { source: 'catalogue', pluginId, version: '1.0.0' } },
    );
    expect(await revoke({ blocksWhatItSigned: true })).toEqual({ blocked: 1 });
    expect(await listPluginBlocks({ db: server.database.app })).toMatchObject([
      { pluginId, version: '1.0.0', reason: 'Laptop lost' },
    ]);
    const told = await query(
      "select detail from app.notifications where company_id = $1 and kind = 'plugin.blocked'",
      company.companyId,
    );
    expect(told).toMatchObject([{ detail: { version: '1.0.0', reason: 'Laptop lost' } }]);
    const readers = await (await server.fetch('/device/readers', server.as(company))).json();
    expect(readers.readers).toEqual([]);
    expect(await load('1.1.0')).toBe('1.1.0');
  });
});

test('what a publisher had approved goes on once its company is gone', async () => {
  const publisher = await server.database.createCompany();
  const publishing = await generateKey();
  await query(
    "insert into platform.trusted_keys (key_id, public_key, name, kind, publisher_company_id) values ($1, $2, 'P', 'publisher', $3)",
    publishing.keyId,
    publishing.publicKey,
    publisher.companyId,
  );
  await keep(await signPackage(packageOf('1.0.0'), publishing), publisher.companyId);
  expect(await load('1.0.0')).toBe('1.0.0');
  await query('delete from auth.membership where company_id = $1', publisher.companyId);
  await query('delete from auth.company where id = $1', publisher.companyId);
  expect(await load('1.0.0')).toBe('1.0.0');
});
