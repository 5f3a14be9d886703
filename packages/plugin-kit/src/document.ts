import type {
  CheckRule,
  DataFile,
  Evidence,
  FieldData,
  FieldEvidence,
  Page,
  PluginReading,
  Quad,
  RecordData,
} from './types.ts';

export { declaredPart } from './declared-part.ts';
export { papersOf } from './papers-of-pages.ts';

/** Several pages as one reading, and the way back from it. */
export interface JoinedPages {
  reading: PluginReading;
  /** Evidence where it is on its own page: in the pixels, and by the ids, that this page was read with. */
  toPage: {
    (evidence: Evidence): Evidence;
    (evidence: FieldEvidence): FieldEvidence;
  };
}

/**
 * Puts the pages of a paper one below the other, each turned upright, so that what reads one page reads all of them: lines
 * and barcodes are numbered through, and `pages` says where each page begins.
 * @param pages in their order, at least one
 */
export function joinPages(pages: readonly PluginReading[]): JoinedPages {
  const [first] = pages;
  if (!first) throw new RangeError('There is no page to join.');
  const inOne = first.page.of === 1;
  if (pages.length === 1)
    return {
      reading: first,
      toPage: <Piece extends FieldEvidence>(evidence: Piece): Piece =>
        inOne ? evidence : { ...evidence, page: first.page.number },
    };
  const lines: PluginReading['lines'] = [];
  const barcodes: PluginReading['barcodes'] = [];
  const files: DataFile[] = [];
  const placed: (Page & { top: number })[] = [];
  const origins = new Map<string, { id: string; page: number }>();
  let top = 0;
  let width = 0;
  for (const [index, { page, ...reading }] of pages.entries()) {
    const upright = uprightSize(page);
    const down = (quad: Quad): Quad =>
      quad.map((point) => {
        const [x, y] = turned(point, page);
        return [x, y + top];
      }) as Quad;
    for (const line of reading.lines) {
      const id = `l${lines.length}`;
      origins.set(id, { id: line.id, page: index });
      lines.push({
        ...line,
        id,
        box: down(line.box),
        words: line.words.map((word) => ({ ...word, box: down(word.box) })),
      });
    }
    for (const code of reading.barcodes) {
      const id = `b${barcodes.length}`;
      origins.set(id, { id: code.id, page: index });
      barcodes.push({ ...code, id, box: down(code.box) });
    }
    for (const file of reading.files ?? []) {
      const id = `f${files.length}`;
      origins.set(id, { id: file.id, page: index });
      files.push({ ...file, id });
    }
    placed.push({ ...page, ...upright, rotation: 0, top });
    top += upright.height;
    width = Math.max(width, upright.width);
  }
  return {
    reading: {
      page: { number: first.page.number, of: first.page.of, width, height: top, rotation: 0 },
      lines,
      barcodes,
      ...(files.length > 0 ? { files } : {}),
      languages: first.languages,
      pages: placed,
    },
    toPage: toPage as JoinedPages['toPage'],
  };

  function toPage(evidence: FieldEvidence): FieldEvidence {
    if (evidence.file !== undefined) {
      const origin = origins.get(evidence.file);
      return origin
        ? { ...evidence, file: origin.id, page: pages[origin.page]!.page.number }
        : { ...evidence };
    }
    const { line, barcode, box, ...rest } = evidence;
    const cited = barcode ?? line;
    const origin = cited === undefined ? undefined : origins.get(cited);
    const index = origin?.page ?? pageAt(placed, box);
    const { page } = pages[index]!;
    return {
      ...rest,
      box: backFrom(box, page, placed[index]!.top),
      ...(line === undefined ? {} : { line: origins.get(line)?.id ?? line }),
      ...(barcode === undefined ? {} : { barcode: origins.get(barcode)?.id ?? barcode }),
      page: page.number,
    };
  }
}

/** A record whose evidence, and that of its checks, is where {@link JoinedPages.toPage} says. */
export function placeRecord<Made extends RecordData>(record: Made, { toPage }: JoinedPages): Made {
  const placeRule = (rule: CheckRule): CheckRule =>
    rule.rule === 'sum'
      ? {
          ...rule,
          of: rule.of.map((part) =>
            'evidence' in part ? { ...part, evidence: part.evidence.map((piece) => toPage(piece)) } : part,
          ),
        }
      : rule;
  const placeField = (field: FieldData): FieldData => ({
    ...field,
    evidence: field.evidence.map((piece) => toPage(piece)),
    checks: field.checks.map((check) => (check.rule ? { ...check, rule: placeRule(check.rule) } : check)),
  });
  return {
    ...record,
    fields: Object.fromEntries(Object.entries(record.fields).map(([name, one]) => [name, placeField(one)])),
  };
}

/** The page a record begins on: the first it was seen on; undefined where the document has but one. */
export function firstPageOf({ fields }: Pick<RecordData, 'fields'>): number | undefined {
  const pages = Object.values(fields).flatMap(({ evidence }) => evidence.flatMap(({ page }) => page ?? []));
  return pages.length === 0 ? undefined : Math.min(...pages);
}

const uprightSize = ({ width, height, rotation }: Page): { width: number; height: number } =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** A point of a page after the page was turned upright. */
function turned([x, y]: readonly [number, number], { width, height, rotation }: Page): [number, number] {
  switch (rotation) {
    case 0:
      return [x, y];
    case 90:
      return [height - y, x];
    case 180:
      return [width - x, height - y];
    case 270:
      return [y, width - x];
  }
}

/** From the joined pages to the pixels of one of them. */
function backFrom(quad: Quad, { width, height, rotation }: Page, top: number): Quad {
  return quad.map(([across, down]) => {
    const [x, y] = [across, down - top];
    const back: Record<Page['rotation'], [number, number]> = {
      0: [x, y],
      90: [y, height - x],
      180: [width - x, height - y],
      270: [width - y, x],
    };
    return back[rotation].map(hundredth);
  }) as Quad;
}

/** What adding the height of a page and taking it off again leaves behind is no pixel. */
const hundredth = (value: number): number => Math.round(value * 100) / 100;

/** The page the middle of a box lies on. */
function pageAt(placed: readonly { top: number }[], box: Quad): number {
  const middle = box.reduce((sum, [, y]) => sum + y, 0) / box.length;
  return Math.max(
    0,
    placed.findLastIndex(({ top }) => top <= middle),
  );
}
