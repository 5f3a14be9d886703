import type { BrowserReader, LoadProgress, Part } from '@readout/image-reader/browser';
import { expect, it, vi } from 'vitest';
import { createReadingDevice } from './reading-device.ts';

const pieces = 300;
const pieceBytes = 65_536;

vi.mock('./assets.client.ts', () => ({ engineAssets: {}, sandboxWasm: '' }));
vi.mock('@readout/plugin-sandbox/browser', () => ({ createSandbox: () => ({ load: async () => {} }) }));
vi.mock('@readout/image-reader/browser', () => ({
  createImageReader: (): Partial<BrowserReader> => ({
    async load(part: Part, onProgress?: (progress: LoadProgress) => void) {
      for (let piece = 1; piece <= pieces; piece++) {
        vi.advanceTimersByTime(10);
        onProgress?.({ part, loadedBytes: piece * pieceBytes, totalBytes: pieces * pieceBytes });
      }
    },
    runtime: () => undefined,
  }),
}));

it('tells a page four times a second how much of a part is there, not with every piece', async () => {
  vi.useFakeTimers();
  try {
    const device = createReadingDevice(async () => ({
      readers: [],
      models: [],
      languages: [],
      locale: 'en',
    }));
    const told: number[] = [];
    device.subscribe(() => told.push(device.state().loadedBytes));
    await device.load(undefined, 'barcodes');
    expect(device.state()).toMatchObject({ status: 'ready', loadedBytes: pieces * pieceBytes });
    // Three seconds of pieces, and before and after them.
    expect(told.length).toBeLessThan(20);
    expect(told.filter((bytes) => bytes > 0 && bytes < pieces * pieceBytes).length).toBeGreaterThan(10);
  } finally {
    vi.useRealTimers();
  }
});
