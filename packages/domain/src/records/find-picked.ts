import type { Line, Quad, Reading } from '@readout/image-reader';
import type { Evidence } from '@readout/plugin-kit';
import { sql } from 'kysely';
import { isUuid } from '../captures/capture-conditions.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import type { Picked } from './rules.ts';

/** What is printed where somebody picked a value, by the reading itself: nobody can say that something is where it is not. */
export interface Sighting {
  raw: string;
  /** Of the least certain word. */
  confidence: number;
  evidence: Evidence[];
}

/** @throws AppError `record.place_gone`, also for a reading of another page */
export async function findPicked(
  trx: Trx,
  companyId: string,
  captureId: string,
  { readingId, parts }: Picked,
): Promise<Sighting> {
  if (!isUuid(readingId)) throw new AppError('record.place_gone');
  const { rows } = await sql<{ content: Reading }>`
    select content from app.readings
    where company_id = ${companyId}::uuid and capture_id = ${captureId}::uuid and id = ${readingId}::uuid`.execute(
    trx,
  );
  const sighting = rows[0] && sightingOf(rows[0].content, parts);
  if (!sighting) throw new AppError('record.place_gone');
  return sighting;
}

/** Undefined where the reading has no such words. */
export function sightingOf(
  { lines, barcodes }: Pick<Reading, 'lines' | 'barcodes'>,
  parts: Picked['parts'],
): Sighting | undefined {
  const seen = parts.map((part) => {
    if ('barcode' in part) {
      const barcode = barcodes.find(({ id }) => id === part.barcode);
      return (
        barcode && { raw: barcode.text, confidence: 1, evidence: { box: barcode.box, barcode: barcode.id } }
      );
    }
    const line = lines.find(({ id }) => id === part.line);
    return line && ofLine(line, part.words);
  });
  const found = seen.filter((each) => each !== undefined);
  if (found.length === 0 || found.length < parts.length) return undefined;
  return {
    raw: found.map(({ raw }) => raw).join('\n'),
    confidence: Math.min(...found.map(({ confidence }) => confidence)),
    evidence: found.map(({ evidence }) => evidence),
  };
}

function ofLine(line: Line, numbers: readonly number[] | null) {
  const place = (box: Quad) => ({ box, line: line.id });
  if (!numbers) return { raw: line.text, confidence: line.confidence, evidence: place(line.box) };
  const words = numbers.flatMap((number) => line.words[number] ?? []);
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || words.length < numbers.length) return undefined;
  return {
    raw: words.map(({ text }) => text).join(' '),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    evidence: place([first.box[0], last.box[1], last.box[2], first.box[3]]),
  };
}
