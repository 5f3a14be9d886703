// cspell:ignore Ordnung Zeitpunkt
import { createHash, randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inScope } from '../in-scope.ts';
import { listMyNotifications } from '../notifications/list-my-notifications.ts';
import { scopeOf } from '../testing/arrange.ts';
import { acknowledgeAlarm } from './acknowledge-alarm.ts';
import { confirmSample } from './confirm-sample.ts';
import { createWatch } from './create-watch.ts';
import { exportSamples } from './export-samples.ts';
import { findWatchPicture } from './find-watch-picture.ts';
import { getWatch } from './get-watch.ts';
import { listAlarms } from './list-alarms.ts';
import { listSamples } from './list-samples.ts';
import { listWatches } from './list-watches.ts';
import { purgeWatches } from './purge-watches.ts';
import { readSeries } from './read-series.ts';
import { rejectSample } from './reject-sample.ts';
import type { WatchSettings } from './rules.ts';
import { type NewSample, type SampleBatch, saveSamples } from './save-samples.ts';
import { setWatchState } from './set-watch-state.ts';
import { tellOfSilentWatches } from './tell-of-silent-watches.ts';
import { trashWatch } from './trash-watch.ts';
import { updateWatch } from './update-watch.ts';

let database: TestDatabase;
let company: TestCompany;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['reviewer'] });
});

const nine = Date.UTC(2026, 10, 21, 9, 0);
const at = (seconds: number) => new Date(nine + seconds * 1000).toISOString();
const settings: WatchSettings = {
  name: 'Boiler',
  sourceKind: 'screen',
  regionProfileId: null,
  place: { frame: { width: 640, height: 480 }, region: { x: 10, y: 20, width: 120, height: 40 } },
  reads: { kind: 'number', unit: 'kWh', decimals: 1 },
  intervalMs: 1000,
  low: null,
  high: null,
  maxRate: null,
  ratePerMs: null,
  direction: 'any',
  lostAfter: 3,
  keepDays: null,
};
const deps = () => ({ db: database.app, platform: database.platform });
const scope = () => scopeOf(company);
const make = async (more: Partial<WatchSettings> = {}) =>
  (await createWatch(deps(), { scope: scope(), settings: { ...settings, ...more } })).id;
const sample = (seconds: number, value: number | null, more: Partial<NewSample> = {}): NewSample => ({
  id: randomUUID(),
  takenAt: at(seconds),
  value,
  text: value === null ? null : value.toFixed(1),
  confidence: 0.9,
  isReadable: value !== null,
  ...more,
});
const send = (watchId: string, samples: NewSample[], more: Partial<SampleBatch> = {}, now = new Date(nine)) =>
  saveSamples(deps(), {
    scope: scope(),
    watchId,
    batch: { samples, run: { id: randomUUID(), device: 'Test', state: 'running' }, sentAt: at(0), ...more },
    now,
  });
const list = async (watchId: string) => (await listSamples(deps(), { scope: scope(), watchId })).items;
const states = async (watchId: string) =>
  (await list(watchId)).toReversed().map(({ value, state }) => `${value} ${state}`);

