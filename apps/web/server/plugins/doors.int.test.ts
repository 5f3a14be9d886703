import type { TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { createDraft } from '@readout/domain/plugins/drafts/create-draft';
import { publishDraft } from '@readout/domain/plugins/drafts/publish-draft';
import { idsOfPages } from '@readout/domain/plugins/rules';
import { unsignedPackage } from '@readout/plugin-kit/package';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { packCarried } from '../testing/carried-plugin.ts';
import { formerPayload } from '../testing/former-package.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { createPluginStore } from './plugin-store.ts';
import { createProgramBuilder } from './program-builder.ts';
import { createStudioMaker } from './studio-maker.ts';

const allIds = Array.from({ length: 40 }, (_, number) => `carried-${number}`);
const leftIds = [...allIds];
const freeId = () => leftIds.pop()!;
let server: TestServer;
let company: TestCompany;
let apiKey: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany();
  const made = await createApiKey(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      apiKey: {
        name: 'Build server',
        scopes: ['plugins:publish'],
        plugins: ['carried', ...idsOfPages, ...allIds].join(),
        role: 'admin',
        days: 30,
      },
    },
  );
  apiKey = made.key;
});

/** The code of the refusal, or `taken`. */
const codeOf = async (answer: Response): Promise<string> =>
  answer.ok ? 'taken' : ((await answer.json()) as { code: string }).code;
const post = async (path: string, who: Record<string, string>, payload: Uint8Array) =>
  codeOf(
    await server.fetch(path, who, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: unsignedPackage(payload),
    }),
  );
const asAdmin = {
  'x-test-session': encodeURIComponent(
    JSON.stringify({
      sessionId: 's',
      user: {
        id: '0199a000-0000-7000-8000-000000000001',
        name: 'Petra',
        email: 'p@x.example',
        role: 'admin',
      },
      company: null,
      role: null,
      companies: [],
    }),
  ),
};
/** Ways in for a package, each with what it made of it. */
const doors: [door: string, enter: (payload: Uint8Array) => Promise<string>][] = [
  ['a key', (payload) => post('/plugin-packages', { authorization: `Bearer ${apiKey}` }, payload)],
  ['the upload', (payload) => post('/plugins', server.as(company), payload)],
  ['the catalogue', (payload) => post('/platform/plugins', asAdmin, payload)],
];
/** A package's manifest and source, written in the studio and published there. */
async function inStudio(payload: Uint8Array): Promise<string> {
  const { manifest, source, readme } = JSON.parse(new TextDecoder().decode(payload));
  const scope = scopeOf(company);
  const db = server.database.app;
  const studio = createStudioMaker();
  const content = { manifestText: JSON.stringify(manifest), source, readme };
  const { id, revision } = await createDraft({ db }, { scope, pluginId: manifest.id, content });
  return publishDraft(
    { db, packages: server.packages, studio },
    { scope, draftId: id, revision, notes: '' },
  ).then(
    () => 'taken',
    (error) => error.code,
  );
}
const storedPrograms = (id: string) =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query(
      `select program from app.plugin_versions where plugin_id = $1
       union all select program from platform.plugin_versions where plugin_id = $1`,
      [id],
    );
    return rows.map(({ program }) => (program as Buffer).subarray(32).toString());
  });

test('one source is one program, whichever door it comes in by and however often', async () => {
  const programs = new Set<string>();
  for (const [door, enter] of [...doors, ['the studio', inStudio] as const]) {
    const id = freeId();
    expect([door, await enter(packCarried({ id, version: '1.0.0' }))]).toEqual([door, 'taken']);
    for (const program of await storedPrograms(id)) programs.add(program);
  }
  expect(programs.size).toBe(1);
});

test('of a package of Readout 0.3 the source runs and not the program in it, at every door', async () => {
  for (const [door, enter] of doors) {
    const [id, former] = [freeId(), { code: 'globalThis.bomb = 1;' }];
    expect([door, await enter(formerPayload(packCarried({ id, version: '1.0.0' }), former))]).toEqual([
      door,
      'taken',
    ]);
    const [program] = await storedPrograms(id);
    expect(program).not.toContain('bomb');
    expect(program).toContain('carried');
  }
});

test.each([
  ['does not compile', 'export default {;', 'package.not_built'],
  ['imports what it may not', "import fs from 'node:fs';\nexport default fs;", 'package.not_built'],
  ['reads a file', "import a from '../../secret.json';\nexport default a;", 'package.not_built'],
  [
    'builds to more than may run',
    `import * as kit from '@readout/plugin-kit';\nexport default { kit, read: () => ['${'x'.repeat(500_000)}'] };`,
    'package.not_built',
  ],
])('a source that %s is refused with the same code at every door', async (_, source, code) => {
  for (const [door, enter] of [...doors, ['the studio', inStudio] as const])
    expect([door, await enter(packCarried({ id: freeId(), version: '1.0.0', source }))]).toEqual([
      door,
      code,
    ]);
});

