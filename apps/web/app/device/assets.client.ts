import pdfium from '@hyzyla/pdfium/pdfium.wasm?url';
import quickjsWasm from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import type { BrowserAssets } from '@readout/image-reader/browser';
import dan from '@tesseract.js-data/dan/4.0.0_best_int/dan.traineddata.gz?url';
import deu from '@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz?url';
import eng from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url';
import fin from '@tesseract.js-data/fin/4.0.0_best_int/fin.traineddata.gz?url';
import fra from '@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz?url';
import ita from '@tesseract.js-data/ita/4.0.0_best_int/ita.traineddata.gz?url';
import nld from '@tesseract.js-data/nld/4.0.0_best_int/nld.traineddata.gz?url';
import nor from '@tesseract.js-data/nor/4.0.0_best_int/nor.traineddata.gz?url';
import pol from '@tesseract.js-data/pol/4.0.0_best_int/pol.traineddata.gz?url';
import por from '@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz?url';
import spa from '@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz?url';
import swe from '@tesseract.js-data/swe/4.0.0_best_int/swe.traineddata.gz?url';
import heif from 'libheif-js/libheif-wasm/libheif.wasm?url';
import onnxScript from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import onnxWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import detect from 'ppocr-models/ch_PP-OCRv4_det_infer.onnx?url';
import recognise from 'ppocr-models/ch_PP-OCRv4_rec_infer.onnx?url';
import classify from 'ppocr-models/ch_ppocr_mobile_v2.0_cls_infer.onnx?url';
import dictionary from 'ppocr-models/ppocr_keys_v1.txt?url';
import tesseract from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url';
import zxingWasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Addresses of the files the engine is made of, as the build names them; each is fetched when it is needed. */
export const engineAssets: BrowserAssets = {
  zxingWasm,
  onnxWasm,
  onnxScript,
  detect,
  recognise,
  classify,
  dictionary,
  tesseract: {
    wasm: tesseract,
    languages: { dan, deu, eng, fin, fra, ita, nld, nor, pol, por, spa, swe },
  },
  heif,
  pdfium,
};

/** Of the plugins' interpreter. */
export const sandboxWasm: string = quickjsWasm;
