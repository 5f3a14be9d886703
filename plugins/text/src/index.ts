import {
  type DraftRecord,
  defineReader,
  field,
  joinSightings,
  layoutOf,
  listField,
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
 * Lines in reading order, gathered while they keep their left edge or centre, their height and their distance. The
 * engine's order already goes through columns one by one.
 */
function paragraphsOf(reading: PluginReading): Block[] {
  const layout = layoutOf(reading);
  const placed = new Map(layout.rows.flatMap((row) => row.lines).map((line) => [line.line.id, line]));
  const blocks: Block[] = [];
  for (const line of reading.lines) {
    const place = placed.get(line.id);
    const seen = seenLine(line);
    const last = blocks.at(-1);
    if (!place) {
      // Turned text stands for itself.
      blocks.push({ lines: [seen], left: 0, right: 0, bottom: Number.NEGATIVE_INFINITY, height: 0 });
      continue;
    }
    const { left, right, top, bottom, height } = place;
    const sameSize = last !== undefined && height < 1.35 * last.height && last.height < 1.35 * height;
    const gap = last ? top - last.bottom : 0;
    const sameRow = last !== undefined && top < last.bottom - 0.5 * height && left > last.right - height;
    const overlap = last ? Math.min(right, last.right) - Math.max(left, last.left) : 0;
    const under =
      last !== undefined &&
      gap > -0.6 * height &&
      gap < 0.95 * height &&
      overlap > 0.5 * Math.min(right - left, last.right - last.left);
    if (last && sameSize && (under || (sameRow && left - last.right < 1.5 * height))) {
      if (sameRow) last.lines[last.lines.length - 1] = joinSightings([last.lines.at(-1)!, seen], ' ');
      else last.lines.push(seen);
      last.left = Math.min(last.left, left);
      last.right = Math.max(last.right, right);
      last.bottom = Math.max(last.bottom, bottom);
      last.height = (last.height + height) / 2;
    } else blocks.push({ lines: [seen], left, right, bottom, height });
  }
  return blocks;
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
