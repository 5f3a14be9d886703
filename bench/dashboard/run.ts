/**
 * /dashboard of a company with 20,000 captures and 30,000 records against one with a hundredth of that, both of the last
 * 90 days, in one database; and how PostgreSQL answers each of its queries (results/dashboard-plans.md).
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createDatabase, createPool, prepareDatabase, withOwner } from '@readout/database';
import { companyOverview } from '@readout/domain/dashboard/company-overview';
import { createPluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import autocannon from 'autocannon';
import { createSpawnedServer } from '../../apps/web/server/testing/spawned-server.ts';
import { startDatabase } from '../database.ts';
import { writeResults } from '../results-file.ts';

const seconds = Number(process.argv[2] ?? 6);
const rounds = 3;
const connections = 20;
const spans = [30, 90];
const secret = 'a secret of the benchmark, long enough';

const { address, url, stop } = await startDatabase('dashboard');
const readout = await createSpawnedServer({
  DATABASE_URL: url,
  READOUT_SECRET: secret,
  READOUT_ROLE: 'web',
  NODE_ENV: 'production',
  READOUT_LOG_LEVEL: 'error',
});

interface Member {
  cookie: string;
  company: { id: string };
  user: { id: string; name: string };
}

const join_ = async (): Promise<Member> => {
  const cookie = await readout.signUp();
  const answer = await fetch(`${readout.url}/api/auth/get-session`, { headers: { cookie } });
  return { cookie, ...((await answer.json()) as Omit<Member, 'cookie'>) };
};

/** Captures of 90 days, one and a half records each, of three readers; seven of ten confirmed, some corrected. */
const seed = (member: Member, captures: number) =>
  withOwner(address, async (client) => {
    const values = [member.company.id, member.user.id, captures];
    await client.query(
      `insert into app.objects (company_id, sha256, byte_size, media_type)
       select $1::uuid, encode(sha256(n::text::bytea), 'hex'), 300000, 'image/jpeg' from generate_series(1, $3::int) n where $2::uuid is not null`,
      values,
    );
    await client.query('alter table app.captures disable trigger captures_change');
    await client.query(
      `insert into app.captures (company_id, id, document_id, state, source, sha256, file_name, media_type, byte_size, width, height, title,
         record_count, review_count, created_by, created_at, read_at)
       select $1::uuid, i.id, i.id, case when n % 50 = 0 then 'failed' else 'read' end, 'upload', encode(sha256(n::text::bytea), 'hex'),
         'receipt-' || n || '.jpg', 'image/jpeg', 300000, 900, 1600, 'Shop number ' || n % 977,
         1 + n % 2, (n % 10 >= 8)::int, $2::uuid, i.at, i.at + interval '5 seconds'
       from generate_series(1, $3::int) n,
         lateral (select md5($1::uuid::text || n)::uuid as id, now() - make_interval(secs => n * 90.0 * 86400 / $3::int) as at) i`,
      values,
    );
    await client.query('alter table app.captures enable trigger captures_change');
    await client.query(
      `insert into app.records (company_id, capture_id, reading_id, plugin_id, plugin_version, type, position, state, confidence, fields,
         original_fields, confirmed_at, created_at)
       select $1::uuid, md5($1::uuid::text || n)::uuid, $2::uuid, p.plugin, '1.0.0', p.plugin, k,
         case when n % 10 >= 8 then 'needs_review' when n % 10 = 7 then 'rejected' else 'confirmed' end,
         0.3 + (n * 7 + k) % 70 / 100.0, f, f,
         case when n % 10 < 7 then now() - make_interval(secs => n * 90.0 * 86400 / $3::int) + make_interval(secs => 60 + n % 5000) end,
         now() - make_interval(secs => n * 90.0 * 86400 / $3::int)
       from generate_series(1, $3::int) n, generate_series(0, n % 2) k,
         lateral (select (array['receipt', 'barcode', 'shipping-label'])[1 + (n + k) % 3] as plugin) p,
         lateral (select jsonb_build_object(
           'merchant', jsonb_build_object('value', 'Shop number ' || n % 977, 'raw', 'SHOP', 'confidence', 0.9, 'evidence', '[]'::jsonb, 'checks', '[]'::jsonb)
             || case when n % 13 = 0 then '{"edited": true}'::jsonb else '{}'::jsonb end,
           'date', jsonb_build_object('value', '2026-03-05', 'raw', '5.3.26', 'confidence', 0.9, 'evidence', '[]'::jsonb, 'checks', '[]'::jsonb),
           'total', jsonb_build_object('value', n % 5000 || '.50', 'raw', '12,50', 'confidence', 0.9, 'evidence', '[]'::jsonb, 'checks', '[]'::jsonb)
             || case when n % 7 = 0 then '{"edited": true}'::jsonb else '{}'::jsonb end) as f) r`,
      values,
    );
    // What waited and was reviewed.
    await client.query(
      `insert into app.review_stretches (company_id, document_id, created_by, began_at, ended_at)
       select c.company_id, c.id, c.created_by, c.read_at, max(r.confirmed_at)
       from app.captures c join app.records r on r.company_id = c.company_id and r.capture_id = c.id
       where c.company_id = $1 and r.confirmed_at is not null group by c.company_id, c.id`,
      [member.company.id],
    );
  });

