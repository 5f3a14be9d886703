import type { PluginSample } from '@readout/domain/plugins/get-plugin-sample';
import { expect, test } from 'vitest';
import { drawSample } from './draw-sample.ts';

const sample: PluginSample = {
  width: 1000,
  height: 1000,
  picture: null,
  lines: [
    {
      text: '</text><script>alert("1")</script>\u0000',
      box: [
        [100, 100],
        [300, 100],
        [300, 140],
        [100, 140],
      ],
    },
  ],
  barcodes: [],
  marks: [
    {
      field: 'Total',
      boxes: [
        [
          [100, 100],
          [300, 100],
          [300, 140],
          [100, 140],
        ],
      ],
    },
  ],
};

test('what was read is text in the drawing, never markup', () => {
  const drawn = drawSample(sample);
  expect(drawn).not.toContain('<script');
  expect(drawn).toContain('&lt;script&gt;alert(&quot;1&quot;)');
  expect(drawn).not.toContain('\u0000');
});

test('the drawing is cut to what is marked, within the page, and frames it', () => {
  expect(drawSample(sample)).toContain('viewBox="40 40 320 160"');
  expect(drawSample(sample)).toContain('<polygon points="100,100 300,100 300,140 100,140"');
});

test('a plugin without fixtures says so', () => {
  expect(drawSample(null)).toContain('No sample comes with it');
});