test('a source that takes its builder years is refused like one that does not compile', async () => {
  const source = `const x = ${'(a='.repeat(25)}1${')=>1'.repeat(25)}`;
  // All have one builder; the studio makes of what is written what the other doors are given.
  for (const enter of [doors[0]![1], inStudio])
    expect(await enter(packCarried({ id: freeId(), version: '1.0.0', source }))).toBe('package.not_built');
});

test('what no package is made of is refused with the same code at every door', async () => {
  const good = packCarried({ id: 'carried', version: '1.0.0' });
  const with_ = (change: (payload: Record<string, unknown>) => void): Uint8Array => {
    const payload = JSON.parse(new TextDecoder().decode(good));
    change(payload);
    return new TextEncoder().encode(JSON.stringify(payload));
  };
  const picture = { mediaType: 'image/png', base64: btoa('no picture') };
  const fixture = {
    expected: { locale: 'en-GB', records: [], today: '2026-01-01' },
    name: 'x',
    picture,
    reading: {
      barcodes: [],
      languages: [],
      lines: [],
      page: { height: 1, number: 1, of: 1, rotation: 0, width: 1 },
    },
    settings: {},
  };
  const cases: [string, Uint8Array, string][] = [
    [
      'a source of 10 MB',
      with_((payload) => Object.assign(payload, { source: ' '.repeat(10e6) })),
      'package.too_large',
    ],
    ['no source', with_((payload) => delete payload.source), 'package.no_source'],
    ['no source, of 0.3', formerPayload(good, { code: 'x', hasSource: false }), 'package.no_source'],
    [
      'a fixture whose picture is not one',
      with_((payload) => Object.assign(payload, { fixtures: [fixture] })),
      'package.malformed',
    ],
  ];
  for (const [what, payload, code] of cases)
    for (const [door, enter] of doors) expect([what, door, await enter(payload)]).toEqual([what, door, code]);
});

test('an id that is another publisher’s in everybody’s catalogue is refused at every door', async () => {
  const id = freeId();
  const other = await server.database.createCompany();
  await server.database.asOwner(async (client) => {
    await client.query(
      "insert into platform.plugins (id, publisher_company_id, publisher_name) values ($1, $2, 'They')",
      [id, other.companyId],
    );
    await client.query(
      `insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256)
       values ($1, '0.1.0', 'published', '{"name": "Theirs"}', '', repeat('a', 64))`,
      [id],
    );
  });
  for (const [door, enter] of doors)
    expect([door, await enter(packCarried({ id, version: '1.0.0' }))]).toEqual([door, 'plugin.id_taken']);
  await expect(inStudio(packCarried({ id, version: '1.0.0' }))).rejects.toMatchObject({
    code: 'plugin.id_taken',
  });
});

test('an id that is a page is refused at every door', async () => {
  for (const id of idsOfPages) {
    for (const [door, enter] of doors)
      expect([door, await enter(packCarried({ id, version: '1.0.0' }))]).toEqual([door, 'plugin.id_taken']);
    await expect(inStudio(packCarried({ id, version: '1.0.0' }))).rejects.toMatchObject({
      code: 'plugin.id_taken',
    });
  }
});

test('a company’s version that was taken in before programs were kept is built once, of its source, and kept then', async () => {
  const id = freeId();
  const ref = { source: 'company', pluginId: id, version: '1.0.0' } as const;
  const [, enter] = doors[0]!;
  await enter(packCarried({ id, version: '1.0.0' }));
  const [built] = await storedPrograms(id);
  await server.database.asOwner((client) =>
    client.query('update app.plugin_versions set program = null where plugin_id = $1', [id]),
  );
  const store = createPluginStore({ db: server.database.app, packages: server.packages });
  expect((await store.load(company.companyId, ref)).code).toBe(built);
  expect(await storedPrograms(id)).toEqual([built]);
});

test('what cannot be built and is asked for again and again is built once', async () => {
  const builder = createProgramBuilder();
  const content = JSON.parse(
    new TextDecoder().decode(packCarried({ version: '1.0.0', source: 'const a = ;' })),
  );
  const build = () => builder.build(content).catch((error: unknown) => error);
  const first = await build();
  expect(first).toMatchObject({ code: 'package.not_built' });
  expect(await build()).toBe(first);
  // At a door it is looked at again: somebody waits for the answer.
  const atDoor = await builder.build(content, company.companyId).catch((error: unknown) => error);
  expect(atDoor).not.toBe(first);
  expect(atDoor).toMatchObject({ code: 'package.not_built' });
});
