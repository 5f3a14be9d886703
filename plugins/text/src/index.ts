import {
  type DraftRecord,
  defineReader,
  field,
  joinSightings,
  layoutOf,
  listField,
  type PlacedLine,
  type PluginReading,
  type Sighting,
  seenLine,
  textField,
} from '@readout/plugin-kit';

interface Block {
  lines: Sighting[];
  left: number;
  right: number;
  bottom: number;
  height: number;
}

export default defineReader({
  read({ reading }) {
    const blocks = paragraphsOf(reading);
    const paragraphs = blocks.map((block) => {
      const sighting = joinSightings(block.lines, '\n');
      return { sighting, value: textOf(block.lines.map((line) => line.text)) };
    });
    const list = listField(paragraphs.filter(({ value }) => value !== ''));
    if (!list) return [];
    const title = titleOf(blocks);
    const record: DraftRecord = {
      type: 'text',
      // Nothing is interpreted here, so that anything a person or another reader says counts for more.
      confidence: Math.round(Math.min(0.5, 0.5 * list.confidence) * 1000) / 1000,
      fields: { ...(title ? { title } : {}), paragraphs: list },
    };
    return [record];
  },
});

/**
 * Lines in reading order, each with the block it goes on: the last one that ends in its row or right above it, at its height
 * and distance. Thus columns side by side stay apart where their rows are read in turn.
 */
function paragraphsOf(reading: PluginReading): Block[] {
  const layout = layoutOf(reading);
  const placed = new Map(layout.rows.flatMap((row) => row.lines).map((line) => [line.line.id, line]));
  const blocks: Block[] = [];
  for (const line of reading.lines) {
    const place = placed.get(line.id);
    const seen = seenLine(line);
    if (!place) {
      // Turned text stands for itself.
      blocks.push({ lines: [seen], left: 0, right: 0, bottom: Number.NEGATIVE_INFINITY, height: 0 });
      continue;
    }
    const last = blocks.at(-1);
    if (last && goesOnInRow(last, place)) {
      last.lines[last.lines.length - 1] = joinSightings([last.lines.at(-1)!, seen], ' ');
      widen(last, place);
      continue;
    }
    const above = blocks.findLast((block) => isUnder(block, place));
    if (above) {
      above.lines.push(seen);
      widen(above, place);
    } else {
      const { left, right, bottom, height } = place;
      blocks.push({ lines: [seen], left, right, bottom, height });
    }
  }
  return blocks;
}

const isOfSize = (block: Block, { height }: PlacedLine): boolean =>
  height < 1.35 * block.height && block.height < 1.35 * height;

function goesOnInRow(block: Block, place: PlacedLine): boolean {
  const { top, left, height } = place;
  return (
    isOfSize(block, place) &&
    top < block.bottom - 0.5 * height &&
    left > block.right - height &&
    left - block.right < 1.5 * height
  );
}

function isUnder(block: Block, place: PlacedLine): boolean {
  const { left, right, top, height } = place;
  const gap = top - block.bottom;
  const overlap = Math.min(right, block.right) - Math.max(left, block.left);
  return (
    isOfSize(block, place) &&
    gap > -0.6 * height &&
    gap < 0.95 * height &&
    overlap > 0.5 * Math.min(right - left, block.right - block.left)
  );
}

function widen(block: Block, { left, right, bottom, height }: PlacedLine): void {
  block.left = Math.min(block.left, left);
  block.right = Math.max(block.right, right);
  block.bottom = Math.max(block.bottom, bottom);
  block.height = (block.height + height) / 2;
}

/** Lines as running text: a hyphen at a line's end before a small letter joins two halves of a word. */
function textOf(lines: string[]): string {
  return lines
    .reduce(
      (text, line) =>
        /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line) ? text.slice(0, -1) + line : `${text} ${line}`,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first paragraph in letters clearly larger than the rest, if it is short enough to be a title. */
function titleOf(blocks: Block[]) {
  const heights = blocks.flatMap((block) => block.lines.map(() => block.height)).sort((a, b) => a - b);
  const median = heights[Math.floor(heights.length / 2)] ?? 0;
  const chosen = blocks.slice(0, 6).find((block) => {
    const text = textOf(block.lines.map((line) => line.text));
    return (
      block.lines.length <= 3 &&
      text.length >= 3 &&
      text.length <= 120 &&
      /\p{L}{2}/u.test(text) &&
      block.height >= 1.25 * median
    );
  });
  const fallback = blocks[0];
  const block =
    chosen ??
    (fallback &&
    fallback.lines.length === 1 &&
    blocks.length > 1 &&
    fallback.lines[0]!.text.length <= 80 &&
    /\p{L}{3}/u.test(fallback.lines[0]!.text)
      ? fallback
      : undefined);
  if (!block) return undefined;
  const sighting = joinSightings(block.lines, ' ');
  const value = textField(sighting);
  return value && field(sighting, value.value, { confidence: sighting.confidence * (chosen ? 0.9 : 0.6) });
}
