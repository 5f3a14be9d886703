import type { AddedModel, ChosenModels } from '@readout/image-reader/added-models';
import { readPackagedDictionary, readPackagedModel } from '@readout/image-reader/models';
import { expect, test } from 'vitest';
import { makeJpeg } from '../testing/pictures.ts';
import { createReaderPool } from './reader-pool.ts';

test('a model that is chosen reads from the next page on, and one given back no longer, without a restart', async () => {
  const standIn: AddedModel = {
    role: 'latin',
    name: 'stand-in',
    bytes: await readPackagedModel('recognise'),
    characters: await readPackagedDictionary(),
  };
  let chosen: ChosenModels = {};
  const damaged: string[] = [];
  const pool = createReaderPool({
    size: 1,
    threads: 1,
    models: {
      chosen: async () => chosen,
      load: async ({ latin }) =>
        latin === 'stand-in'
          ? { models: [standIn], damaged: [] }
          : { models: [], damaged: latin ? [latin] : [] },
    },
    onDamaged: (name) => damaged.push(name),
  });
  const bytes = await makeJpeg(1, 'Hello Readout');
  const read = async (): Promise<(string | undefined)[]> => {
    const answer = await pool.read(
      {
        bytes,
        page: 1,
        hasOthers: false,
        languages: ['en'],
        locale: 'en-GB',
        today: '2026-01-01',
        company: { names: [], taxIds: [], ibans: [] },
        keepLocation: false,
        plugins: [],
      },
      { cpuMs: 120_000, onCost: () => {} },
    );
    if (!answer.ok) throw new Error(answer.code);
    return [...new Set(answer.reading.lines.map(({ model }) => model))];
  };
  try {
    expect(await read()).toEqual(['packaged']);
    chosen = { latin: 'stand-in' };
    expect(await read()).toEqual(['stand-in']);
    chosen = { latin: 'broken' };
    expect(await read()).toEqual(['packaged']);
    expect(damaged).toEqual(['broken']);
  } finally {
    await pool.close();
  }
});

test('an e-invoice is read without the files attached to it where opening them takes more than the page may, and is charged for both', async () => {
  const pool = createReaderPool({
    size: 1,
    threads: 1,
    entry: new URL('./probe-reader.ts', import.meta.url),
  });
  const costs: number[] = [];
  const read = (text: string, page = 1) =>
    pool.read(
      {
        bytes: Buffer.from(text),
        page,
        hasOthers: false,
        languages: ['en'],
        locale: 'en-GB',
        today: '2026-01-01',
        company: { names: [], taxIds: [], ibans: [] },
        keepLocation: false,
        plugins: [],
      },
      { cpuMs: 300, onCost: ({ cpuMs }) => costs.push(cpuMs) },
    );
  try {
    const text = '<?xml version="1.0"?><Invoice>attached</Invoice>';
    expect(await read(text)).toMatchObject({ ok: true, reading: { lines: [{ text }] } });
    expect(costs).toHaveLength(2);
    expect(costs[1]).toBeGreaterThanOrEqual(costs[0]!);
    expect(costs[0]).toBeGreaterThanOrEqual(300);
    await expect(read('attached')).rejects.toMatchObject({ code: 'reader.over_budget' });
    await expect(read(text, 2)).rejects.toMatchObject({ code: 'reader.over_budget' });
    await expect(read('<?xml version="1.0"?><Invoice>crash</Invoice>')).rejects.toMatchObject({
      code: 'reader.crashed',
    });
  } finally {
    await pool.close();
  }
});
