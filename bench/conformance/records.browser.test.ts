import { readFileSync } from 'node:fs';
import { createImageReader } from '@readout/image-reader/node';
import { expect, test } from 'vitest';
import { openHarness } from '../../packages/image-reader/src/conformance/harness.ts';
import { compareRecords, openRecords } from './records.ts';

// One more in `npm run test:long`; hundreds: npm run bench -- conformance.
test('a device makes of a picture the records the server makes of it', async () => {
  const corpus = new URL('../../packages/image-reader/corpus/', import.meta.url);
  const pictures: [name: string, languages: string[]][] = [
    ['french-receipt/input.jpg', ['fr']],
    ['ean13-turned-55-degrees/input.jpg', ['en']],
  ];
  if (process.env.READOUT_LONG_TESTS) pictures.push(['qrcode-uneven-light/input.webp', ['en']]);
  const [device, server, records] = await Promise.all([
    // One thread: other tests run beside this one.
    openHarness({ threads: 1 }),
    createImageReader({ threads: 1 }),
    openRecords(),
  ]);
  try {
    for (const [name, languages] of pictures) {
      const bytes = readFileSync(new URL(name, corpus));
      const { reading } = await server.read(bytes, { languages });
      const seen = await device.call('read', device.serve(bytes), { languages });
      if ('code' in seen) throw new Error(`${name}: ${seen.code}`);
      const made = compareRecords(records.of(reading), records.of(seen.reading));
      expect(made.differences).toEqual([]);
      expect([name, made.count > 0]).toEqual([name, true]);
    }
  } finally {
    await Promise.all([device.close(), server.close(), records.close()]);
  }
});
