import { openPackage } from '@readout/plugin-kit/package';
import type { TemplateMark } from '@readout/plugin-kit/template';
import { readingOfText, summarise } from '@readout/plugin-kit/testing';
import { kitScript } from '@readout/plugin-sandbox/bundle';
import { bundlePlugin as bundleInBrowser } from '@readout/plugin-sandbox/bundle-browser';
import { createSandbox } from '@readout/plugin-sandbox/node';
import { expect, test } from 'vitest';
import { createTemplateMaker } from './template-maker.ts';

const mark = (name: string, type: TemplateMark['type'], line: string, end: number): TemplateMark => ({
  name,
  label: name,
  type,
  isRequired: true,
  value: { parts: [{ line, start: 0, end }] },
  by: 'place',
});

test('a template opens in the studio as a program that gives exactly the records the template gives', async () => {
  const reading = readingOfText(
    'Goods inward slip\n\nOrder number   PO-20817\nSupplier       Northfield Mills\nReceived at gate',
  );
  const idOf = (text: string) => reading.lines.find((line) => line.text === text)!.id;
  const maker = createTemplateMaker();
  const file = await maker.makePackage(
    {
      name: 'Goods inward',
      reading,
      locale: 'en-GB',
      today: '2026-11-21',
      captureId: '00000000-0000-4000-8000-000000000000',
      captureName: 'Example',
      examples: [],
      marks: [
        mark('order', 'code', idOf('PO-20817'), 8),
        mark('supplier', 'text', idOf('Northfield Mills'), 16),
      ],
    },
    { pluginId: 'goods-inward', version: '1.0.0' },
  );
  const { content } = await openPackage(file);
  const bundle = bundleInBrowser(content.source!, await kitScript());
  if (!('code' in bundle)) throw new Error(JSON.stringify(bundle.problems));
  const sandbox = await createSandbox();
  const [fixture] = content.fixtures;
  const run = sandbox.run(
    { manifest: content.manifest, code: bundle.code, sha256: '' },
    { reading, settings: {}, locale: 'en-GB', today: '2026-11-21' },
  );
  await sandbox.close();
  if (!run.ok) throw new Error(run.message);
  expect(run.records[0]?.fields.order?.value).toBe('PO-20817');
  expect(summarise(run.records)).toEqual(fixture!.expected.records);
});

test('a template that does not know its own example again is refused before anything is packed', async () => {
  const reading = readingOfText('pH 7.04\n\n25.0 °C ATC');
  const maker = createTemplateMaker();
  const { id } = reading.lines[0]!;
  await expect(
    maker.makePackage(
      {
        name: 'pH meter',
        reading,
        locale: 'en-GB',
        today: '2026-11-21',
        captureId: '00000000-0000-4000-8000-000000000000',
        captureName: 'Example',
        examples: [],
        marks: [{ ...mark('ph', 'text', id, 2), value: { parts: [{ line: id, start: 3, end: 7 }] } }],
      },
      { pluginId: 'ph-meter', version: '1.0.0' },
    ),
  ).rejects.toMatchObject({ code: 'template.not_recognised' });
});
