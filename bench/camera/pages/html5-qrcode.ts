import { Html5Qrcode } from 'html5-qrcode';
import { constraints, countFrames, look, prepare, read, view } from './measure.ts';

let scanner: Html5Qrcode;
prepare(
  async () => {
    scanner = new Html5Qrcode(view.id, { verbose: false });
  },
  async () => {
    await scanner.start(
      { facingMode: 'environment' },
      { fps: 60, disableFlip: true, videoConstraints: constraints },
      (text) => {
        look();
        read(text);
      },
      () => look(),
    );
    countFrames(view.querySelector('video')!);
  },
);
