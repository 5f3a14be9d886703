/**
 * The record page in real Chromium, with a record of 200 fields and a picture of 50 megapixels on which 1,000 words were read:
 * processor time of one key, by what it does.
 *
 *     npm run bench -- record-page [--keys 40]
 *
 * Needs a Chromium (`CHROMIUM_PATH`, else /usr/bin/chromium) and built pages. Ends with 1 where the goal is missed.
 */

import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withOwner } from '@readout/database';
import { createFileSystemStore, derivedKey } from '@readout/store';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { createSpawnedServer } from '../../apps/web/server/testing/spawned-server.ts';
import { browserArguments, executablePath } from '../camera/browser.ts';
import { busyness } from '../camera/busyness.ts';
import { startDatabase } from '../database.ts';
import { writeResults } from '../results-file.ts';
import { type Drawn, drawPage, size } from './page.ts';

const { values: options } = parseArgs({ options: { keys: { type: 'string', default: '40' } } });
const keys = Math.max(4, Number(options.keys));
const goalMs = 50;
/** Between keys: what a key sets off (the picture moves to the field) is over, and counts as its own. */
const betweenMs = 400;

const { address, url, stop } = await startDatabase('record-page');
const server = await createSpawnedServer({ DATABASE_URL: url, READOUT_ROLE: 'web' });
const browser = await chromium.launch({ executablePath, args: browserArguments });
try {
  await server.start();
  const cookie = await server.signUp();
  const drawn = drawPage();
  const captureId = await seed(cookie, drawn);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', ...value] = cookie.split('; ')[0]!.split('=');
  await context.addCookies([{ name, value: value.join('='), url: server.url }]);
  const page = await context.newPage();
  await page.goto(`${server.url}/app/${captureId}`);
  await page.getByText('Live', { exact: true }).waitFor();
  const field = (n: number) => page.getByLabel(`field${n}`, { exact: true });
  await field(1).focus();
  const shown = await page.locator('fieldset input, fieldset textarea').count();
  if (shown < drawn.fields.length) throw new Error(`Only ${shown} fields are shown.`);
  await page.evaluate(
    'Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))',
  );

  const measure = createMeter(await context.newCDPSession(page));
  const rows = [
    { key: 'a letter typed in a field', ...(await measure(() => page.keyboard.press('5'))) },
    { key: 'Tab to the next field', ...(await measure(() => page.keyboard.press('Tab'))) },
    {
      key: 'an arrow to the next word of the picture',
      ...(await fromWordToWord(page, () => measure(() => page.keyboard.press('ArrowRight')))),
    },
    {
      key: 'the picture zoomed',
      ...(await outOfFields(page, () => measure((n) => page.keyboard.press(n % 2 === 0 ? '+' : '-')))),
    },
  ];
  const isMet = rows.every(({ medianMs }) => medianMs <= goalMs);
  await writeResults(
    'record-page',
    'The record page: processor time of a key',
    { goalMs, keys, fields: drawn.fields.length, ...size, chromium: browser.version(), rows, isMet },
    [
      '| key | median ms | 95 of 100 below | slowest |',
      '|---|---:|---:|---:|',
      ...rows.map((row) => `| ${row.key} | ${row.medianMs} | ${row.p95Ms} | ${row.maxMs} |`),
      '',
      `Goal: ${goalMs} ms in the middle. A record of ${drawn.fields.length} fields, a third of them doubtful, on a picture of ${size.width} x ${size.height} pixels with ${drawn.lines.length * 5} words. Processor time of the page's main thread, as Chromium ${browser.version()} tells it, from the key until ${betweenMs} ms later; ${keys} keys each; what the page takes at rest in that time is taken off. ${busyness()}`,
    ].join('\n'),
  );
  process.exitCode = isMet ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
  await stop();
}

/** Puts a page that was read in the company that signed up, with its picture. */
async function seed(cookie: string, { lines, fields, svg }: Drawn): Promise<string> {
  const answer = await fetch(`${server.url}/api/auth/get-session`, { headers: { cookie } });
  const { company, user } = (await answer.json()) as { company: { id: string }; user: { id: string } };
  const picture = await sharp(Buffer.from(svg), { limitInputPixels: false }).webp({ effort: 0 }).toBuffer();
  const reading = {
    page: { number: 1, of: 1, ...size, rotation: 0 },
    lines,
    barcodes: [],
    quality: { sharpness: 1, brightness: 1, contrast: 1, glare: 0 },
    languages: ['en'],
    engine: { version: '0', parts: {} },
    timings: { decode: 0, barcodes: 0, text: 0 },
  };
  const captureId = await withOwner(address, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `with object as (
         insert into app.objects (company_id, sha256, byte_size, media_type) values ($1::uuid, repeat('0', 64), $4::bigint, 'image/webp')
       ), capture as (
         insert into app.captures (company_id, id, document_id, state, source, sha256, file_name, media_type, byte_size, width,
           height, title, record_count, review_count, created_by, read_at)
         select $1::uuid, i.id, i.id, 'read', 'upload', repeat('0', 64), 'page.webp', 'image/webp', $4::bigint, $5::int, $6::int, 'Page', 1, 1, $2::uuid, now()
         from (select gen_random_uuid() as id) as i returning id
       ), reading as (
         insert into app.readings (company_id, capture_id, engine_version, content) select $1::uuid, id, '0', $7::jsonb from capture returning id
       ), record as (
         insert into app.records (company_id, capture_id, reading_id, plugin_id, plugin_version, type, confidence, fields,
           original_fields)
         select $1::uuid, capture.id, reading.id, 'bench', '1.0.0', 'bench', 0.9, $3::jsonb, $3::jsonb from capture, reading
       )
       select id from capture`,
      [
        company.id,
        user.id,
        JSON.stringify(Object.fromEntries(fields)),
        picture.length,
        size.width,
        size.height,
        JSON.stringify(reading),
      ],
    );
    return rows[0]!.id;
  });
  const store = await createFileSystemStore(path.join(server.dataFolder, 'store'));
  await store.put(derivedKey(company.id, captureId, 'view'), picture);
  return captureId;
}

/** Measures presses of keys: milliseconds of the page's main thread. */
function createMeter(session: CDPSession) {
  const spentMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const during = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await spentMs();
    await work();
    await delay(betweenMs);
    return (await spentMs()) - before;
  };
  return async (press: (n: number) => Promise<void>) => {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const atRest: number[] = [];
    for (let n = 0; n < 8; n++) atRest.push(await during(async () => undefined));
    const restMs = middle(atRest);
    // The first ones warm up, as they do for everybody.
    for (let n = 0; n < 3; n++) await during(() => press(n));
    const spent: number[] = [];
    for (let n = 0; n < keys; n++) spent.push(Math.max(0, (await during(() => press(n))) - restMs));
    const sorted = spent.toSorted((a, b) => a - b);
    const at = (share: number) => round(sorted[Math.min(keys - 1, Math.floor(keys * share))]!);
    return { medianMs: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
  };
}

async function fromWordToWord<T>(page: Page, work: () => Promise<T>): Promise<T> {
  await page.keyboard.press('Escape');
  await page.getByLabel('field1', { exact: true }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByTestId('picked').waitFor();
  const result = await work();
  await page.keyboard.press('Escape');
  return result;
}

async function outOfFields<T>(page: Page, work: () => Promise<T>): Promise<T> {
  await page.getByRole('application').focus();
  return work();
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function round(ms: number): number {
  return Math.round(10 * ms) / 10;
}
