declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  import type { TesseractCore } from '../text/tesseract.ts';

  const start: (options: { wasmBinary: Uint8Array }) => Promise<TesseractCore>;
  export default start;
}
