import type { Line, Quad, Reading } from '@readout/image-reader';
import type { Evidence } from '@readout/plugin-kit';
import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { isUuid } from '../uuid.ts';
import type { RegionContent } from './read-region.ts';
import type { Picked } from './rules.ts';

/** What is printed where somebody picked a value, by the reading itself: nobody can say that something is where it is not. */
export interface Sighting {
  raw: string;
  /** Of the least certain word. */
  confidence: number;
  evidence: Evidence[];
  /** Of what was read by itself because the reading of the page has nothing there: how. */
  again?: { enlarged: number; engine: string };
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
  const regions = await findRegions(trx, companyId, captureId, parts);
  const sighting = rows[0] && sightingOf(rows[0].content, parts, regions);
  if (!sighting) throw new AppError('record.place_gone');
  return sighting;
}

type Regions = ReadonlyMap<string, RegionContent>;

/** What was read of the regions that are named, by the host alone. */
async function findRegions(
  trx: Trx,
  companyId: string,
  captureId: string,
  parts: Picked['parts'],
): Promise<Regions> {
  const named = parts.flatMap((part) => ('region' in part && part.region ? [part.region] : []));
  if (named.length === 0) return new Map();
  if (!named.every(isUuid)) throw new AppError('record.place_gone');
  const { rows } = await sql<{ id: string; content: RegionContent }>`
    select id, content from app.region_readings
    where company_id = ${companyId}::uuid and capture_id = ${captureId}::uuid and id = any (${named}::uuid[])`.execute(
    trx,
  );
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** Undefined where the reading, or what was read again, has no such words. */
export function sightingOf(
  { lines, barcodes }: Pick<Reading, 'lines' | 'barcodes'>,
  parts: Picked['parts'],
  regions: Regions = new Map(),
): Sighting | undefined {
  const seen = parts.map((part) => {
    if ('barcode' in part) {
      const barcode = barcodes.find(({ id }) => id === part.barcode);
      return (
        barcode && { raw: barcode.text, confidence: 1, evidence: { box: barcode.box, barcode: barcode.id } }
      );
    }
    const among = part.region === undefined ? lines : regions.get(part.region)?.lines;
    const line = among?.find(({ id }) => id === part.line);
    const found = line && ofLine(line, part.words);
    if (!found) return undefined;
    // Lines of a region are none of the reading.
    const { box } = found.evidence;
    return part.region === undefined ? found : { ...found, evidence: { box } };
  });
  const found = seen.filter((each) => each !== undefined);
  if (found.length === 0 || found.length < parts.length) return undefined;
  const [again] = [...regions.values()].toSorted((one, other) => other.enlarged - one.enlarged);
  return {
    raw: found.map(({ raw }) => raw).join('\n'),
    confidence: Math.min(...found.map(({ confidence }) => confidence)),
    evidence: found.map(({ evidence }) => evidence),
    ...(again ? { again: { enlarged: again.enlarged, engine: again.engine.version } } : {}),
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