describe('samples', () => {
  test('arrive once, however often and in whatever company of others they are sent', async () => {
    const watchId = await make();
    const [a, b, c] = [sample(0, 1), sample(1, 2), sample(2, 3)];
    expect(await send(watchId, [a, b])).toMatchObject({ added: 2, clockSkewMs: 0 });
    expect(await send(watchId, [b, c, a])).toMatchObject({ added: 1 });
    expect(await states(watchId)).toEqual(['1 ok', '2 ok', '3 ok']);
    expect(await getWatch(deps(), { scope: scope(), watchId })).toMatchObject({
      last: { value: 3, text: '3.0' },
      run: { device: 'Test', state: 'running' },
    });
  });

  test('sent at the same time from two tabs are there once', async () => {
    const watchId = await make();
    const samples = Array.from({ length: 200 }, (_, second) => sample(second, second));
    const answers = await Promise.all([
      send(watchId, samples),
      send(watchId, samples),
      send(watchId, samples),
    ]);
    expect(answers.map(({ added }) => added).sort()).toEqual([0, 0, 200]);
    const series = await readSeries(deps(), {
      scope: scope(),
      watchId,
      from: at(0),
      to: at(86_400),
      points: 100,
    });
    expect([Math.min(...(series.low as number[])), Math.max(...(series.high as number[]))]).toEqual([0, 199]);
  });

  test('what is not a sample is refused with all that came with it', async () => {
    const watchId = await make();
    const good = sample(0, 1);
    for (const bad of [
      sample(1, 2, { id: 'no uuid' }),
      sample(1, 2, { takenAt: 'yesterday' }),
      sample(3 * 86_400, 2),
      sample(1, 2, { confidence: 2 }),
      sample(1, Number.POSITIVE_INFINITY),
      sample(1, null, { isReadable: true }),
    ])
      await expect(send(watchId, [good, bad])).rejects.toMatchObject({ code: 'watch.bad_samples' });
    await expect(
      send(
        watchId,
        Array.from({ length: 501 }, (_, second) => sample(second, 1)),
      ),
    ).rejects.toMatchObject({ code: 'watch.too_many_samples' });
    expect(await list(watchId)).toEqual([]);
  });

  test('a watch of another company, or in the trash, takes none', async () => {
    const theirs = await database.createCompany();
    const { id } = await createWatch(deps(), { scope: scopeOf(theirs), settings });
    await expect(send(id, [sample(0, 1)])).rejects.toMatchObject({ code: 'watch.not_found' });
    const mine = await make();
    await trashWatch(deps(), { scope: scope(), watchId: mine });
    await expect(send(mine, [sample(0, 1)])).rejects.toMatchObject({ code: 'watch.not_found' });
  });

  test('a device whose clock is wrong is told by how much, and its times stay as it says', async () => {
    const watchId = await make();
    expect(await send(watchId, [sample(-120, 1)], { sentAt: at(-120) })).toMatchObject({
      clockSkewMs: 120_000,
    });
    expect((await list(watchId))[0]).toMatchObject({ takenAt: at(-120) });
    expect((await getWatch(deps(), { scope: scope(), watchId })).run?.clockSkewMs).toBe(120_000);
  });

  test('a device that sends without end is asked to wait, by every server alike', async () => {
    const watchId = await make();
    for (let request = 0; request < 240; request++) await send(watchId, []);
    await expect(send(watchId, [])).rejects.toMatchObject({
      code: 'watch.too_many_requests',
      detail: { retryAfterSeconds: 60 },
    });
    await expect(send(watchId, [], {}, new Date(nine + 60_000))).resolves.toBeDefined();
  });
});

