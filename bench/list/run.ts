// cspell:ignore hornbach hornbech invoyce shopnumber zimmermenn
/**
 * The workspace's list of 50 captures, rendered on the server with sign-in and database: out of 100,000 against out of
 * 1,000, and against the same React page rendered from constants by a bare Hono and React Router server. Taken in turns.
 * Then how long the API takes for 50 rows of 100,000, in each order and far down, and for a word with a wrong letter.
 */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { captureSorts } from '@readout/domain/captures/rules';
import autocannon from 'autocannon';
import { UNSAFE_decodeViaTurboStream as decodeViaTurboStream } from 'react-router';
import { cpuMsOf, createSpawnedServer } from '../../apps/web/server/testing/spawned-server.ts';
import { startDatabase } from '../database.ts';
import { writeResults } from '../results-file.ts';
import { seedCaptures } from '../seed-captures.ts';

const seconds = Number(process.argv[2] ?? 8);
const rounds = 3;
const connections = 20;
const buildEntry = pathToFileURL(
  fileURLToPath(new URL('../../apps/web/build/server/index.js', import.meta.url)),
).href;

const { folder, address, url, stop } = await startDatabase('list');
const readout = await createSpawnedServer({
  DATABASE_URL: url,
  READOUT_ROLE: 'web',
  NODE_ENV: 'production',
  READOUT_LOG_LEVEL: 'error',
});
const children: ReturnType<typeof spawn>[] = [];
try {
  await readout.start();
  const cookie = await readout.signUp();
  const session = (await (
    await fetch(`${readout.url}/api/auth/get-session`, { headers: { cookie } })
  ).json()) as { company: { id: string }; user: { id: string } };

  const seed = (first: number, last: number) =>
    seedCaptures(address, { companyId: session.company.id, userId: session.user.id }, first, last);

  const load = async (url: string, headers: Record<string, string>, cpuMs: () => number) => {
    const before = cpuMs();
    const result = await autocannon({ url, connections, duration: seconds, headers });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} errors`);
    return {
      perSecond: result.requests.average,
      cpuMsPerPage: (cpuMs() - before) / Math.max(1, result.requests.total),
      p95: result.latency.p97_5,
      p90: result.latency.p90,
    };
  };
  /** The 95th percentile, which autocannon does not report, lies between these two; the higher one is kept. */
  const page = `${readout.url}/app`;

  await seed(1, 1_000);
  const check = await fetch(page, { headers: { cookie } });
  const html = await check.text();
  const listed = html.match(/receipt-\d+\.jpg/g)?.length ?? 0;
  if (check.status !== 200 || !/Shop number/.test(html))
    throw new Error(`The page does not show the list: ${check.status}, ${listed}`);
  await load(page, { cookie }, readout.cpuMs);
  const small: Awaited<ReturnType<typeof load>>[] = [];
  for (let round = 0; round < rounds; round++) small.push(await load(page, { cookie }, readout.cpuMs));
  await seed(1_001, 100_000);

  const data = await fetch(`${readout.url}/app.data`, { headers: { cookie } });
  const decoded = await decodeViaTurboStream(data.body!, globalThis as never);
  const value = (await decoded.value) as Record<string, { data: unknown }>;
  const constants = Object.fromEntries(Object.entries(value).map(([id, result]) => [id, result.data]));
  const file = join(folder, 'constants.json');
  await writeFile(file, JSON.stringify(constants));
  const bare = spawn(
    process.execPath,
    [fileURLToPath(new URL('./bare-server.ts', import.meta.url)), file, buildEntry],
    {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(bare);
  const barePort = await new Promise<number>((resolve) =>
    bare.stdout!.once('data', (text) => resolve(Number(String(text).trim()))),
  );
  const bareCpuMs = () => cpuMsOf(bare.pid!);
  const barePage = `http://127.0.0.1:${barePort}/app`;
  const bareHtml = await (await fetch(barePage)).text();
  if (!/Shop number/.test(bareHtml)) throw new Error('The bare page does not show the list.');
  await load(page, { cookie }, readout.cpuMs);
  await load(barePage, {}, bareCpuMs);
  const large: typeof small = [];
  const constant: typeof small = [];
  for (let round = 0; round < rounds; round++) {
    constant.push(await load(barePage, {}, bareCpuMs));
    large.push(await load(page, { cookie }, readout.cpuMs));
    await delay(200);
  }
  /** Median of a request's time in milliseconds, one after the other. */
  const timeOf = async (path: string): Promise<{ ms: number; next: string | undefined; items: number }> => {
    const times: number[] = [];
    let answer: { nextCursor?: string; items: unknown[] } = { items: [] };
    for (let round = 0; round < 9; round++) {
      const from = performance.now();
      const response = await fetch(`${readout.url}/api/v1/captures?limit=50&${path}`, {
        headers: { cookie },
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      answer = (await response.json()) as typeof answer;
      times.push(performance.now() - from);
    }
    return { ms: times.sort((a, b) => a - b)[4]!, next: answer.nextCursor, items: answer.items.length };
  };
  const asked: { what: string; ms: number; farMs?: number; items: number }[] = [];
  for (const sort of captureSorts) {
    const first = await timeOf(`sort=${sort}`);
    let cursor = first.next;
    for (let page = 0; page < 100 && cursor; page++) {
      const response = await fetch(
        `${readout.url}/api/v1/captures?limit=200&sort=${sort}&cursor=${encodeURIComponent(cursor)}`,
        { headers: { cookie } },
      );
      cursor = ((await response.json()) as { nextCursor?: string }).nextCursor;
    }
    const far = await timeOf(`sort=${sort}&cursor=${encodeURIComponent(cursor!)}`);
    asked.push({ what: `by \`${sort}\``, ms: first.ms, farMs: far.ms, items: first.items });
  }
  for (const q of [
    'zimmermann',
    'zimmermenn',
    'hornbach',
    'hornbech',
    'invoice',
    'invoyce',
    'invoice hornbech street',
  ])
    asked.push({ what: `search for \`${q}\``, ...(await timeOf(`q=${encodeURIComponent(q)}`)) });

  const mean = (runs: typeof small, key: 'perSecond' | 'p95' | 'cpuMsPerPage') =>
    runs.reduce((sum, run) => sum + run[key], 0) / runs.length;
  const best = (runs: typeof small) => Math.max(...runs.map((run) => run.perSecond));
  const share = mean(large, 'perSecond') / mean(constant, 'perSecond');
  const growth = best(large) / best(small);
  const row = (name: string, runs: typeof small) =>
    `| ${name} | ${mean(runs, 'perSecond').toFixed(0)} | ${mean(runs, 'p95').toFixed(0)} ms | ${mean(runs, 'cpuMsPerPage').toFixed(1)} ms |`;
  await writeResults(
    'list',
    'List of 50 captures, rendered on the server',
    {
      connections,
      secondsEach: seconds,
      bytes: html.length,
      bareBytes: bareHtml.length,
      of100000: large,
      of1000: small,
      bare: constant,
      asked,
      shareOfBare: Math.round(share * 1000) / 1000,
      speedOf100000Against1000: Math.round(growth * 1000) / 1000,
      targets: { shareOfBare: 0.5, p95Ms: 60, speedOf100000Against1000: 0.9 },
    },
    `| ${connections} connections | pages a second | p97.5 | processor time of the Node process a page |
|---|---|---|---|
${row('the same page from constants: Hono and React Router alone', constant)}
${row('Readout, 50 of 100,000, signed in, from the database', large)}
${row('Readout, 50 of 1,000', small)}

Readout serves ${(share * 100).toFixed(0)}% of the bare server's pages (at least 50%); 100,000 rows at ${(growth * 100).toFixed(0)}% of the speed of 1,000 (at least 90%).

| 50 of 100,000 from the API | median | after 20,000 rows |
|---|---|---|
${asked.map(({ what, ms, farMs }) => `| ${what} | ${ms.toFixed(0)} ms | ${farMs === undefined ? '' : `${farMs.toFixed(0)} ms`} |`).join('\n')}`,
  );
} finally {
  for (const child of children) child.kill();
  await readout.close();
  await stop();
}
process.exit(0);
