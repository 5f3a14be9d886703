import pdfium from '@hyzyla/pdfium/pdfium.wasm?url';
import quickjsWasm from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import type { BrowserAssets } from '@readout/image-reader/browser';
import findDisplays from '@readout/image-reader/models/display-finder.onnx?url';
import readDisplays from '@readout/image-reader/models/display-recogniser.onnx?url';
import heif from 'libheif-js/libheif-wasm/libheif.wasm?url';
import onnxScript from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import onnxWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import classify from 'text-models/classify.onnx?url';
import detect from 'text-models/detect.onnx?url';
import dictionary from 'text-models/dictionary.txt?url';
import recognise from 'text-models/recognise.onnx?url';
import zxingWasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Addresses of the files the engine is made of, as the build names them; each is fetched when it is needed. */
export const engineAssets: BrowserAssets = {
  zxingWasm,
  onnxWasm,
  onnxScript,
  detect,
  recognise,
  classify,
  findDisplays,
  readDisplays,
  dictionary,
  heif,
  pdfium,
};

/** Of the plugins' interpreter. */
export const sandboxWasm: string = quickjsWasm;
