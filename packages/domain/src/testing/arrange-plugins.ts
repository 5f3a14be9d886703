import { createHash } from 'node:crypto';
import type { TestDatabase } from '@readout/database/testing';
import type { Manifest } from '@readout/plugin-kit/manifest';
import {
  generateKey,
  openPackage,
  packPlugin,
  type SigningKey,
  signPackage,
  unsignedPackage,
  verifyPackage,
} from '@readout/plugin-kit/package';
import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { PinnedPlugins } from '../captures/list-device-readers.ts';
import type { StudioMaker } from '../plugins/drafts/studio-maker.ts';
import { trustedKeys } from '../plugins/keys/trusted-keys.ts';
import type { Packages } from '../plugins/packages.ts';
import type { VersionRef } from '../plugins/plugin-versions.ts';
import type { SubmissionMaker } from '../plugins/submissions/rules.ts';
import { receiptManifest } from './arrange.ts';

/** By company: what everything that comes into it is signed with. */
const keys = new Map<string, Promise<SigningKey>>();

/** Real signatures against the keys in the database; a program is its source: what a builder makes is the server's own test. */
export const packages: Packages = {
  async verify(trx, file, packaged, options) {
    const opened = await openPackage(file);
    const { keyId } = await verifyPackage(opened, await trustedKeys(trx, packaged, options));
    return { content: opened.content, sha256: opened.sha256, keyId };
  },
  async adopt(trx, { companyId, actor }, file) {
    const key = await (keys.get(companyId) ?? keys.set(companyId, generateKey()).get(companyId)!);
    await sql`
      insert into app.signing_keys (company_id, key_id, name, public_key, created_by)
      values (${companyId}::uuid, ${key.keyId}, 'Of a test', ${key.publicKey}, ${actor.userId}::uuid)
      on conflict do nothing`.execute(trx);
    return signPackage((await openPackage(file)).payload, key);
  },
  adoptForAll: async (_platform, file) => file,
  build: async ({ content: { manifest, source }, sha256 }) => ({
    manifest,
    code: source,
    sha256,
    kept: Buffer.from(source),
  }),
  open: ({ content: { manifest }, sha256 }, kept) =>
    kept === null ? undefined : { manifest, code: Buffer.from(kept).toString(), sha256, kept },
};

/** Every version is what it was: what a store does with bytes that are not is its own test. */
export const versions: PinnedPlugins & { asked: VersionRef[] } = {
  asked: [],
  async load(_companyId, ref) {
    versions.asked.push(ref);
    return { manifest: { ...receiptManifest, id: ref.pluginId, version: ref.version }, code: '', sha256: '' };
  },
};

/** A key of the company's own, whose private part is at hand. */
export async function companyKey(database: TestDatabase, scope: Scope): Promise<SigningKey> {
  const key = await generateKey();
  await database.asOwner((client) =>
    client.query(
      "insert into app.signing_keys (company_id, key_id, name, public_key, created_by) values ($1, $2, 'Of a test', $3, $4)",
      [scope.companyId, key.keyId, key.publicKey, scope.actor.userId],
    ),
  );
  return key;
}

/** A signed package of a reader that declines everything. */
export function packageOf(manifest: Manifest, key: SigningKey, source = 'x'): Promise<Uint8Array> {
  return signPackage(packPlugin({ manifest, source, readme: '', fixtures: [] }), key);
}

export function studioMaker(): StudioMaker {
  return {
    makePackage: async ({ pluginId, source, readme }) =>
      unsignedPackage(
        packPlugin({ manifest: { ...receiptManifest, id: pluginId }, source, readme, fixtures: [] }),
      ),
  };
}

/** Every version does as expected and every picture is three bytes: what is run and drawn is the server's own test. */
export function submissionMaker(): SubmissionMaker {
  return {
    open: async () => ({ manifest: receiptManifest, source: 'x', readme: '', fixtures: [] }),
    run: async (_content, cases) => cases.map(() => ({ differences: [], failure: null, passed: true })),
    picture: async () => ({ mediaType: 'image/webp', bytes: new Uint8Array(3) }),
    async pack(content) {
      const payload = packPlugin(content);
      return { payload, sha256: createHash('sha256').update(payload).digest('hex') };
    },
  };
}