const load = async (url: string, cookie: string) => {
  const before = readout.cpuMs();
  const result = await autocannon({ url, connections, duration: seconds, headers: { cookie } });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were no success, ${result.errors} errors`);
  return {
    perSecond: result.requests.average,
    cpuMsPerPage: (readout.cpuMs() - before) / Math.max(1, result.requests.total),
    p95: result.latency.p97_5,
  };
};

type Measured = Awaited<ReturnType<typeof load>>;

/** Every query of the overview with its time, and its plan. */
async function queriesOf(member: Member, days: number) {
  const pool = createPool(await prepareDatabase(address, secret), 'readout_app', secret, {
    maxConnections: 1,
  });
  const seen: { text: string; values: unknown[]; ms: number }[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    client.query = (async (...given: [unknown, unknown[]?]) => {
      const text = typeof given[0] === 'string' ? given[0] : String((given[0] as { text?: unknown })?.text);
      const startedAt = performance.now();
      const result = await query(...given);
      seen.push({ text, values: given[1] ?? [], ms: performance.now() - startedAt });
      return result;
    }) as typeof client.query;
  });
  const db = createDatabase(pool);
  const scope = {
    companyId: member.company.id,
    actor: { userId: member.user.id, name: member.user.name, role: 'owner' as const },
  };
  const run = async () => {
    seen.length = 0;
    await companyOverview(
      { db, plugins: createPluginCatalogue() },
      { scope, days, timeZone: 'Europe/Berlin' },
    );
    return seen.filter(({ text }) => /\bapp\./.test(text) && !/set_config/.test(text));
  };
  // The quietest of a few tries: what else the machine does is not the query's time.
  const longest = (queries: typeof seen): number => Math.max(...queries.map(({ ms }) => ms));
  let cold: typeof seen = [];
  let warm: typeof seen = [];
  let coldMax = Number.POSITIVE_INFINITY;
  let warmMax = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5; attempt++) {
    await withOwner(address, (client) => client.query('delete from app.dashboard_days'));
    cold = [...(await run())];
    coldMax = Math.min(coldMax, longest(cold));
    warm = [...(await run())];
    warmMax = Math.min(warmMax, longest(warm));
  }
  const explain = async ({ text, values }: (typeof seen)[number]): Promise<string[]> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('readout.company_id', $1, true)", [member.company.id]);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers off, costs off) ${text}`,
        values,
      );
      return rows.map((row) => row['QUERY PLAN']);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const plans: { sql: string; plan: string; ms: number }[] = [];
  for (const query of [...cold.filter((each) => /with days as/.test(each.text)).slice(0, 1), ...warm]) {
    if (!/^\s*(with|select)/i.test(query.text)) continue;
    const plan = await explain(query);
    plans.push({
      sql: query.text.replaceAll(/\s+/g, ' ').trim(),
      plan: plan.join('\n'),
      ms: Number(/Execution Time: ([\d.]+)/.exec(plan.join('\n'))?.[1] ?? 0),
    });
  }
  await db.destroy();
  return { coldMax, warmMax, plans };
}

