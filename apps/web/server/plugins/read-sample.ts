import type { PluginSample } from '@readout/domain/plugins/get-plugin-sample';
import { openPackage, type PackagedFixture } from '@readout/plugin-kit/package';

/** The fixture with the most fields that are right, one with a picture before one without; null where none makes a record. */
export async function readSample(file: Uint8Array): Promise<PluginSample | null> {
  const { manifest, fixtures } = (await openPackage(file)).content;
  const fieldsOf = ({ expected }: PackagedFixture) =>
    expected.records.reduce((count, record) => count + Object.keys(record.fields).length, 0);
  const best = fixtures
    .filter((fixture) => fieldsOf(fixture) > 0)
    .toSorted((a, b) => Number(!!b.picture) - Number(!!a.picture) || fieldsOf(b) - fieldsOf(a))[0];
  if (!best) return null;
  const { page, lines, barcodes } = best.reading;
  const boxes = new Map([...lines, ...barcodes].map(({ id, box }) => [id, box]));
  return {
    width: page.width,
    height: page.height,
    picture: best.picture ?? null,
    lines: lines.map(({ text, box }) => ({ text, box })),
    barcodes: barcodes.map(({ box }) => box),
    marks: best.expected.records.flatMap((record) => {
      const declared = manifest.records.find(({ type }) => type === record.type);
      return Object.entries(record.fields).map(([name, { seen }]) => ({
        field: declared?.fields.find((field) => field.name === name)?.label ?? name,
        boxes: seen.map((id) => boxes.get(id)).filter((box) => box !== undefined),
      }));
    }),
  };
}
