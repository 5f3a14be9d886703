import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import type { Scope } from '@readout/domain/actor';
import { listAuditEvents } from '@readout/domain/audit/list-audit-events';
import { inScope, type Trx } from '@readout/domain/in-scope';
import { platformSigningKey } from '@readout/domain/plugins/keys/platform-signing-key';
import type { Packaged } from '@readout/domain/plugins/keys/trusted-keys';
import { receiptManifest } from '@readout/domain/testing/arrange';
import {
  generateKey,
  openPackage,
  packPlugin,
  type SigningKey,
  signPackage,
  unsignedPackage,
} from '@readout/plugin-kit/package';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyVault } from './keys.ts';
import { createPackages } from './packages.ts';
import { createProgramBuilder } from './program-builder.ts';

const secret = 'a secret of at least thirty-two characters';
const packages = createPackages({ secret, builder: createProgramBuilder() });
const payload = packPlugin({
  manifest: receiptManifest,
  source: 'export default { read: () => [] };',
  readme: '',
  fixtures: [],
});

let database: TestDatabase;
let company: TestCompany;
let scope: Scope;
const scopeOf = ({ companyId, owner: { userId, name, role } }: TestCompany): Scope => ({
  companyId,
  actor: { userId, name, role },
});
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany();
  scope = scopeOf(company);
});

const deps = () => ({ db: database.app });
/** The company's keys, newest first. */
const listed = () =>
  within(scope, (trx) =>
    trx
      .selectFrom('app.signing_keys')
      .select(['key_id as keyId', 'name', 'created_by as createdBy', 'revoked_at as revokedAt'])
      .orderBy('created_at', 'desc')
      .execute(),
  );
/** A key of the company whose private part is elsewhere, as there were before packages were signed here. */
async function added(): Promise<SigningKey> {
  const key = await generateKey();
  await database.asOwner((client) =>
    client.query(
      "insert into app.signing_keys (company_id, key_id, name, public_key, created_by) values ($1, $2, 'Outside', $3, $4)",
      [company.companyId, key.keyId, key.publicKey, company.owner.userId],
    ),
  );
  return key;
}
const revoke = (keyId: string) =>
  database.asOwner((client) =>
    client.query('update app.signing_keys set revoked_at = now() where key_id = $1', [keyId]),
  );
const within = <T>(by: Scope, work: (trx: Trx) => Promise<T>): Promise<T> => inScope(database.app, by, work);
const signed = (by = scope) => within(by, (trx) => packages.adopt(trx, by, unsignedPackage(payload)));
const platformKey = (as = secret) =>
  platformSigningKey({ platform: database.platform, vault: createKeyVault(as) });

/** Id of the key that counted, or the code of the refusal. */
const verdict = (file: Uint8Array, packaged: Packaged, takes = true, by = scope): Promise<string> =>
  within(by, (trx) => packages.verify(trx, file, packaged, { takes })).then(
    ({ keyId }) => keyId,
    (error) => error.code,
  );
const own = (of = company): Packaged => ({ source: 'company', companyId: of.companyId });
const catalogue = (publisher?: TestCompany): Packaged => ({
  source: 'catalogue',
  publisherCompanyId: publisher?.companyId ?? null,
});

describe('the key of a company', () => {
  test('is made when the first plugin is signed, once, by the first who needs it', async () => {
    const files = await Promise.all([signed(), signed(), signed()]);
    const keys = await listed();
    expect(keys).toMatchObject([
      { name: 'Kept by this server', createdBy: company.owner.userId, revokedAt: null },
    ]);
    for (const file of files) expect(await verdict(file, own())).toBe(keys[0]!.keyId);
    const { events } = await listAuditEvents(deps(), { scope, filter: { group: 'signing_key' } });
    expect(events.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['signing_key.made', keys[0]!.keyId],
    ]);
  });

  test('counts in no other company and not in the catalogue', async () => {
    const file = await signed();
    const other = await database.createCompany();
    expect(await verdict(file, own(other), true, scopeOf(other))).toBe('package.untrusted');
    // Not even by naming the company whose key it is: row-level security shows its keys to nobody else.
    expect(await verdict(file, own(company), true, scopeOf(other))).toBe('package.untrusted');
    expect(await verdict(file, catalogue(company))).toBe('package.untrusted');
  });

  test('is sealed: not readable in the database, not opened by another secret or for another company', async () => {
    await signed();
    const row = await database.asOwner(async (client) => {
      const { rows } = await client.query('select * from app.signing_keys where company_id = $1', [
        company.companyId,
      ]);
      return rows[0];
    });
    const sealed = {
      keyId: row.key_id,
      publicKey: row.public_key,
      privateKeySealed: row.private_key_sealed,
    };
    const privateKey = createKeyVault(secret).open(sealed, company.companyId)?.privateKey;
    expect(privateKey).toMatch(/^MC4CAQ/);
    expect(JSON.stringify(row)).not.toContain(privateKey);
    expect(createKeyVault(secret).open(sealed, 'platform')).toBeUndefined();
    expect(createKeyVault(`${secret}!`).open(sealed, company.companyId)).toBeUndefined();
    expect(
      createKeyVault(secret).open({ ...sealed, keyId: '0'.repeat(16) }, company.companyId),
    ).toBeUndefined();
  });

  test('once revoked takes nothing new, vouches for what is stored, and the next plugin gets a new key', async () => {
    const file = await signed();
    const [{ keyId } = { keyId: '' }] = await listed();
    await revoke(keyId);
    expect(await verdict(file, own())).toBe('package.untrusted');
    expect(await verdict(file, own(), false)).toBe(keyId);
    const next = await verdict(await signed(), own());
    expect(next).toMatch(/^[0-9a-f]{16}$/);
    expect(next).not.toBe(keyId);
    expect((await listed()).map((each) => [each.keyId, each.revokedAt !== null])).toEqual([
      [next, false],
      [keyId, true],
    ]);
  });
});

