import { createHash } from 'node:crypto';
import type { InstalledPlugin } from '@readout/plugin-sandbox/browser';
import { expect, test } from 'vitest';
import { demandIntact } from './readers-for-device.ts';

const reader = (code: string, of = code): InstalledPlugin => ({
  manifest: {
    id: 'probe',
    version: '1.0.0',
    kind: 'reader',
    name: 'Probe',
    description: 'Probe',
    reads: ['lines'],
    fallback: false,
    records: [],
    accepts: [],
    settings: [],
    permissions: { hosts: [] },
  },
  code,
  sha256: createHash('sha256').update(of).digest('hex'),
});

test('readers run as they were signed off, and one whose code was damaged or changed is refused by name', async () => {
  await demandIntact([reader('var readoutPlugin = { name: "Größe" };')]);
  await expect(demandIntact([reader('a'), reader('b', 'c')])).rejects.toThrow('“Probe”');
});
