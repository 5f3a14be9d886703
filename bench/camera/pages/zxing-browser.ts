import { BrowserMultiFormatReader } from '@zxing/browser';
import { constraints, countFrames, look, prepare, read, view } from './measure.ts';

let reader: BrowserMultiFormatReader;
prepare(
  async () => {
    reader = new BrowserMultiFormatReader(undefined, {
      delayBetweenScanAttempts: 0,
      delayBetweenScanSuccess: 0,
    });
  },
  async () => {
    const video = document.createElement('video');
    view.append(video);
    countFrames(video);
    await reader.decodeFromConstraints({ video: constraints }, video, (result) => {
      look();
      if (result) read(result.getText());
    });
  },
);