describe('plausibility', () => {
  const meter = { maxRate: 5, ratePerMs: 3_600_000, direction: 'up' } as const;

  test('is measured against what was confirmed, never against what was merely read', async () => {
    const watchId = await make(meter);
    const first = sample(0, 12_841);
    // Nothing is confirmed yet: nothing is doubted.
    await send(watchId, [first, sample(10, 99_999)]);
    await confirmSample(deps(), { scope: scope(), watchId, sampleId: first.id });
    expect(await states(watchId)).toEqual(['12841 confirmed', '99999 implausible']);
    await send(watchId, [sample(20, 12_845.3), sample(30, 12_841), sample(40, 12_840)]);
    expect(await states(watchId)).toEqual([
      '12841 confirmed',
      '99999 implausible',
      '12845.3 implausible',
      '12841 ok',
      '12840 implausible',
    ]);
    const [less, , more] = await list(watchId);
    expect(less?.implausible).toMatchObject({
      rule: 'direction',
      confirmed: { value: 12_841, by: company.owner.name },
    });
    expect(more?.implausible).toMatchObject({ rule: 'rate', elapsedMs: 20_000, maxRate: 5 });
    // An hour later the same value can be.
    await send(watchId, [sample(3600, 12_845.3)]);
    expect((await states(watchId)).at(-1)).toBe('12845.3 ok');
  });

  test('a person overrides it with a reason, and what follows is measured against that', async () => {
    const watchId = await make(meter);
    const [first, odd] = [sample(0, 100), sample(60, 500)];
    await send(watchId, [first, odd, sample(70, 500.1), sample(80, 101)]);
    await confirmSample(deps(), { scope: scope(), watchId, sampleId: first.id });
    expect(await states(watchId)).toEqual([
      '100 confirmed',
      '500 implausible',
      '500.1 implausible',
      '101 implausible',
    ]);
    await expect(confirmSample(deps(), { scope: scope(), watchId, sampleId: odd.id })).rejects.toMatchObject({
      code: 'watch.reason_needed',
    });
    await confirmSample(deps(), {
      scope: scope(),
      watchId,
      sampleId: odd.id,
      reason: 'The meter was changed.',
    });
    expect(await states(watchId)).toEqual(['100 confirmed', '500 confirmed', '500.1 ok', '101 implausible']);
    // And back: without it everything is as it was.
    await rejectSample(deps(), { scope: scope(), watchId, sampleId: odd.id });
    expect(await states(watchId)).toEqual([
      '100 confirmed',
      '500 rejected',
      '500.1 implausible',
      '101 implausible',
    ]);
  });

  test('a corrected value stays beside what was read', async () => {
    const watchId = await make();
    const misread = sample(0, 871);
    await send(watchId, [misread]);
    const target = { scope: scope(), watchId, sampleId: misread.id, value: 811 };
    await expect(confirmSample(deps(), target)).rejects.toMatchObject({ code: 'watch.reason_needed' });
    const changed = await confirmSample(deps(), { ...target, reason: 'A 1, not a 7.' });
    expect(changed).toMatchObject({ value: 811, state: 'confirmed', read: { value: 871, text: '871.0' } });
    expect(changed.decided).toMatchObject({ by: { name: company.owner.name }, reason: 'A 1, not a 7.' });
  });

  test('the database judges a stretch exactly as the rule judges each sample', async () => {
    const numbers = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 60 })),
      {
        minLength: 5,
        maxLength: 40,
        selector: ([second]) => second,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        numbers,
        fc.constantFrom('up' as const, 'down' as const, 'any' as const),
        fc.option(fc.integer({ min: 0, max: 50 })),
        async (drawn, direction, maxRate) => {
          const rules = { direction, maxRate, ratePerMs: maxRate === null ? null : 60_000 };
          const samples = drawn.map(([seconds, value]) => sample(seconds, value));
          const [first, second] = [samples[0]!, samples[1]!];
          const late = await make({ ...rules, reads: { kind: 'number', min: 1, max: 58 } });
          await send(late, [first, second]);
          for (const { id } of [first, second])
            await confirmSample(deps(), {
              scope: scope(),
              watchId: late,
              sampleId: id,
              reason: 'So it was.',
            });
          await send(late, samples);
          const early = await make({ ...rules, reads: { kind: 'number', min: 1, max: 58 } });
          await send(early, samples);
          for (const { id } of [first, second])
            await confirmSample(deps(), {
              scope: scope(),
              watchId: early,
              sampleId: id,
              reason: 'So it was.',
            });
          expect(await states(early)).toEqual(await states(late));
        },
      ),
      { seed: 20_261_121, numRuns: 12 },
    );
  });

  test('other rules judge what came since the last confirmed value again', async () => {
    const watchId = await make();
    const first = sample(0, 10);
    await send(watchId, [first, sample(1, 50)]);
    await confirmSample(deps(), { scope: scope(), watchId, sampleId: first.id });
    expect(await states(watchId)).toEqual(['10 confirmed', '50 ok']);
    await updateWatch(deps(), {
      scope: scope(),
      watchId,
      revision: 1,
      settings: { ...settings, maxRate: 1, ratePerMs: 1000 },
    });
    expect(await states(watchId)).toEqual(['10 confirmed', '50 implausible']);
    await expect(
      updateWatch(deps(), { scope: scope(), watchId, revision: 1, settings }),
    ).rejects.toMatchObject({
      code: 'watch.changed_meanwhile',
    });
  });
});