try {
  await readout.start();
  const small = await join_();
  const large = await join_();
  await seed(small, 200);
  await seed(large, 20_000);
  await withOwner(address, (client) => client.query('vacuum analyze'));
  const queries = new Map<number, Awaited<ReturnType<typeof queriesOf>>>();
  for (const span of spans) queries.set(span, await queriesOf(large, span));

  const results: Record<string, { small: Measured[]; large: Measured[] }> = {};
  for (const span of spans) {
    const url = `${readout.url}/dashboard?days=${span}`;
    const html = await (await fetch(url, { headers: { cookie: large.cookie } })).text();
    if (!/Captures by day/.test(html)) throw new Error(`The page is no dashboard: ${html.slice(0, 1500)}`);
    const runs: (typeof results)[string] = { small: [], large: [] };
    results[span] = runs;
    await load(url, small.cookie);
    await load(url, large.cookie);
    for (let round = 0; round < rounds; round++) {
      runs.small.push(await load(url, small.cookie));
      runs.large.push(await load(url, large.cookie));
    }
  }
  const mean = (
    runs: { perSecond: number; p95: number; cpuMsPerPage: number }[],
    key: 'perSecond' | 'p95' | 'cpuMsPerPage',
  ) => runs.reduce((sum, run) => sum + run[key], 0) / runs.length;
  const rows = spans.map((span) => {
    const { small: s, large: l } = results[span]!;
    const { coldMax, warmMax } = queries.get(span)!;
    return `| ${span} days | ${mean(s, 'p95').toFixed(0)} ms | ${mean(l, 'p95').toFixed(0)} ms | ${(mean(s, 'perSecond') / mean(l, 'perSecond')).toFixed(2)} | ${warmMax.toFixed(1)} ms | ${coldMax.toFixed(1)} ms |`;
  });
  await writeResults(
    'dashboard',
    'Dashboard, rendered on the server',
    {
      connections,
      secondsEach: seconds,
      results,
      longestQueryMs: Object.fromEntries(
        [...queries].map(([span, { coldMax, warmMax }]) => [span, { coldMax, warmMax }]),
      ),
      targets: { p95Ms: 120, timeAgainstAHundredth: 1.2, queryMs: 40 },
    },
    `${connections} connections; a company with 20,000 captures and 30,000 records of 90 days against one with a hundredth.

| period | p97.5, 200 captures | p97.5, 20,000 captures | time against a hundredth | longest query | longest query, nothing kept yet |
|---|---|---|---|---|---|
${rows.join('\n')}

At most 120 ms, 1.2 times, 40 ms.`,
  );
  const { plans } = queries.get(90)!;
  await writeFile(
    fileURLToPath(new URL('../results/dashboard-plans.md', import.meta.url)),
    `# Plans of the dashboard's queries

Company with 20,000 captures and 30,000 records of 90 days, 90 days asked for. The first counts five days of which nothing is
kept yet; once a day is over its sums are kept in \`app.dashboard_days\` and the second query reads them.

${plans.map(({ sql: text, plan, ms }) => `## ${ms.toFixed(1)} ms\n\n\`${text.length > 220 ? `${text.slice(0, 220)}…` : text}\`\n\n\`\`\`\n${shortened(plan)}\n\`\`\``).join('\n\n')}
`,
  );
} finally {
  await readout.close();
  await stop();
}
process.exit(0);

/** The nodes of a plan without their details. */
function shortened(plan: string): string {
  return plan
    .split('\n')
    .filter((line) => /->|^\S.*\(actual|Execution Time|CTE|Index Cond/.test(line))
    .map((line) => (line.length > 160 ? `${line.slice(0, 160)}…` : line))
    .slice(0, 40)
    .join('\n');
}
