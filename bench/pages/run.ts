/**
 * Pages for signed-in people over the seed data (2,000 companies, 20,000 users, 200,000 captures) and over a hundredth of
 * it, in one run: 20 connections at each page, then every query of one visit with its plan.
 *
 * Usage: node scripts/bench.js pages [seconds at each page] [share of the seed, 1 = all]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withOwner } from '@readout/database';
import autocannon from 'autocannon';
import { createSpawnedServer } from '../../apps/web/server/testing/spawned-server.ts';
import { startDatabase } from '../database.ts';
import { writeResults } from '../results-file.ts';

const seconds = Number(process.argv[2] ?? 8);
const share = Number(process.argv[3] ?? 1);
const connections = 20;
const seed = fileURLToPath(new URL('../../scripts/seed.ts', import.meta.url));
const password = 'a pass phrase for the bench';

/** Who opens what; the owner is of the largest company. */
const pages = [
  { address: '/dashboard', as: 'owner' },
  { address: '/app', as: 'owner' },
  { address: '/admin', as: 'platform' },
  { address: '/admin/company', as: 'platform' },
  { address: '/admin/user', as: 'platform' },
] as const;
type Visitor = (typeof pages)[number]['as'];

const targets = { p95Ms: 120, queryMs: 40, growth: 1.2 };

interface Measured {
  p95Ms: number;
  medianMs: number;
  perSecond: number;
  cpuMs: number;
  slowestQuery: { ms: number; text: string; plan: string };
  queries: number;
}

async function measure(size: number): Promise<{ seedSeconds: number; pages: Record<string, Measured> }> {
  const { folder, address, url: database, stop } = await startDatabase('pages');
  const server = await createSpawnedServer({
    DATABASE_URL: database,
    READOUT_ROLE: 'web',
    NODE_ENV: 'production',
    READOUT_LOG_LEVEL: 'error',
    READOUT_SECRET: 'the secret of all the benched servers',
  });
  try {
    const startedAt = performance.now();
    const counts = {
      '--companies': 2000 * size,
      '--users': 20_000 * size,
      '--captures': 200_000 * size,
    };
    const run = spawnSync(
      process.execPath,
      [
        seed,
        ...Object.entries(counts).flatMap(([name, count]) => [name, String(Math.round(count))]),
        '--password',
        password,
      ],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          READOUT_DATA: server.dataFolder,
          DATABASE_URL: database,
          READOUT_SECRET: 'the secret of all the benched servers',
        },
      },
    );
    if (run.status !== 0) throw new Error(`The seed ended with ${run.status}:\n${run.stdout}\n${run.stderr}`);
    const seedSeconds = (performance.now() - startedAt) / 1000;
    await withOwner(address, (client) => client.query('vacuum analyze'));
    await server.start();
    const cookies = await signInAll(server.url, run.stdout);
    const measured: Record<string, Measured> = {};
    for (const { address: page, as } of pages) {
      const headers = { cookie: cookies[as] };
      const check = await fetch(`${server.url}${page}`, { headers, redirect: 'manual' });
      if (check.status !== 200 || !(await check.text()).includes('<h1'))
        throw new Error(`${page} as ${as}: ${check.status} ${check.headers.get('location') ?? ''}`);
      await load(`${server.url}${page}`, headers, 3);
      const before = server.cpuMs();
      const times = await load(`${server.url}${page}`, headers, seconds);
      measured[page] = {
        p95Ms: times[Math.floor(times.length * 0.95)] ?? 0,
        medianMs: times[Math.floor(times.length * 0.5)] ?? 0,
        perSecond: times.length / seconds,
        cpuMs: (server.cpuMs() - before) / times.length,
        slowestQuery: { ms: 0, text: '', plan: '' },
        queries: 0,
      };
    }
    // auto_explain comes with PostgreSQL; connections made from now on write every query with its plan into the log.
    await withOwner(address, async (client) => {
      await client.query("alter database bench set session_preload_libraries = 'auto_explain'");
      await client.query('alter database bench set auto_explain.log_min_duration = 0');
      await client.query('alter database bench set auto_explain.log_analyze = on');
      await client.query('alter database bench set auto_explain.log_timing = off');
      await client.query('alter database bench set auto_explain.log_parameter_max_length = 0');
    });
    await server.kill();
    await server.start();
    const log = path.join(folder, 'postgres', 'postgres.log');
    for (const { address: page, as } of pages) {
      const visit = () =>
        fetch(`${server.url}${page}`, { headers: { cookie: cookies[as] } }).then((r) => r.text());
      // Plans of prepared statements settle, caches fill.
      for (let n = 0; n < 5; n++) await visit();
      const from = statSync(log).size;
      await visit();
      const found = queriesIn(readFileSync(log).subarray(from).toString('utf8'));
      const slowest = found.toSorted((a, b) => b.ms - a.ms)[0];
      const result = measured[page];
      if (result && slowest) Object.assign(result, { slowestQuery: slowest, queries: found.length });
    }
    return { seedSeconds, pages: measured };
  } finally {
    await server.close();
    await stop();
  }
}