describe('alarms', () => {
  const alarms = async (watchId: string) =>
    (await listAlarms(deps(), { scope: scope(), watchId }))
      .toReversed()
      .map(({ kind, cause, closedAt }) => `${kind}${cause ? ` ${cause}` : ''}${closedAt ? ' over' : ''}`);
  const bell = async () =>
    (await listMyNotifications(deps(), { locale: 'en', userId: company.owner.userId })).items.map(
      ({ text }) => text,
    );

  test('out of range opens one with its picture, tells who made the watch, and ends by itself', async () => {
    const watchId = await make({ high: 90, reads: { kind: 'number', unit: '°C' } });
    const [calm, hot] = [sample(0, 80), sample(1, 92.4)];
    const bytes = 'the picture';
    await send(watchId, [calm, hot], {
      pictures: {
        sha256: createHash('sha256').update(bytes).digest('hex'),
        byteSize: 100,
        parts: new Map([[hot.id, { offset: 40, byteSize: 11 }]]),
        place: async () => {},
      },
    });
    expect(await alarms(watchId)).toEqual(['above']);
    const [alarm] = await listAlarms(deps(), { scope: scope(), watchId });
    expect(alarm).toMatchObject({
      value: 92.4,
      bound: 90,
      openedAt: at(1),
      hasPicture: true,
      acknowledged: null,
    });
    expect(
      await findWatchPicture(deps(), { scope: scope(), watchId, of: 'alarm', id: alarm!.id }),
    ).toMatchObject({
      offset: 40,
      byteSize: 11,
    });
    // Their own device reads, yet they are told: they may be anywhere.
    expect(await bell()).toEqual(['Boiler is above its limit: 92.4 °C, the limit is 90 °C.']);
    await acknowledgeAlarm(deps(), { scope: scope(), watchId, alarmId: alarm!.id, note: 'Seen.' });
    await send(watchId, [sample(2, 93), sample(3, 89)]);
    expect(await listAlarms(deps(), { scope: scope(), watchId })).toMatchObject([
      { kind: 'above', closedAt: at(3), acknowledged: { note: 'Seen.' } },
    ]);
    expect(await bell()).toHaveLength(1);
  });

  test('a reading is lost after so many in a row, when its source ends, and when nobody hears of it', async () => {
    const watchId = await make();
    await send(watchId, [sample(0, null), sample(1, null)]);
    expect(await alarms(watchId)).toEqual([]);
    await send(watchId, [sample(2, null)]);
    expect(await alarms(watchId)).toEqual(['lost unreadable']);
    await send(watchId, [sample(3, 5)]);
    await send(watchId, [], { run: { id: randomUUID(), device: 'Test', state: 'source_ended' } });
    expect(await alarms(watchId)).toEqual(['lost unreadable over', 'lost source_ended']);
    await send(watchId, [sample(60, 5, { gap: 'source_ended' })]);
    await tellOfSilentWatches({ ...deps(), now: new Date(nine + 3 * 60_000) });
    expect((await alarms(watchId)).at(-1)).toBe('lost source_ended over');
    await tellOfSilentWatches({ ...deps(), now: new Date(nine + 5 * 60_000) });
    await tellOfSilentWatches({ ...deps(), now: new Date(nine + 9 * 60_000) });
    expect((await alarms(watchId)).at(-1)).toBe('lost silent');
  });

  test('a watch that is paused is neither silent nor lost', async () => {
    const watchId = await make({ high: 1 });
    await send(watchId, [sample(0, 2)]);
    await setWatchState(deps(), { scope: scope(), watchId, state: 'paused' });
    await tellOfSilentWatches({ ...deps(), now: new Date(nine + 3_600_000) });
    expect(await alarms(watchId)).toEqual(['above over']);
  });

  test('samples that were kept offline raise the alarms of their own time', async () => {
    const watchId = await make({ high: 10 });
    await send(watchId, [sample(0, 5), sample(5, 11), sample(6, 4), sample(9, 12)]);
    expect(await alarms(watchId)).toEqual(['above over', 'above']);
  });
});

