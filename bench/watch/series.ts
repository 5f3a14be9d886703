/**
 * A watch of 2.5 million samples (a month at one a second) on real PostgreSQL: how long its plot, its list of samples and a
 * batch of new ones take, for each period a page offers.
 */
import { randomUUID } from 'node:crypto';
import { createDatabase, createPool, withOwner } from '@readout/database';
import { createWatch } from '@readout/domain/watches/create-watch';
import { listSamples } from '@readout/domain/watches/list-samples';
import { listWatches } from '@readout/domain/watches/list-watches';
import { readSeries } from '@readout/domain/watches/read-series';
import { saveSamples } from '@readout/domain/watches/save-samples';
import { startPreparedDatabase } from '../database.ts';

/** Milliseconds, over so many calls after a warm-up. */
export interface Timing {
  name: string;
  p50: number;
  p95: number;
  points?: number;
}

const rounds = 60;
const secret = 'a secret of the benchmark, long enough';
type Client = Parameters<Parameters<typeof withOwner>[1]>[0];

/** @param samples - rows before the timed calls */
export async function timeSeries(samples: number): Promise<Timing[]> {
  const { address, stop } = await startPreparedDatabase('watch-series', secret);
  const pool = createPool(address, 'readout_app', secret, { maxConnections: 4 });
  try {
    const [companyId, userId] = [randomUUID(), randomUUID()];
    await withOwner(address, async (client) => {
      await client.query("insert into auth.company (id, name, slug) values ($1, 'Example', 'example')", [
        companyId,
      ]);
      await client.query('insert into app.company_settings (company_id) values ($1)', [companyId]);
      await client.query('insert into auth."user" (id, name, email) values ($1, $2, $3)', [
        userId,
        'Robin Example',
        'robin@example.com',
      ]);
      await client.query("insert into auth.membership (company_id, user_id, role) values ($1, $2, 'owner')", [
        companyId,
        userId,
      ]);
    });
    const scope = { companyId, actor: { userId, name: 'Robin Example', role: 'owner' as const } };
    const deps = { db: createDatabase(pool) };
    const { id: watchId } = await createWatch(deps, {
      scope,
      settings: {
        name: 'Boiler',
        sourceKind: 'screen',
        regionProfileId: null,
        place: { frame: { width: 640, height: 480 }, region: { x: 0, y: 0, width: 100, height: 40 } },
        reads: { kind: 'number', unit: '°C', decimals: 1 },
        intervalMs: 1000,
        low: null,
        high: null,
        maxRate: null,
        ratePerMs: null,
        direction: 'any',
        lostAfter: 5,
        keepDays: null,
      },
    });
    const end = Math.floor(Date.now() / 1000) * 1000;
    await withOwner(address, (client) => fill(client, companyId, watchId, samples, end));
    const to = new Date(end).toISOString();
    const ago = (seconds: number) => new Date(end - seconds * 1000).toISOString();
    const timings: Timing[] = [];
    for (const [name, seconds] of [
      ['plot of 10 minutes', 600],
      ['plot of an hour', 3600],
      ['plot of 6 hours', 6 * 3600],
      ['plot of 24 hours', 86_400],
      ['plot of 7 days', 7 * 86_400],
      ['plot of 30 days', 30 * 86_400],
    ] as const) {
      let points = 0;
      const timing = await time(name, async () => {
        const series = await readSeries(deps, { scope, watchId, from: ago(seconds), to });
        points = series.at.length;
      });
      timings.push({ ...timing, points });
    }
    timings.push(await time('newest 100 samples', () => listSamples(deps, { scope, watchId })));
    timings.push(
      await time('100 doubtful samples', () => listSamples(deps, { scope, watchId, filter: 'doubtful' })),
    );
    timings.push(await time('list of watches', () => listWatches(deps, { scope })));
    let second = 0;
    timings.push(
      await time('intake of 5 samples', () => {
        const taken = Array.from({ length: 5 }, () => ({
          id: randomUUID(),
          takenAt: new Date(end + ++second * 1000).toISOString(),
          value: 60,
          text: '60.0',
          confidence: 0.9,
          isReadable: true,
        }));
        return saveSamples(deps, {
          scope,
          watchId,
          // A minute for each request: what is limited is not what is measured.
          now: new Date(end + second * 60_000),
          batch: { samples: taken, run: { id: randomUUID(), device: 'bench', state: 'running' }, sentAt: to },
        });
      }),
    );
    return timings;
  } finally {
    await pool.end();
    await stop();
  }
}

async function time(name: string, work: () => Promise<unknown>): Promise<Timing> {
  for (let warmUp = 0; warmUp < 5; warmUp++) await work();
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    await work();
    taken.push(performance.now() - from);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0;
  return { name, p50: at(0.5), p95: at(0.95) };
}

/** One sample a second until `end`, a few of them doubtful, with the sums that intake would have made. */
async function fill(
  client: Client,
  companyId: string,
  watchId: string,
  samples: number,
  end: number,
): Promise<void> {
  const values = [companyId, watchId, samples, new Date(end)];
  await client.query(
    `insert into app.watch_samples (company_id, watch_id, id, taken_at, received_at, value, text, confidence, state)
       select $1, $2, gen_random_uuid(), $4::timestamptz - make_interval(secs => n), $4,
         60 + 20 * sin(n / 5000.0), '60.0', 0.9, case when n % 5000 = 0 then 'unreadable' when n % 3000 = 0 then 'implausible' else 'ok' end
       from generate_series(1, $3::int) n`,
    values,
  );
  for (const [step, unit] of [
    [60, 'minute'],
    [3600, 'hour'],
  ])
    await client.query(
      `insert into app.watch_sums (company_id, watch_id, step_s, starts_at, low, high, total, value_count, implausible_count, unreadable_count)
         select $1, $2, $3::int, date_trunc($4, s.taken_at), min(s.value) filter (where s.state = 'ok'),
           max(s.value) filter (where s.state = 'ok'), sum(s.value) filter (where s.state = 'ok'), count(*) filter (where s.state = 'ok'),
           count(*) filter (where s.state = 'implausible'), count(*) filter (where s.state = 'unreadable')
         from app.watch_samples s where s.company_id = $1 and s.watch_id = $2 group by 4`,
      [companyId, watchId, step, unit],
    );
  await client.query('vacuum analyze app.watch_samples');
  await client.query('vacuum analyze app.watch_sums');
}
