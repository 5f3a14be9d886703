import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Server } from './address.ts';
import { withOwner } from './connect.ts';
import { listMigrations, migrate } from './migrate.ts';
import { clusterVariable, testInstallationId } from './test-cluster.ts';

const server = JSON.parse(process.env[clusterVariable] ?? '{}') as Server;
const database = `former_${process.pid}_${Date.now().toString(36)}`;
const inServer = (statement: string) =>
  withOwner({ ...server, database: 'postgres' }, (client) => client.query(statement));
beforeAll(() => inServer(`create database ${database}`));
afterAll(() => inServer(`drop database if exists ${database} with (force)`));

const companyId = randomUUID();
/** As Readout 0.3 packed it. */
const packageOf = (content: { manifest: object; code: string; source?: string }) => {
  const payload = Buffer.from(JSON.stringify({ ...content, format: 1 })).toString('base64');
  return Buffer.from(JSON.stringify({ payload, payloadType: 'x', signatures: [] }));
};
const checked = (status: string) =>
  JSON.stringify({
    status,
    checks: [
      { name: 'manifest', status: 'passed' },
      { name: 'fixtures_browser', status: 'waiting' },
      { name: 'patterns', status: 'warning', findings: [{ where: 'code' }, { where: 'source' }] },
      { name: 'rebuild', status: 'failed' },
    ],
  });

test('what 0.3 has of plugins and keys is kept, checked again where it waits, and may go on with what it could', async () => {
  await withOwner({ ...server, database }, async (client) => {
    const before = listMigrations().filter(({ name }) => name < '0106');
    await migrate(client, testInstallationId, { only: new Set(before.map(({ name }) => name)) });
    await client.query("insert into auth.company (id, name, slug) values ($1, 'Ours', 'ours')", [companyId]);
    await client.query('insert into app.company_settings (company_id) values ($1)', [companyId]);
    await client.query("insert into platform.plugins (id, publisher_name) values ('slip', 'They')");
    for (const [version, state] of [
      ['1.0.0', 'published'],
      ['1.1.0', 'in_review'],
    ])
      await client.query(
        `insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256, checks)
         values ('slip', $1, $2, '{}', $3, repeat($4, 64), $5)`,
        [
          version,
          state,
          packageOf({ manifest: { version }, code: 'x', source: 's' }),
          version![2],
          checked('failed'),
        ],
      );
    await client.query(
      `insert into app.plugin_versions (company_id, plugin_id, version, manifest, package, sha256, made_by, created_by)
       values ($1, 'own', '1.0.0', '{}', $2, repeat('c', 64), 'package', $1)`,
      [companyId, packageOf({ manifest: {}, code: 'another program', source: 's' })],
    );
    for (const [name, scopes] of [
      ['publishes', '{plugins:publish}'],
      ['reads', '{captures:read}'],
    ])
      await client.query(
        `insert into app.api_keys (company_id, name, secret_hash, prefix, role, scopes, created_by, expires_at)
         values ($1, $2::text, encode(sha256(convert_to($2::text, 'UTF8')), 'hex'), 'readout_xxxx', 'admin', $3, $1, now() + interval '1 day')`,
        [companyId, name, scopes],
      );
    await migrate(client, testInstallationId);

    const versions = await client.query(
      'select state, checks, program, program_sha256 from platform.plugin_versions order by version',
    );
    const own = await client.query('select program, program_sha256 from app.plugin_versions');
    expect(versions.rows).toMatchObject([
      {
        state: 'published',
        program: null,
        checks: {
          status: 'failed',
          checks: [{ name: 'manifest' }, { name: 'patterns', findings: [{ where: 'source' }] }],
        },
      },
      { state: 'in_review', program: null, checks: null },
    ]);
    expect(versions.rows[0].checks.checks).toHaveLength(2);
    // The same source is the same program to a block, whatever program each package carries.
    expect(own.rows).toEqual([{ program: null, program_sha256: versions.rows[0].program_sha256 }]);
    const keys = await client.query('select name, scopes, plugin_ids from app.api_keys order by name');
    expect(keys.rows).toEqual([
      { name: 'publishes', scopes: ['plugins:publish', 'plugins:use'], plugin_ids: ['own'] },
      { name: 'reads', scopes: ['captures:read'], plugin_ids: [] },
    ]);
  });
});