describe('a series', () => {
  test('says the same from samples, from minutes and from hours, and leaves gaps where nothing was read', async () => {
    const watchId = await make();
    const samples = Array.from({ length: 900 }, (_, index) => {
      // Fifteen minutes of work, three hours of nothing, and so on.
      const second = (index % 300) + Math.floor(index / 300) * 3 * 3600;
      return sample(second, Math.sin(index) * 100);
    });
    for (let from = 0; from < samples.length; from += 300)
      await send(watchId, samples.slice(from, from + 300));
    const values = samples.map(({ value }) => value!);
    for (const [to, points, stepMs] of [
      [1800, 60, null],
      [10 * 3600, 1000, 60_000],
      [10 * 3600, 12, 3_600_000],
    ] as const) {
      const series = await readSeries(deps(), { scope: scope(), watchId, from: at(0), to: at(to), points });
      expect(series.stepMs).toBe(stepMs);
      const inside = to === 1800 ? values.slice(0, 300) : values;
      expect(Math.min(...(series.low as number[]))).toBeCloseTo(Math.min(...inside), 9);
      expect(Math.max(...(series.high as number[]))).toBeCloseTo(Math.max(...inside), 9);
      const gaps = series.at
        .slice(1)
        .filter((moment, index) => moment - series.at[index]! > series.gapAfterMs);
      expect(gaps).toHaveLength(to === 1800 ? 0 : 2);
    }
    const [shown] = await listWatches(deps(), { scope: scope(), now: new Date(nine + 3600_000) });
    expect(shown?.course.means.filter((mean) => mean !== null)).toHaveLength(1);
  });

  test('does not hold what is doubted or rejected', async () => {
    const watchId = await make({ reads: { kind: 'number', max: 100 } });
    const wrong = sample(2, 77);
    await send(watchId, [sample(0, 1), sample(1, 1e6), wrong]);
    await rejectSample(deps(), { scope: scope(), watchId, sampleId: wrong.id });
    const raw = await readSeries(deps(), { scope: scope(), watchId, from: at(0), to: at(60) });
    expect(raw).toMatchObject({ mean: [1, null], implausible: [0, 1] });
    const minutes = await readSeries(deps(), { scope: scope(), watchId, from: at(0), to: at(36_000) });
    expect(minutes).toMatchObject({ high: [1], implausible: [1] });
  });

  test('a period that is none is refused', async () => {
    const watchId = await make();
    for (const [from, to] of [
      [at(1), at(0)],
      ['', at(0)],
      ['x', at(0)],
      ['1900-01-01', '2026-01-01'],
    ])
      await expect(
        readSeries(deps(), { scope: scope(), watchId, from: from!, to: to! }),
      ).rejects.toMatchObject({ code: 'watch.bad_period' });
  });
});

test('the CSV holds every sample of the period in order, and says where and why nothing was read', async () => {
  const watchId = await make();
  const misread = sample(1, 871);
  await send(watchId, [
    sample(0, 1.5),
    misread,
    sample(2, null, { reason: '=glare', text: null }),
    sample(60, 3, { gap: 'page_closed' }),
    sample(7200, 4),
  ]);
  await confirmSample(deps(), {
    scope: scope(),
    watchId,
    sampleId: misread.id,
    value: 811,
    reason: 'A 1, not a 7.',
  });
  const { chunks, name } = await exportSamples(deps(), {
    scope: scope(),
    watchId,
    from: at(0),
    to: at(3600),
  });
  let text = '';
  for await (const chunk of chunks) text += new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk);
  expect(name).toBe('Boiler');
  const who = company.owner.name;
  expect(text.replace(/T[\d:.]+Z,A 1/, 'T…,A 1').split('\r\n')).toEqual([
    '\uFEFFtaken_at,value,unit,text,confidence,state,note,read_value,decided_by,decided_at,decided_reason',
    `${at(0)},1.5,kWh,1.5,0.9,ok,,,,,`,
    expect.stringMatching(
      new RegExp(`^${at(1)},811,kWh,811,0\\.9,confirmed,,871,${who},.*"A 1, not a 7\\."$`),
    ),
    `${at(2)},,,,0.9,unreadable,'=glare,,,,`,
    `${at(2)},,,,,gap,"nothing read for 58 s, page closed",,,,`,
    `${at(60)},3,kWh,3.0,0.9,ok,,,,,`,
    '',
  ]);
  const german = await exportSamples(deps(), {
    scope: scope(),
    watchId,
    from: at(0),
    to: at(1),
    language: 'de',
  });
  const table = await Array.fromAsync(german.chunks);
  expect(new TextDecoder().decode(Buffer.concat(table))).toMatch(
    /^Zeitpunkt;Wert;.*\r\n\d\d\.\d\d\.\d{4} [\d:]{8};1,5;kWh;1\.5;0,9;in Ordnung;/,
  );
});

