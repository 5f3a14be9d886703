/**
 * An e-invoice of one page, as its file and as a picture of the page that is drawn of it: read by a reader process with the readers that come with
 * Readout, in turns.
 *
 * Usage: node scripts/bench.js e-invoices
 */
import { loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import sharp from 'sharp';
import { createReaderPool, type PageToRead } from '../../apps/web/server/worker/reader-pool.ts';
import { madeByOthers } from '../../packages/e-invoice/src/testing/made-by-others.ts';
import { writeResults } from '../results-file.ts';

/** Syntaxes of the norm, made by another implementation. */
const formats = ['UBL', 'CII', 'XRECHNUNG-UBL', 'XRECHNUNG-CII'];
const turns = 5;
/** Of the picture's time. */
const goal = 0.1;

const plugins = (await loadFirstPartyPlugins()).map((plugin) => ({
  plugin: { ...plugin, packageSha256: plugin.sha256 },
  settings: {},
}));
const pool = createReaderPool({ size: 1, threads: 2 });
try {
  const rows = [];
  for (const format of formats) {
    const file = Buffer.from(await madeByOthers(format));
    const drawn = await read(file);
    const picture = await sharp(drawn.answer.view).png().toBuffer();
    const times: Record<'file' | 'picture', number[]> = { file: [], picture: [] };
    await read(picture);
    for (let turn = 0; turn < turns; turn++)
      for (const kind of turn % 2 === 0 ? (['file', 'picture'] as const) : (['picture', 'file'] as const))
        times[kind].push((await read(kind === 'file' ? file : picture)).ms);
    const types = drawn.answer.records.map(({ type }) => type);
    if (!types.includes('invoice')) throw new Error(`${format} is read as ${types.join() || 'nothing'}`);
    const [fileMs, pictureMs] = [median(times.file), median(times.picture)];
    rows.push({ format, fileMs, pictureMs, share: Math.round((1000 * fileMs) / pictureMs) / 1000 });
  }
  await writeResults(
    'e-invoices',
    'An e-invoice as a file and as a picture',
    { goal, turns, rows },
    `| format | its file | a picture of its page | share |
|---|---:|---:|---:|
${rows.map((row) => `| ${row.format} | ${row.fileMs} ms | ${row.pictureMs} ms | ${row.share} |`).join('\n')}

Goal: ${goal}. Medians of ${turns} turns; from the bytes to records, with the page drawn, its thumbnail and its view made.`,
  );
} finally {
  await pool.close();
}

async function read(bytes: Uint8Array) {
  const job: PageToRead = {
    bytes,
    page: 1,
    hasOthers: false,
    languages: ['en', 'de'],
    locale: 'de-DE',
    today: '2026-01-01',
    company: { names: [], taxIds: [], ibans: [] },
    keepLocation: false,
    plugins,
  };
  const startedAt = performance.now();
  const answer = await pool.read(job, { cpuMs: 120_000, onCost() {} });
  const ms = performance.now() - startedAt;
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return { answer, ms };
}

function median(values: number[]): number {
  return Math.round(10 * values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!) / 10;
}
