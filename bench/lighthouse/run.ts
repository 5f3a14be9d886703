/**
 * Lighthouse's mobile preset (a slow phone on a slow network, simulated) over the public pages and, signed in, over the
 * pages of members, on the built server with a few captures:
 *
 *     npm run bench -- lighthouse [--runs 3] [--url http://localhost:3000] [--only /,/tos] [--reports FOLDER]
 *
 * Needs a Chromium (`CHROMIUM_PATH`, else /usr/bin/chromium). Ends with 1 where a page is below its target.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { createSpawnedServer } from '../../apps/web/server/testing/spawned-server.ts';
import { writeResults } from '../results-file.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    url: { type: 'string' },
    only: { type: 'string' },
    reports: { type: 'string' },
  },
});
const runs = Math.max(1, Number(options.runs));

interface Target {
  path: string;
  isSignedIn: boolean;
  /** Search engines are asked to leave the others out, which Lighthouse would count against them. */
  isIndexed: boolean;
  atLeast: number;
}
const target = (address: string, rest: Partial<Target>): Target => ({
  path: address,
  isSignedIn: false,
  isIndexed: false,
  atLeast: 95,
  ...rest,
});
const targets = [
  ...['/', '/changelog', '/privacy-policy', '/tos'].map((address) =>
    target(address, { isIndexed: true, ...(address === '/' ? { atLeast: 98 } : {}) }),
  ),
  ...['/auth/sign-in', '/auth/sign-up', '/auth/error?error=link.expired'].map((address) =>
    target(address, {}),
  ),
  ...['/dashboard', '/app', '/camera', '/desktop', '/settings/account', '/admin', '/admin/company'].map(
    (address) => target(address, { isSignedIn: true, atLeast: 90 }),
  ),
].filter(({ path: address }) => !options.only || options.only.split(',').includes(address));
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Scores = Record<(typeof categories)[number], number>;

/** Of one page: the middle one of several runs, and what was not perfect in it. */
interface Measured {
  target: Target;
  scores: Scores;
  transferKb: number;
  scriptKb: number;
  largestPaintMs: number;
  blockingMs: number;
  /** Audits below 90 in the categories that count. */
  found: string[];
}

const server = options.url ? undefined : await createSpawnedServer({ NODE_ENV: 'production' });
const port = await freePort();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    `--remote-debugging-port=${port}`,
  ],
});
let isGoodEnough = true;
try {
  await server?.start();
  const origin = options.url ?? server!.url;
  const cookie = process.env.READOUT_COOKIE ?? (server ? await server.signUp() : '');
  if (server) await addCaptures(origin, cookie);
  const measured: Measured[] = [];
  for (const each of targets) {
    const rounds: Measured[] = [];
    for (let run = 0; run < runs; run++) rounds.push(await measureAgain(each, origin, cookie));
    rounds.sort((a, b) => a.scores.performance - b.scores.performance);
    const middle = rounds[Math.floor(rounds.length / 2)]!;
    measured.push(middle);
    console.log(each.path, middle.scores, middle.found.join('; '));
  }
  const counted = (each: Measured) =>
    categories.filter((category) => category !== 'seo' || each.target.isIndexed);
  const isMet = (each: Measured) =>
    counted(each).every((category) => each.scores[category] >= each.target.atLeast);
  isGoodEnough = measured.every(isMet);
  const rows = measured.map((each) => {
    const score = (category: (typeof categories)[number]) =>
      counted(each).includes(category) ? String(each.scores[category]) : 'noindex';
    return `| \`${each.target.path}\`${each.target.isSignedIn ? ', signed in' : ''} | ${score('performance')} | ${score('accessibility')} | ${score('best-practices')} | ${score('seo')} | ${each.target.atLeast} | ${each.largestPaintMs} ms | ${each.blockingMs} ms | ${each.scriptKb} kB | ${each.transferKb} kB |`;
  });
  const summary = `Middle of ${runs} run${runs === 1 ? '' : 's'} each. ${
    isGoodEnough
      ? 'Every page reaches its target in every category that counts.'
      : `Below target: ${measured
          .filter((each) => !isMet(each))
          .map((each) => `\`${each.target.path}\``)
          .join(', ')}.`
  }`;
  if (!options.only) {
    await writeResults(
      'lighthouse',
      'Lighthouse, mobile',
      { runs, loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10, pages: measured },
      `| page | performance | accessibility | best practices | SEO | at least | largest paint | blocking | scripts | all bytes |
|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${summary} The machine was busy with ${(loadavg()[0] ?? 0).toFixed(1)} processes on average (of ${availableParallelism()} cores) towards the end; blocking time grows with that, the rest hardly.`,
    );
  } else console.log(`${rows.join('\n')}\n${summary}`);
} finally {
  await browser.close();
  await server?.close();
}
process.exit(isGoodEnough ? 0 : 1);