test('samples go when their watch no longer keeps them, a watch after its days in the trash, and no picture too early', async () => {
  const watchId = await make({ keepDays: 30 });
  const [old, young] = [sample(-31 * 86_400, 1), sample(0, 2)];
  const pack = (name: string, id: string) => ({
    sha256: createHash('sha256').update(name).digest('hex'),
    byteSize: 10,
    parts: new Map([[id, { offset: 0, byteSize: 10 }]]),
    place: async () => {},
  });
  await send(watchId, [old], { pictures: pack('old', old.id) });
  await send(watchId, [young], { pictures: pack('young', young.id) });
  const kept = () =>
    inScope(database.app, scope(), async (trx) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from app.objects`.execute(
        trx,
      );
      return rows[0]?.count;
    });
  expect(await kept()).toBe(2);
  expect(await purgeWatches(deps(), { now: new Date(nine) })).toEqual({ watches: 0, samples: 1 });
  expect(await states(watchId)).toEqual(['2 ok']);
  expect(await kept()).toBe(1);
  await trashWatch(deps(), { scope: scope(), watchId });
  await purgeWatches(deps(), { now: new Date(Date.now() + 29 * 86_400_000) });
  expect(await getWatch(deps(), { scope: scope(), watchId })).toMatchObject({ name: 'Boiler' });
  await purgeWatches(deps(), { now: new Date(Date.now() + 31 * 86_400_000) });
  await expect(getWatch(deps(), { scope: scope(), watchId })).rejects.toMatchObject({
    code: 'watch.not_found',
  });
  expect(await kept()).toBe(0);
});

test('where the storage of the company is full samples are kept without their pictures', async () => {
  const watchId = await make();
  await database.asOwner((client) =>
    client.query('update app.company_settings set max_bytes = 5 where company_id = $1', [company.companyId]),
  );
  const one = sample(0, 1);
  const answer = await send(watchId, [one], {
    pictures: {
      sha256: 'a'.repeat(64),
      byteSize: 10,
      parts: new Map([[one.id, { offset: 0, byteSize: 10 }]]),
      place: async () => {},
    },
  });
  expect(answer).toMatchObject({ added: 1, keepsPictures: false });
  expect((await list(watchId))[0]).toMatchObject({ value: 1, hasPicture: false });
});

test('settings that make no watch are refused with what is wrong', async () => {
  for (const [wrong, words] of [
    [{ name: ' ' }, 'name of at most 80'],
    [{ intervalMs: 500 }, 'one second at least'],
    [{ low: 5, high: 5 }, 'below the upper'],
    [{ maxRate: 5 }, 'change needs its time span'],
    [
      { place: { frame: { width: 10, height: 10 }, region: { x: 5, y: 5, width: 6, height: 5 } } },
      'beyond the picture',
    ],
    [{ regionProfileId: randomUUID() }, 'no such region profile'],
  ] as const)
    await expect(make(wrong as Partial<WatchSettings>)).rejects.toMatchObject({
      code: 'watch.bad_settings',
      message: expect.stringContaining(words),
    });
});
