import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import {
  createPool,
  type DatabaseAddress,
  prepareDatabase,
  roleName,
  roles,
  withOwner,
} from '@readout/database';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { createFileSystemStore, derivedKey, findStore, type ObjectStore, originalKey } from '@readout/store';
import { startS3Peer } from '@readout/store/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { objectPath } from './backup-folder.ts';
import { type BackupOptions, createBackup } from './create-backup.ts';
import { writeHashedJson } from './format.ts';
import { type OpenedBackup, openBackup, readContents, readObjects } from './open-backup.ts';
import { generateKeyPair, type Key, type Protection } from './protection.ts';
import { restoreBackup } from './restore-backup.ts';
import { leftOut, listTables, replaced, rowsOf } from './tables.ts';
import { verifyBackup } from './verify-backup.ts';

// One installation with two companies is backed up; each test restores, alters or breaks off in folders of its own. A restore
// makes every table: tests that only look at one look at the same.

let database: TestDatabase;
let companies: TestCompany[];
let store: ObjectStore;
let storeFolder: string;
let root: string;
let pair: { identity: string; recipient: string };
/** An unprotected backup and an installation that was made of it, for tests that change neither. */
let plain: { folder: string; made: Awaited<ReturnType<typeof createBackup>>; restored: Restored };
const originals: { companyId: string; sha256: string; bytes: Buffer }[] = [];
const madeDatabases: string[] = [];
const madeIds: string[] = [];
/** What was made for all tests. */
let kept: { databases: string[]; ids: string[] } = { databases: [], ids: [] };
let number = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'readout-backup-'));
  database = await createTestDatabase();
  companies = [
    await database.createCompany({ name: 'Acme' }),
    await database.createCompany({ name: 'Other' }),
  ];
  storeFolder = join(root, 'data', 'store');
  store = await createFileSystemStore(storeFolder);
  await mkdir(join(root, 'data', 'legal'));
  await writeFile(join(root, 'data', 'legal', 'tos.md'), '# Terms of our own\n');
  pair = await generateKeyPair();
  // Both companies have one picture that is the same.
  const shared = randomBytes(50_000);
  for (const company of companies)
    for (const bytes of [shared, randomBytes(300_000), randomBytes(10)]) await addCapture(company, bytes);
  await database.asOwner(async (client) => {
    const { userId } = companies[0]!.owner;
    await client.query(
      "insert into auth.session (user_id, token, expires_at) values ($1, 'a token', now() + interval '1 day')",
      [userId],
    );
    for (const state of ['waiting', 'sent'])
      await client.query(
        "insert into auth.mails (kind, to_email, subject, body_text, without_smtp, state) values ('reset_password', 'a@example.com', 'Subject', 'https://a-link', false, $1)",
        [state],
      );
    await client.query(
      `insert into auth.account (account_id, provider_id, user_id, password) values ('x', 'credential', $1, E'tab\\there \\\\ and\\nthere')`,
      [userId],
    );
    // The next event of the company must not get the number of this one.
    await client.query(
      "insert into app.audit_events (company_id, actor_name, action, subject_type, subject_id) values ($1, 'x', 'x.y', 'x', 'x')",
      [companies[0]!.companyId],
    );
  });
  const folder = target();
  plain = { folder, made: await back(folder), restored: await restore(folder) };
  kept = { databases: madeDatabases.splice(0), ids: madeIds.splice(0) };
});

afterEach(() => drop({ databases: madeDatabases.splice(0), ids: madeIds.splice(0) }));

afterAll(async () => {
  await drop(kept);
  await database.close();
  await rm(root, { recursive: true, force: true });
});

/** Databases that were restored into, and the roles of their installations. */
async function drop({ databases, ids }: typeof kept): Promise<void> {
  await withOwner({ ...database.address, database: 'postgres' }, async (client) => {
    for (const name of databases) await client.query(`drop database if exists ${name} with (force)`);
    for (const role of ids.flatMap((id) => roles.map((each) => roleName(each, id))))
      await client.query(`drop role if exists ${role}`);
  });
}