describe('what somebody brings', () => {
  const adopt = (file: Uint8Array) =>
    within(scope, (trx) => packages.adopt(trx, scope, file)).catch((error) => error.code);

  test('becomes the company’s own, the same bytes signed with its key, no matter who signed it, if anyone', async () => {
    const stranger = await generateKey();
    for (const file of [unsignedPackage(payload), await signPackage(payload, stranger), await signed()]) {
      const adopted = await adopt(file);
      const [{ keyId } = { keyId: '' }] = await listed();
      expect(await verdict(adopted, own())).toBe(keyId);
      const opened = await openPackage(adopted);
      expect(opened.signatures.map((each) => each.keyId)).toEqual([keyId]);
      expect(opened.payload).toEqual(payload);
    }
    expect(await listed()).toHaveLength(1);
    expect(await verdict(unsignedPackage(payload), own())).toBe('package.untrusted');
  });

  test('is refused where it says that a key that counts signed it, and that one did not', async () => {
    await signed();
    const [{ keyId } = { keyId: '' }] = await listed();
    expect(await adopt(await signPackage(payload, { ...(await generateKey()), keyId }))).toBe(
      'package.tampered',
    );
    expect(await adopt(new TextEncoder().encode('{}'))).toBe('package.malformed');
  });

  test('into everybody’s catalogue is signed with the key of the installation', async () => {
    const { keyId } = await platformKey();
    const adopted = await packages.adoptForAll(database.platform, unsignedPackage(payload));
    expect(await verdict(adopted, catalogue())).toBe(keyId);
    const forged = await signPackage(payload, { ...(await generateKey()), keyId });
    await expect(packages.adoptForAll(database.platform, forged)).rejects.toMatchObject({
      code: 'package.tampered',
    });
  });

  test('signed with a key a company added before 0.4, stored then, goes on', async () => {
    const key = await added();
    expect(await verdict(await signPackage(payload, key), own(), false)).toBe(key.keyId);
  });
});

describe('the key of the installation', () => {
  test('is made once however many processes start, and counts in every company and in the catalogue', async () => {
    const keys = await Promise.all([platformKey(), platformKey(), platformKey()]);
    expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1);
    const file = await signPackage(payload, keys[0]!);
    for (const packaged of [own(), catalogue(), catalogue(company)])
      expect(await verdict(file, packaged)).toBe(keys[0]!.keyId);
  });

  test('is made again under another secret; what the old one signed stays trusted', async () => {
    const before = await platformKey();
    const after = await platformKey('another secret of thirty-two characters');
    expect(after.keyId).not.toBe(before.keyId);
    expect(await verdict(await signPackage(payload, before), catalogue())).toBe(before.keyId);
    expect((await platformKey()).keyId).toBe(before.keyId);
  });

  test('beside a company’s own: either counts, and one that is broken spoils the package', async () => {
    const platform = await platformKey();
    const key = await added();
    expect(await verdict(await signPackage(payload, key, platform), catalogue())).toBe(platform.keyId);
    expect(await verdict(await signPackage(payload, key, platform), own())).toBe(key.keyId);
    const forged = await signPackage(payload, key, { ...(await generateKey()), keyId: platform.keyId });
    expect(await verdict(forged, own())).toBe('package.tampered');
  });
});

test('a publisher’s key counts for that publisher’s plugins only', async () => {
  const [key, other] = [await generateKey(), await database.createCompany()];
  await database.asOwner((client) =>
    client.query(
      `insert into platform.trusted_keys (key_id, public_key, name, kind, publisher_company_id)
       values ($1, $2, 'Publisher', 'publisher', $3)`,
      [key.keyId, key.publicKey, company.companyId],
    ),
  );
  const file = await signPackage(payload, key);
  expect(await verdict(file, catalogue(company))).toBe(key.keyId);
  expect(await verdict(file, catalogue(other))).toBe('package.untrusted');
  expect(await verdict(file, catalogue())).toBe('package.untrusted');
  expect(await verdict(file, own())).toBe('package.untrusted');
});