/** On a busy machine the browser's trace now and then lacks its beginning; that says nothing about the page. */
async function measureAgain(each: Target, origin: string, cookie: string, tries = 3): Promise<Measured> {
  try {
    return await measure(each, origin, cookie);
  } catch (error) {
    if (tries <= 1 || !String(error).includes('recording the trace')) throw error;
    return measureAgain(each, origin, cookie, tries - 1);
  }
}

async function measure(each: Target, origin: string, cookie: string): Promise<Measured> {
  const result = await lighthouse(origin + each.path, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    ...(each.isSignedIn ? { extraHeaders: { cookie } } : {}),
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${each.path}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${each.path}: ${lhr.runtimeError.message}`);
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(origin + each.path).pathname)
    throw new Error(`${each.path} led to ${lhr.finalDisplayedUrl}`);
  if (options.reports) {
    await mkdir(options.reports, { recursive: true });
    const name = `${each.path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'start'}.json`;
    await writeFile(path.join(options.reports, name), JSON.stringify(lhr));
  }
  const scores = Object.fromEntries(
    categories.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
  ) as unknown as Scores;
  const value = (audit: string) => Math.round(lhr.audits[audit]?.numericValue ?? 0);
  const items =
    (lhr.audits['network-requests']?.details as { items?: NetworkItem[] } | undefined)?.items ?? [];
  const kb = (kept: NetworkItem[]) =>
    Math.round(kept.reduce((sum, item) => sum + (item.transferSize ?? 0), 0) / 1000);
  const weighty = categories
    .filter((category) => category !== 'seo' || each.isIndexed)
    .flatMap((category) => lhr.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? []);
  return {
    target: each,
    scores,
    transferKb: kb(items),
    scriptKb: kb(items.filter(({ resourceType }) => resourceType === 'Script')),
    largestPaintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    found: weighty
      .map(({ id }) => lhr.audits[id])
      .filter((audit) => audit && audit.score !== null && audit.score < 0.9)
      .map((audit) => `${audit!.id}${audit!.displayValue ? ` (${audit!.displayValue})` : ''}`),
  };
}

interface NetworkItem {
  resourceType?: string;
  transferSize?: number;
}

/** What a company has in its list soon after it began. */
async function addCaptures(origin: string, cookie: string): Promise<void> {
  const folder = new URL('../../apps/web/app/pages/index/samples/', import.meta.url);
  for (const name of ['receipt-en', 'label', 'product']) {
    const form = new FormData();
    form.append('file', new File([await readFile(new URL(`${name}.webp`, folder))], `${name}.webp`));
    const answer = await fetch(`${origin}/api/v1/captures`, {
      method: 'POST',
      headers: { cookie },
      body: form,
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  }
  const until = performance.now() + 60_000;
  for (;;) {
    const list = await (await fetch(`${origin}/api/v1/captures`, { headers: { cookie } })).text();
    if (!/"state":\s*"(received|reading)"/.test(list)) return;
    if (performance.now() > until) throw new Error('The captures were not read within a minute.');
    await new Promise((done) => setTimeout(done, 300));
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port: free } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return free;
}