async function addCapture({ companyId, owner }: TestCompany, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const id = randomUUID();
  await store.put(originalKey(companyId, sha256), bytes);
  await store.put(derivedKey(companyId, id, 'thumbnail'), randomBytes(500));
  originals.push({ companyId, sha256, bytes });
  await database.asOwner(async (client) => {
    await client.query(
      "insert into app.objects (company_id, sha256, byte_size, media_type) values ($1, $2, $3, 'image/png') on conflict do nothing",
      [companyId, sha256, bytes.length],
    );
    await client.query(
      `insert into app.captures (company_id, id, document_id, source, sha256, file_name, media_type, byte_size, created_by)
       values ($1, $2, $2, 'upload', $3, E'a\\tname \\\\N.png', 'image/png', $4, $5)`,
      [companyId, id, sha256, bytes.length, owner.userId],
    );
    await client.query(
      "insert into app.capture_texts (company_id, capture_id, body) values ($1, $2, 'a needle in the text')",
      [companyId, id],
    );
  });
  return id;
}

const target = () => join(root, `target-${number++}`);
const secret = 'the secret of the installation that is backed up';

function back(
  folder: string,
  options: Partial<BackupOptions> & { store?: ObjectStore } = {},
): ReturnType<typeof createBackup> {
  return createBackup(
    {
      database: database.address,
      store: options.store ?? store,
      dataFolder: join(root, 'data'),
      secret,
      version: '0.1.0',
    },
    { target: folder, protection: { kind: 'none' }, ...options },
  );
}

interface Restored {
  address: DatabaseAddress;
  folder: string;
  store: ObjectStore;
  id: string;
  result: Awaited<ReturnType<typeof restoreBackup>>;
}

async function createEmpty(): Promise<Omit<Restored, 'id' | 'result'>> {
  const name = `restored_${process.pid}_${Date.now().toString(36)}_${number++}`;
  madeDatabases.push(name);
  await withOwner({ ...database.address, database: 'postgres' }, (client) =>
    client.query(`create database ${name}`),
  );
  const folder = join(root, name);
  await mkdir(folder);
  const { installationId: _, ...address } = database.address;
  return {
    address: { ...address, database: name },
    folder,
    store: await createFileSystemStore(join(folder, 'store')),
  };
}

async function restore(
  from: string | OpenedBackup,
  { key, into, keepId = false }: { key?: Key; into?: Omit<Restored, 'id' | 'result'>; keepId?: boolean } = {},
): Promise<Restored> {
  const place = into ?? (await createEmpty());
  const result = await restoreBackup(
    typeof from === 'string' ? await openBackup(from, { key }) : from,
    { database: place.address, store: place.store, dataFolder: place.folder, secret: undefined },
    { keepId },
  );
  madeIds.push(result.installationId);
  return { ...place, id: result.installationId, result };
}

