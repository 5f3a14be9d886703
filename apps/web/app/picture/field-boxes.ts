import type { RecordDetail } from '@readout/domain/records/rules';
import type { Barcode, Evidence, FieldEvidence, Line } from '@readout/plugin-kit';
import { onPages } from '@readout/plugin-kit/evidence';
import { doubtOf } from '../record/doubt.ts';
import type { Looked } from '../ui/focus.ts';
import type { Quad } from './geometry.ts';

/** What was read, as far as it has a place. */
export interface Placed {
  lines: readonly Pick<Line, 'id' | 'box' | 'text'>[];
  barcodes: readonly Pick<Barcode, 'id' | 'box' | 'text'>[];
}
export type RecordWithPlaces = Pick<RecordDetail, 'id' | 'fields'>;

/** Something with a place in the picture. */
export interface Box {
  key: string;
  quad: Quad;
  kind: 'line' | 'barcode' | 'field';
  /** What was read there. */
  text: string;
  /** Field that uses it: a click leads there. */
  use?: { recordId: string; field: string; isDoubtful: boolean };
}

/**
 * Records with the places on one page only: a record of several pages is shown on each of them.
 * @param page the one that is shown
 */
export function recordsOnPage<Shown extends RecordWithPlaces>(
  records: readonly Shown[],
  page: { pageNumber: number },
): Shown[] {
  return records.map((record) => ({
    ...record,
    fields: Object.fromEntries(
      Object.entries(record.fields).map(([name, field]) => [
        name,
        { ...field, evidence: evidenceOnPage(field.evidence, page) },
      ]),
    ),
  }));
}

/** What is on a page; of a document of one page it says none. */
export const evidenceOnPage = (
  evidence: readonly FieldEvidence[],
  { pageNumber }: { pageNumber: number },
): Evidence[] => onPages(evidence).filter(({ page }) => page === undefined || page === pageNumber);

/** Boxes of a page: each line and barcode once, and evidence that is neither. Fields of the first records win. */
export function boxesOf(reading: Placed | null, records: readonly RecordWithPlaces[]): Box[] {
  const uses = new Map<string, NonNullable<Box['use']>>();
  const free: Box[] = [];
  for (const record of records) {
    for (const [name, field] of Object.entries(record.fields)) {
      const use = { recordId: record.id, field: name, isDoubtful: doubtOf(field) !== undefined };
      onPages(field.evidence).forEach((evidence, index) => {
        const id = evidence.line ?? evidence.barcode;
        // A line holds several values ("TOTAL 12.50 EUR"): the part is what one clicks, above the line.
        free.push({
          key: `${record.id}-${name}-${index}`,
          quad: evidence.box,
          kind: 'field',
          text: field.raw,
          use,
        });
        if (id && !uses.has(id)) uses.set(id, use);
      });
    }
  }
  const seen: Box[] = [
    ...(reading?.lines ?? []).map(({ id, box, text }) => ({
      key: id,
      quad: box,
      kind: 'line' as const,
      text,
    })),
    ...(reading?.barcodes ?? []).map(({ id, box, text }) => ({
      key: id,
      quad: box,
      kind: 'barcode' as const,
      text,
    })),
  ];
  return [...seen.map((box) => (uses.has(box.key) ? { ...box, use: uses.get(box.key)! } : box)), ...free];
}

/** Pixels to light up: of the field looked at, else of the line pointed at. */
export function litBoxes(
  boxes: readonly Box[],
  records: readonly RecordWithPlaces[],
  looked: Looked | undefined,
  litId: string | undefined,
): Quad[] {
  if (litId) return boxes.filter((box) => box.key === litId).map((box) => box.quad);
  if (!looked) return [];
  const field = records.find(({ id }) => id === looked.recordId)?.fields[looked.field];
  return field ? onPages(field.evidence).map(({ box }) => box) : [];
}
