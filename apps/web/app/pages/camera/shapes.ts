import type { Barcode, Quad } from '@readout/image-reader';
import type { FrameScan } from '@readout/image-reader/live';
import { onPages } from '@readout/plugin-kit/evidence';
import type { DeviceReading } from '../../device/device-reader.ts';
import { fieldLabel, valueText } from '../../device/device-words.ts';
import type { SayText } from '../../ui/texts.tsx';
import { codeText } from './code-words.ts';
import type { Shape } from './overlay.ts';

const maxLabels = 10;
const maxLabelLength = 28;

/**
 * What lies over the picture at this frame.
 *
 * @param result what was read of the same picture, while it holds still
 * @param isWaiting whether a code is still waiting to be taken
 */
export function shapesOf(
  scan: FrameScan,
  result: Pick<DeviceReading, 'reading' | 'records'> | undefined,
  isWaiting: (code: Barcode) => boolean,
  say: SayText,
): Shape[] {
  const shapes: Shape[] = [];
  if (scan.document) shapes.push({ key: 'document', tone: 'document', quad: scan.document.quad });
  if (result) shapes.push(...readShapes(result, scan, say));
  const seen = new Map<string, number>();
  for (const barcode of scan.barcodes) {
    const { format, text, box } = barcode;
    const tone = isWaiting(barcode) ? 'waiting' : 'code';
    const name = `${format} ${text}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    shapes.push({
      key: `${tone} ${name} ${count}`,
      tone,
      quad: box,
      label: { text: shorten(codeText(text)) },
    });
  }
  return shapes;
}

function readShapes(
  { reading, records }: Pick<DeviceReading, 'reading' | 'records'>,
  { width, drift }: FrameScan,
  say: SayText,
): Shape[] {
  // The still that was read and the frames that are scanned may differ in size.
  const scale = width / reading.page.width;
  const scaled = (quad: Quad) => quad.map(([x, y]) => [x * scale + drift[0], y * scale + drift[1]] as const);
  const shapes: Shape[] = [];
  const usedLines = new Set<string>();
  let labels = 0;
  for (const { plugin, type, fields } of records) {
    for (const [name, { value, evidence }] of Object.entries(fields)) {
      const text = valueText(value, say);
      // Codes are marked as codes already.
      const printed = onPages(evidence).filter(({ barcode }) => barcode === undefined);
      if (!text) continue;
      for (const { line } of evidence) if (line !== undefined) usedLines.add(line);
      for (const [index, { box }] of printed.entries()) {
        const isLabelled = index === 0 && labels < maxLabels;
        if (isLabelled) labels++;
        shapes.push({
          key: `field ${plugin} ${type} ${name} ${index}`,
          tone: 'field',
          quad: scaled(box),
          ...(isLabelled ? { label: { name: fieldLabel(name), text: shorten(text) } } : {}),
        });
      }
    }
  }
  for (const { id, box } of reading.lines)
    if (!usedLines.has(id)) shapes.push({ key: `line ${id}`, tone: 'line', quad: scaled(box) });
  return shapes;
}

const shorten = (text: string): string =>
  text.length > maxLabelLength ? `${text.slice(0, maxLabelLength - 1)}…` : text;