/** Every row of every table, as text. */
async function allRows(address: DatabaseAddress): Promise<Record<string, string[]>> {
  return withOwner(address, async (client) => {
    const all: Record<string, string[]> = {};
    for (const table of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select r::text as row from (${rowsOf(table)}) r order by 1`,
      );
      all[`${table.schema}.${table.name}`] = rows.map(({ row }) => row);
    }
    return all;
  });
}

async function expectWhole(restored: Restored): Promise<void> {
  expect(await allRows(restored.address)).toEqual(await allRows(database.address));
  for (const { companyId, sha256, bytes } of originals)
    expect(
      (await buffer((await restored.store.get(originalKey(companyId, sha256)))!.body)).equals(bytes),
    ).toBe(true);
  const keys = async (of: ObjectStore) => (await Array.fromAsync(of.list(''))).map(({ key }) => key).sort();
  expect(await keys(restored.store)).toEqual(await keys(store));
}

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

describe('a backup and what is restored from it', () => {
  test('encrypted with a passphrase: every row and every byte comes back, as an installation of its own', async () => {
    const passphrase = { kind: 'passphrase' as const, passphrase: 'four words of it' };
    const folder = target();
    const made = await back(folder, { protection: passphrase });
    expect(made).toMatchObject({ missing: [], altered: [], erased: [] });
    // Deriving a key from a passphrase takes a second.
    const backup = await openBackup(folder, { key: passphrase });
    const verified = await verifyBackup(backup);
    expect(verified).toMatchObject({ problems: [], wasOpened: true, objects: made.objects });
    const restored = await restore(backup);
    await expectWhole(restored);
    // Both count alike.
    const { rows, objects, byteSize } = made;
    expect(restored.result).toMatchObject({ rows, objects, byteSize, missing: [], damaged: [] });
    expect(restored.id).not.toBe(database.address.installationId);
    expect(await readFile(join(restored.folder, 'legal', 'tos.md'), 'utf8')).toBe('# Terms of our own\n');
    expect(await readFile(join(restored.folder, 'secret'), 'utf8')).toBe(secret);
    // What is written next gets numbers and rights as in any installation.
    const prepared = await prepareDatabase(restored.address, secret);
    const pool = createPool(prepared, 'readout_app', secret, { maxConnections: 1 });
    await pool.query(
      `begin; select set_config('readout.company_id', '${companies[0]!.companyId}', true);
       insert into app.audit_events (company_id, actor_name, action, subject_type, subject_id) values ('${companies[0]!.companyId}', 'x', 'x.y', 'x', 'x'); commit`,
    );
    expect((await pool.query('select * from app.captures')).rows).toEqual([]);
    await pool.end();
  });

  test('encrypted to a key: it opens with the other half, and holds the secret', async () => {
    const folder = target();
    const made = await back(folder, {
      protection: { kind: 'recipients', recipients: [pair.recipient] },
    });
    expect(made).toMatchObject({ missing: [], altered: [], erased: [] });
    const backup = await openBackup(folder, { key: { kind: 'identities', identities: [pair.identity] } });
    expect(await verifyBackup(backup)).toMatchObject({
      problems: [],
      wasOpened: true,
      objects: made.objects,
    });
    expect((await readContents(backup)).secret).toBe(secret);
  });

  test('unprotected: all but the secret, which travels only where it cannot be read', async () => {
    const { made, restored } = plain;
    const { rows, objects, byteSize } = made;
    expect(made).toMatchObject({ missing: [], altered: [], erased: [] });
    expect(restored.result).toMatchObject({ rows, objects, byteSize, missing: [], damaged: [] });
    expect(existsSync(join(restored.folder, 'secret'))).toBe(false);
  });

  test('what is backed up from a bucket comes back in another one, and twice the same is written once', async () => {
    const peers = [await startS3Peer(), await startS3Peer()];
    const [from, into] = await Promise.all(
      peers.map(async ({ settings }, at) => {
        const store = { kind: 'bucket' as const, transitFolder: join(root, `transit-${at}`), ...settings };
        return (await findStore({ store, also: undefined })).open();
      }),
    );
    try {
      for await (const { key } of store.list(''))
        await from!.put(key, await buffer((await store.get(key))!.body));
      const folder = target();
      expect(await back(folder, { store: from! })).toMatchObject({ missing: [], altered: [] });
      expect(await back(folder, { store: from! })).toMatchObject({ newObjects: 0 });
      await expectWhole(await restore(folder, { into: { ...(await createEmpty()), store: into! } }));
    } finally {
      for (const peer of peers) await peer.close();
    }
  });

  test('nothing readable is in a protected one: no name, no hash, no word', async () => {
    const folder = target();
    await back(folder, { protection: { kind: 'recipients', recipients: [pair.recipient] } });
    for (const file of await filesBelow(folder)) {
      const text = (await readFile(file)).toString('latin1') + file;
      for (const word of ['needle', 'Acme', secret, companies[0]!.companyId, originals[0]!.sha256])
        expect(text.includes(word)).toBe(false);
    }
  });

  test('sessions, links and mails that wait do not come back to life', async () => {
    await withOwner(plain.restored.address, async (client) => {
      expect((await client.query('select from auth.session')).rowCount).toBe(0);
      const { rows } = await client.query('select state, body_text from auth.mails order by state');
      expect(rows).toEqual([
        { state: 'failed', body_text: null },
        { state: 'sent', body_text: null },
      ]);
    });
  });

  test('a second one copies only what is new, and the same bytes of two companies are there once', async () => {
    const folder = target();
    const first = await back(folder);
    // Six originals, of which two are the same bytes, and six thumbnails.
    expect(first).toMatchObject({ objects: 12 });
    expect((await filesBelow(join(folder, 'objects'))).length).toBe(11);
    const second = await back(folder);
    expect(second).toMatchObject({ objects: 12, newObjects: 0 });
    await addCapture(companies[0]!, randomBytes(2000));
    expect(await back(folder)).toMatchObject({ objects: 14, newObjects: 2 });
    expect(await verifyBackup(await openBackup(folder))).toMatchObject({ problems: [], objects: 14 });
  });

  test('older ones are removed with what only they hold, and every kept one stays whole', async () => {
    const folder = target();
    const names: string[] = [];
    for (let day = 1; day <= 3; day++)
      names.push((await back(folder, { now: new Date(Date.UTC(2026, 0, day)) })).name);
    // As if it had been copied long ago and no backup named it any more.
    const stray = join(folder, 'objects', 'abc', `${'abc'.padEnd(64, '0')}.${'0'.repeat(64)}`);
    await mkdir(join(folder, 'objects', 'abc'), { recursive: true });
    await writeFile(stray, 'x');
    for (const file of await filesBelow(join(folder, 'objects'))) await utimes(file, 1, 1);
    const last = await back(folder, { now: new Date(Date.UTC(2026, 0, 4)), keep: 2 });
    expect(last.removed).toEqual([names[1], names[0]]);
    expect(existsSync(stray)).toBe(false);
    for (const name of [last.name, names[2]!])
      expect(await verifyBackup(await openBackup(folder, { name }))).toMatchObject({ problems: [] });
  });

  test('an original the store lost or altered is named, and what an earlier backup holds of it is kept', async () => {
    const folder = target();
    await back(folder);
    const [lost, altered] = [await damage('remove'), await damage('flip')];
    const healed = await back(folder);
    expect(healed).toMatchObject({ missing: [], altered: [] });
    const fresh = target();
    expect(await back(fresh)).toMatchObject({ missing: [lost.key], altered: [altered.key] });
    await lost.mend();
    await altered.mend();
    await expectWhole(await restore(folder));
  });

  test('the id stays where the installation moves, and not beside the one that has it', async () => {
    await expect(restore(plain.folder, { keepId: true })).rejects.toMatchObject({
      code: 'restore.id_in_use',
    });
  });
});

/** Loses or alters an original in the store; `mend` puts it back. */
async function damage(how: 'remove' | 'flip'): Promise<{ key: string; mend(): Promise<void> }> {
  const { companyId, sha256, bytes } = originals[how === 'remove' ? 1 : 2]!;
  const key = originalKey(companyId, sha256);
  const file = (await store.localFile(key))!.path;
  await rename(file, `${file}.aside`);
  if (how === 'flip') {
    const other = Buffer.from(bytes);
    other[0]! ^= 1;
    await writeFile(file, other);
  }
  return { key, mend: () => rename(`${file}.aside`, file) };
}

describe('what could go wrong', () => {
  /** A whole backup that a test may spoil. */
  async function made(options: Partial<BackupOptions> = {}): Promise<{ folder: string; at: string }> {
    const folder = target();
    const { name } = await back(folder, options);
    return { folder, at: join(folder, 'backups', name) };
  }

  async function spoil(file: string, how: 'flip' | 'cut' | 'longer' | 'gone'): Promise<void> {
    const bytes = await readFile(file);
    if (how === 'gone') return rm(file);
    if (how === 'cut') return truncate(file, bytes.length - 1);
    if (how === 'longer') return appendFile(file, 'x');
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    return writeFile(file, bytes);
  }

  test('any byte of any file that is altered, cut off or gone is found, and no rows of it are restored', async () => {
    const { folder, at } = await made();
    const of = (...names: string[]) => names.map((name) => join(at, name));
    const [object] = await filesBelow(join(folder, 'objects'));
    const verify = async () => verifyBackup(await openBackup(folder));
    // Those of a row at once: each is found for itself, whatever else is wrong.
    for (const files of [
      of('manifest.json'),
      of('objects.zst'),
      [...of('contents.json', 'keys.zst', 'app.captures.copy.zst'), object!],
    ])
      for (const how of ['flip', 'cut', 'longer', 'gone'] as const) {
        const whole = await Promise.all(files.map((file) => readFile(file)));
        for (const file of files) await spoil(file, how);
        const problems = await verify().then(
          (found) => found.problems,
          (error) => (error.code === 'backup.damaged' ? [error.message] : []),
        );
        const named = files.filter((file) => problems.some((problem) => problem.includes(file)));
        expect({ how, named }).toEqual({ how, named: files });
        for (const [index, file] of files.entries()) await writeFile(file, whole[index]!);
      }
    // Where rows are damaged a restore says so too, and leaves nothing a server would start on; mended, it goes on.
    const [rows] = of('app.captures.copy.zst');
    const whole = await readFile(rows!);
    await spoil(rows!, 'flip');
    const into = await createEmpty();
    await expect(restore(folder, { into })).rejects.toMatchObject({ code: 'backup.damaged' });
    await expect(prepareDatabase(into.address, secret)).rejects.toMatchObject({ code: 'restore.unfinished' });
    await writeFile(rows!, whole);
    await expectWhole(await restore(folder, { into }));
    await prepareDatabase(into.address, secret);
  });

  test('damaged objects are left out and named, all others restored; what is lost stands as any lost original', async () => {
    const folder = target();
    const protection: Protection = { kind: 'recipients', recipients: [pair.recipient] };
    const made = await back(folder, { protection });
    const key: Key = { kind: 'identities', identities: [pair.identity] };
    const objects = await Array.fromAsync(readObjects(await openBackup(folder, { key })));
    const lost = [originals[1]!, originals[2]!, originals[4]!].map(({ companyId, sha256 }) =>
      originalKey(companyId, sha256),
    );
    const [flipped, cut, gone] = lost.map((each) =>
      objectPath(folder, objects.find((object) => object.key === each)!.name),
    );
    const sealed = await readFile(flipped!);
    // In the sealed header: no key fits any more.
    sealed[60]! ^= 1;
    await writeFile(flipped!, sealed);
    await spoil(cut!, 'cut');
    await rm(gone!);

    const restored = await restore(folder, { key });
    expect(restored.result).toMatchObject({
      damaged: lost.toSorted(),
      missing: [],
      objects: made.objects - 3,
    });
    for (const { companyId, sha256 } of originals) {
      const there = originalKey(companyId, sha256);
      expect((await restored.store.find(there)) === undefined).toBe(lost.includes(there));
    }
    await prepareDatabase(restored.address, secret);
    await withOwner(restored.address, async (client) => {
      const { rows } = await client.query<{ key: string }>(
        "select company_id || '/' || sha256 as key from app.objects where state = 'missing'",
      );
      expect(rows.length).toBe(3);
      const { rowCount } = await client.query(
        "select from app.audit_events where action = 'capture.original_missing'",
      );
      expect(rowCount).toBe(3);
    });
  });

  test('a wrong key, a wrong passphrase and none are told apart', async () => {
    const { folder } = await made({ protection: { kind: 'recipients', recipients: [pair.recipient] } });
    const stranger = await generateKeyPair();
    const into = await createEmpty();
    await expect(restore(folder, { into })).rejects.toMatchObject({ code: 'backup.key_needed' });
    await expect(
      restore(folder, { into, key: { kind: 'identities', identities: [stranger.identity] } }),
    ).rejects.toMatchObject({ code: 'backup.wrong_key' });
    await expect(
      restore(folder, { into, key: { kind: 'passphrase', passphrase: 'x' } }),
    ).rejects.toMatchObject({ code: 'backup.wrong_key' });
    // Without the key hashes can be compared all the same.
    expect(await verifyBackup(await openBackup(folder))).toMatchObject({ problems: [], wasOpened: false });
  });

  test('a folder keeps to one installation and one way of protecting it', async () => {
    const { folder, restored } = plain;
    await expect(
      back(folder, { protection: { kind: 'recipients', recipients: [pair.recipient] } }),
    ).rejects.toMatchObject({ code: 'backup.other_protection' });
    await expect(
      createBackup(
        {
          database: restored.address,
          store: restored.store,
          dataFolder: restored.folder,
          secret,
          version: '1',
        },
        { target: folder, protection: { kind: 'none' } },
      ),
    ).rejects.toMatchObject({ code: 'backup.other_installation' });
    const strange = target();
    await mkdir(strange);
    await writeFile(join(strange, 'thesis.txt'), 'x');
    await expect(back(strange)).rejects.toMatchObject({ code: 'backup.not_a_backup' });
    await expect(
      back(target(), { protection: { kind: 'recipients', recipients: ['age1nonsense'] } }),
    ).rejects.toMatchObject({
      code: 'backup.bad_recipient',
    });
  });

  test('nothing that is there is written over', async () => {
    const { folder, restored } = plain;
    await expect(restore(folder, { into: restored })).rejects.toMatchObject({
      code: 'restore.database_not_empty',
    });
    const withFiles = await createEmpty();
    await withFiles.store.put('00000000-0000-4000-8000-000000000001/originals/ab/x', Buffer.from('x'));
    await expect(restore(folder, { into: withFiles })).rejects.toMatchObject({
      code: 'restore.store_not_empty',
    });
    const { folder: other } = await made({
      protection: { kind: 'recipients', recipients: [pair.recipient] },
    });
    const withSecret = await createEmpty();
    await writeFile(join(withSecret.folder, 'secret'), 'another secret');
    await expect(
      restore(other, { into: withSecret, key: { kind: 'identities', identities: [pair.identity] } }),
    ).rejects.toMatchObject({ code: 'restore.other_secret' });
  });

  test.each([
    ['a later format', { format: 2, whatever: 'else' }, 'backup.newer_version'],
    ['no manifest at all', [], 'backup.damaged'],
    [
      'files with paths',
      { files: { '../../../etc/passwd': { sha256: '0'.repeat(64), byteSize: 1 } } },
      'backup.damaged',
    ],
  ])('a manifest that says %s is refused', async (_what, change, code) => {
    const { folder, at } = await made();
    const file = join(at, 'manifest.json');
    const content = Array.isArray(change)
      ? change
      : { ...JSON.parse((await readFile(file, 'utf8')).split('\n').slice(1).join('\n')), ...change };
    await rm(file);
    await writeHashedJson(file, content);
    await expect(openBackup(folder)).rejects.toMatchObject({ code });
  });

  test('what lists in a forged backup name reaches no file outside of it', async () => {
    const { folder, at } = await made();
    const names = ['../../../../etc/passwd', `${'a'.repeat(64)}.${'../'.repeat(30)}`, 'x'.repeat(9000)];
    for (const name of names) {
      await forge(at, { key: originalKey(companies[0]!.companyId, originals[0]!.sha256), name });
      await expect(restore(folder)).rejects.toMatchObject({ code: 'backup.damaged' });
    }
    const [object] = await filesBelow(join(folder, 'objects'));
    for (const key of ['../../escape', `${'a'.repeat(36)}/originals/aa/${'a'.repeat(40)}/../../../../../x`]) {
      await forge(at, { key, name: object!.split('/').at(-1)! });
      await expect(restore(folder)).rejects.toMatchObject({ code: 'backup.damaged' });
    }
    await expect(openBackup(folder, { name: '../../x' })).rejects.toMatchObject({
      code: 'backup.no_such_backup',
    });
  });

  test('a backup made with tables this version does not know is refused', async () => {
    await database.asOwner((client) =>
      client.query(
        "insert into public.readout_migrations (name, checksum) values ('9999_later', repeat('0', 64))",
      ),
    );
    const { folder } = await made().finally(() =>
      database.asOwner((client) =>
        client.query("delete from public.readout_migrations where name = '9999_later'"),
      ),
    );
    await expect(restore(folder)).rejects.toMatchObject({ code: 'backup.newer_version' });
  });

  test('two at once: the second is told, and the first is whole', async () => {
    const folder = target();
    const [first, second] = await Promise.allSettled([back(folder), back(folder)]);
    const states = [first, second].map((each) => each.status).sort();
    expect(states).toEqual(['fulfilled', 'rejected']);
    const refused = [first, second].find((each) => each.status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'backup.already_running' });
    expect(await verifyBackup(await openBackup(folder))).toMatchObject({ problems: [] });
  });

  test('broken off among the objects it leaves no backup; the next one goes on with what was copied', async () => {
    const folder = target();
    let asked = 0;
    const breaking: ObjectStore = {
      ...store,
      get: async (key) => {
        if (++asked > 5) throw new Error('the cable was pulled');
        return store.get(key);
      },
    };
    await expect(back(folder, { store: breaking })).rejects.toThrow('the cable was pulled');
    await expect(openBackup(folder)).rejects.toMatchObject({ code: 'backup.none_finished' });
    const copied = (await filesBelow(join(folder, 'objects'))).length;
    expect(copied).toBeGreaterThan(2);
    const made = await back(folder);
    expect(made.newObjects).toBeLessThan(made.objects - copied + 2);
    expect(await readdir(join(folder, 'backups'))).toEqual([made.name]);
    expect(await verifyBackup(await openBackup(folder))).toMatchObject({
      problems: [],
      objects: made.objects,
    });
  });

  test('an original that is erased while the backup runs is no loss, and said to be erased', async () => {
    const folder = target();
    const gone = randomBytes(3000);
    await addCapture(companies[1]!, gone);
    const { companyId, sha256 } = originals.pop()!;
    const erasing: ObjectStore = {
      ...store,
      get: async (key) => {
        if (key === originalKey(companyId, sha256)) {
          await store.delete(key);
          await database.asOwner(async (client) => {
            await client.query('delete from app.captures where sha256 = $1', [sha256]);
            await client.query('delete from app.objects where sha256 = $1', [sha256]);
          });
        }
        return store.get(key);
      },
    };
    expect(await back(folder, { store: erasing })).toMatchObject({
      missing: [],
      erased: [originalKey(companyId, sha256)],
    });
    await restore(folder);
  });
});

test('every table is in a backup or left out for a reason, and none names transactions of one server', async () => {
  await database.asOwner(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('app', 'auth', 'platform')",
    );
    const names = tables.map(({ name }) => name);
    expect(Object.keys(leftOut).filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(replaced).filter((name) => !names.includes(name))).toEqual([]);
    const taken = (await listTables(client)).map(({ schema, name }) => `${schema}.${name}`);
    expect([...taken, ...Object.keys(leftOut)].sort()).toEqual(names.sort());
    const { rows: bound } = await client.query<{ name: string }>(
      `select distinct table_schema || '.' || table_name as name from information_schema.columns
       where udt_name in ('xid', 'xid8', 'pg_snapshot', 'txid_snapshot', 'oid', 'regclass') and table_schema in ('app', 'auth', 'platform')`,
    );
    expect(bound.map(({ name }) => name).filter((name) => taken.includes(name))).toEqual([]);
    const { rows: keys } = await client.query<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
    );
    // A row that names one of a table that is left out could not be restored.
    expect(keys.filter(({ from, to }) => to in leftOut && !(from in leftOut))).toEqual([]);
  });
});

/** Puts a list of one object into a backup that is not encrypted, with hashes that fit. */
async function forge(at: string, entry: { key: string; name: string }): Promise<void> {
  const file = join(at, 'manifest.json');
  const manifest = JSON.parse((await readFile(file, 'utf8')).split('\n').slice(1).join('\n'));
  const write = async (name: string, text: string) => {
    const bytes = zstdCompressSync(Buffer.from(text));
    await writeFile(join(at, name), bytes);
    manifest.files[name] = {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      byteSize: bytes.length,
    };
  };
  await write('keys.zst', `${JSON.stringify(entry)}\n`);
  await write('objects.zst', `${entry.name}\n`);
  manifest.objects.count = 1;
  await rm(file);
  await writeHashedJson(file, manifest);
}
