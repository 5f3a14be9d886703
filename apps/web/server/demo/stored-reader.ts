import { createHash } from 'node:crypto';
import type { Reading } from '@readout/image-reader';
import { makeThumbnail, makeViewable } from '@readout/image-reader/node';
import type { Sandbox } from '@readout/plugin-sandbox/node';
import sharp from 'sharp';
import { outcomesOf } from '../worker/outcomes-of.ts';
import type { MadeRecords } from '../worker/reader-job.ts';
import type { DocumentToRead, PageReader } from '../worker/reader-pool.ts';

const thumbnailSide = 320;

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Answers with readings that come with the pictures instead of reading them once more; what is made of a reading is made here.
 * @param readings by the SHA-256 of their picture's bytes
 */
export function createStoredReader(readings: ReadonlyMap<string, Reading>, sandbox: Sandbox): PageReader {
  const recordsOf = ({ pages, plugins, ...job }: DocumentToRead): MadeRecords => {
    const { records, runs } = sandbox.runReaders(
      plugins.flatMap(({ plugin, isShadow, settings }) => (isShadow ? [] : [{ ...plugin, settings }])),
      { pages, settings: {}, ...job },
    );
    return { records, runs: outcomesOf(runs) };
  };
  return {
    async read({ bytes, locale, today, company, plugins }) {
      const reading = readings.get(digestOf(bytes));
      if (!reading) throw new Error('There is no stored reading of this picture.');
      const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const image = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
      const [thumbnail, view] = await Promise.all([makeThumbnail(image, thumbnailSide), makeViewable(image)]);
      const made = recordsOf({ pages: [reading], locale, today, company, plugins });
      return { ok: true, reading, thumbnail, view, ...made };
    },
    makeRecords: async (job) => recordsOf(job),
  };
}
