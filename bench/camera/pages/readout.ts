import { createLiveScanner, type LiveScanner } from '@readout/image-reader/live';
import zxingWasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { look, openCamera, prepare, read } from './measure.ts';

let scanner: LiveScanner;
prepare(
  async () => {
    scanner = createLiveScanner({ zxingWasm });
    scanner.configure({ barcodes: true, document: false });
    scanner.onScan((scan) => {
      look();
      // Frames come straight from the track, so each scan is a frame of its own.
      for (const { text } of scan.barcodes) read(text, scan.at);
    });
    await scanner.ready;
  },
  async () => {
    const { video, track } = await openCamera();
    scanner.watch(track, video);
  },
);