/** Answer times in ms, ascending. */
async function load(url: string, headers: Record<string, string>, duration: number): Promise<number[]> {
  const times: number[] = [];
  const instance = autocannon({ url, connections, duration, headers });
  instance.on('response', (_client, status, _bytes, ms) => {
    if (status !== 200) throw new Error(`${url}: ${status}`);
    times.push(ms);
  });
  await instance;
  return times.toSorted((a, b) => a - b);
}

async function signInAll(url: string, seedOutput: string): Promise<Record<Visitor, string>> {
  const emails = { owner: addressIn(seedOutput, 'owner'), platform: addressIn(seedOutput, 'platform') };
  const signIn = async (email: string) => {
    const response = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(`${email}: ${response.status} ${await response.text()}`);
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  };
  return { owner: await signIn(emails.owner), platform: await signIn(emails.platform) };
}

function addressIn(output: string, role: string): string {
  const line = output.split('\n').find((each) => each.includes('@') && each.toLowerCase().includes(role));
  const address = /[\w.+-]+@[\w.-]+/.exec(line ?? '')?.[0];
  if (!address) throw new Error(`The seed names no ${role}:\n${output}`);
  return address;
}

/** Queries auto_explain wrote: duration, text and plan. */
function queriesIn(log: string): Measured['slowestQuery'][] {
  return log.split(/^(?=\d{4}-\d\d-\d\d )/m).flatMap((entry) => {
    const match = /duration: ([\d.]+) ms {2}plan:\s+Query Text: ([\s\S]*?)\n\t([A-Z][\s\S]*)$/.exec(entry);
    return match
      ? [
          {
            ms: Number(match[1]),
            text: (match[2] ?? '').replaceAll(/\s+/g, ' ').trim(),
            plan: (match[3] ?? '').replaceAll(/^\t/gm, '').trim(),
          },
        ]
      : [];
  });
}

const small = await measure(share / 100);
const large = await measure(share);
const row = (page: string) => {
  const [little, much] = [small.pages[page], large.pages[page]];
  if (!little || !much) return '';
  const growth = much.medianMs / little.medianMs;
  return `| \`${page}\` | ${much.p95Ms.toFixed(0)} ms | ${much.perSecond.toFixed(0)} | ${much.cpuMs.toFixed(1)} ms | ${little.p95Ms.toFixed(0)} ms | ${growth.toFixed(2)} | ${much.queries} | ${much.slowestQuery.ms.toFixed(1)} ms |`;
};
await writeResults(
  'pages',
  'Pages for signed-in people',
  { connections, secondsEach: seconds, share, small, large, targets },
  `${(2000 * share).toLocaleString('en')} companies, ${(20_000 * share).toLocaleString('en')} users, ${(200_000 * share).toLocaleString('en')} captures, made in ${large.seedSeconds.toFixed(0)} s; the owner is of the largest company.

| page | p95 at ${connections} connections | pages a second | processor time a page | p95 with a hundredth | median against a hundredth | queries of a visit | slowest query |
|---|---|---|---|---|---|---|---|
${pages.map(({ address }) => row(address)).join('\n')}

Goals: p95 under ${targets.p95Ms} ms, no query over ${targets.queryMs} ms, at most ${targets.growth} times the time with a hundredth.

## Slowest query of each page

${pages
  .map(({ address }) => {
    const { slowestQuery } = large.pages[address] ?? { slowestQuery: { ms: 0, text: '', plan: '' } };
    return `### \`${address}\`: ${slowestQuery.ms.toFixed(1)} ms\n\n\`\`\`\n${slowestQuery.text.slice(0, 600)}\n\n${slowestQuery.plan.split('\n').slice(0, 40).join('\n')}\n\`\`\``;
  })
  .join('\n\n')}`,
);
process.exit(0);
