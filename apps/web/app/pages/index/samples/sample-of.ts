import type { Reading } from '@readout/image-reader';
import type { Quad, RecordData } from '@readout/plugin-kit';
import { onPages } from '@readout/plugin-kit/evidence';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { Sample } from './sample.ts';

/** A record with the picture's boxes, in the form the start page shows. */
export function sampleOf(reading: Reading, record: RecordData, manifest: Manifest): Sample {
  const declared = manifest.records.find(({ type }) => type === record.type);
  return {
    width: reading.page.width,
    height: reading.page.height,
    plugin: { id: manifest.id, name: manifest.name, version: manifest.version },
    engineVersion: reading.engine.version,
    readingMs: Math.round(reading.timings.decode + reading.timings.barcodes + reading.timings.text),
    boxes: [...reading.lines, ...reading.barcodes].map(({ id, box }) => ({ id, box: rounded(box) })),
    fields: (declared?.fields ?? []).filter(isShown).flatMap(({ name: field, label, type, columns }) => {
      const read = record.fields[field];
      if (!read) return [];
      const evidence = onPages(read.evidence).map(({ box, line, barcode }) => ({
        box: rounded(box),
        of: line ?? barcode ?? null,
      }));
      return [
        {
          name: field,
          label,
          type,
          ...(columns ? { columns: columns.map((each) => ({ name: each.name, type: each.type })) } : {}),
          ...read,
          evidence,
        },
      ];
    }),
  };
}

function rounded(box: Quad): Quad {
  return box.map(([x, y]) => [Math.round(x), Math.round(y)]) as Quad;
}

/** A supplier is not shown a second time, under the name it had before. */
function isShown({ name }: { name: string }, _: number, all: readonly { name: string }[]): boolean {
  return name !== 'merchant' || !all.some((each) => each.name === 'supplier');
}
