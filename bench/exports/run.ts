/**
 * Memory and time of exports in the background: all records of a company with 10,000 of them ten times, then with 100,000
 * once, in every format, by a server as `npm start` runs it. `npm run bench -- exports [records]`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { withOwner } from '@readout/database';
import type { HledgerSettings, ProfileSettings } from '@readout/domain/exports/profiles/rules';
import { createSpawnedServer } from '../../apps/web/server/testing/spawned-server.ts';
import { startDatabase } from '../database.ts';
import { writeResults } from '../results-file.ts';
import { seedCaptures } from '../seed-captures.ts';

const most = Number(process.argv[2] ?? 100_000);
const sizes = [most / 10, most];
/** How much higher memory may go with ten times the records, MB: what a collector leaves lying between its runs. */
const goalMb = 40;

const accounts: HledgerSettings = {
  expenseAccount: 'expenses:all',
  taxAccount: 'assets:tax',
  balanceAccount: 'liabilities:all',
};
const journal: ProfileSettings = {
  type: 'receipt',
  format: 'hledger',
  language: 'en',
  items: 'none',
  columns: [],
  originals: null,
  datev: null,
  hledger: accounts,
};

const { address, url, stop } = await startDatabase('exports');
const readout = await createSpawnedServer({
  DATABASE_URL: url,
  NODE_ENV: 'production',
  READOUT_LOG_LEVEL: 'error',
});

/** Highest resident memory since {@link beginPeak}, MB. */
const peakMb = (): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${readout.pid()}/status`, 'utf8'))?.[1]) / 1024;
/** proc(5): 5 sets the highest back to what is resident now. */
const beginPeak = (): void => writeFileSync(`/proc/${readout.pid()}/clear_refs`, '5');

try {
  await readout.start();
  const cookie = await readout.signUp();
  const session = (await (
    await fetch(`${readout.url}/api/auth/get-session`, { headers: { cookie } })
  ).json()) as { company: { id: string }; user: { id: string } };
  const scope = { companyId: session.company.id, userId: session.user.id };
  const profile = await withOwner(address, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'insert into app.export_profiles (company_id, name, settings, created_by) values ($1, $2, $3, $4) returning id',
      [scope.companyId, 'Journal', JSON.stringify(journal), scope.userId],
    );
    return rows[0]!.id;
  });
  const headers = { cookie, origin: readout.url, 'content-type': 'application/json' };
  const ways: [name: string, asked: object][] = [
    ['CSV', { format: 'csv', records: 'all' }],
    ['XLSX', { format: 'xlsx', records: 'all', language: 'de' }],
    ['JSON', { format: 'json', records: 'all' }],
    ['hledger', { profile, records: 'confirmed', again: true }],
  ];

  interface Written {
    state: string;
    rows: number;
    byteSize: number;
    heldBack: { count: number } | null;
  }
  const exported = async (asked: object) => {
    beginPeak();
    const begun = performance.now();
    const cpu = readout.cpuMs();
    const answer = await fetch(`${readout.url}/api/v1/exports`, {
      method: 'POST',
      headers,
      body: JSON.stringify(asked),
    });
    if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`);
    const { id } = (await answer.json()) as { id: string };
    for (;;) {
      const written = (await (
        await fetch(`${readout.url}/api/v1/exports/${id}`, { headers: { cookie } })
      ).json()) as Written;
      if (written.state === 'failed') throw new Error(JSON.stringify(written));
      if (written.state === 'done') {
        const { rows, byteSize, heldBack } = written;
        return {
          ...{ rows, byteSize, heldBack: heldBack?.count ?? 0, peakMb: peakMb() },
          ...{ ms: performance.now() - begun, cpuMs: readout.cpuMs() - cpu },
        };
      }
      await delay(100);
    }
  };

  const measured: Record<string, Awaited<ReturnType<typeof exported>>[]> = {};
  let seeded = 0;
  for (const size of sizes) {
    await seedCaptures(address, scope, seeded + 1, size);
    seeded = size;
    // What a first export loads is no matter of records.
    if (size === sizes[0]) for (const [, asked] of ways) await exported(asked);
    for (const [name, asked] of ways) {
      // As many records of either size: only how many are in one file differs.
      const times = most / size;
      const runs: Awaited<ReturnType<typeof exported>>[] = [];
      for (let time = 0; time < times; time++) runs.push(await exported(asked));
      const expected = name === 'hledger' ? size - Math.floor(size / 3) : size;
      const wrong = runs.find((run) => run.rows !== expected || run.heldBack > 0);
      if (wrong)
        throw new Error(`${name}: ${wrong.rows} of ${expected} records, ${wrong.heldBack} held back`);
      const highest = { ...runs[0]!, peakMb: Math.max(...runs.map((run) => run.peakMb)) };
      measured[name] = [...(measured[name] ?? []), highest];
    }
  }
  const rows = Object.entries(measured).map(([name, [small, large]]) => ({
    name,
    small: small!,
    large: large!,
    growthMb: large!.peakMb - small!.peakMb,
  }));
  await writeResults(
    'exports',
    'Exports',
    { sizes, goalMb, formats: rows },
    [
      `| format | records | file | time | processor time | highest memory of the server | with ${sizes[0]!.toLocaleString('en')} records, ten times |`,
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
      ...rows.map(
        ({ name, small, large }) =>
          `| ${name} | ${large.rows.toLocaleString('en')} | ${(large.byteSize / 2 ** 20).toFixed(1)} MB | ${(large.ms / 1000).toFixed(1)} s | ${(large.cpuMs / 1000).toFixed(1)} s | ${Math.round(large.peakMb)} MB | ${Math.round(small.peakMb)} MB |`,
      ),
      '',
      `${rows.every(({ growthMb }) => growthMb <= goalMb) ? 'Flat' : 'Not flat'}: with ten times the records memory goes at most ${Math.round(Math.max(...rows.map(({ growthMb }) => growthMb)))} MB higher (goal: ${goalMb} MB).`,
    ].join('\n'),
  );
} finally {
  await readout.close();
  await stop();
}
