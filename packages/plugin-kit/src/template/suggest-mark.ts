import { parseAmount } from '../amounts.ts';
import { findDates } from '../dates.ts';
import { findTimes } from '../times.ts';
import type { PluginReading } from '../types.ts';
import { looksFixed } from './make-template.ts';
import { levelExample, type MarkedPart, remainders, type TemplateMark } from './marks.ts';
import type { TemplateFieldType } from './template.ts';

/** Of a line that holds its own label, the value alone: `Order no.: 4711` is `4711`, `Total 12.00` is `12.00`. */
export function suggestValue(lineId: string, text: string): MarkedPart {
  const trimmedEnd = text.trimEnd().length;
  const whole = { line: lineId, start: text.length - text.trimStart().length, end: trimmedEnd };
  const colon = /^[^\d:]*\p{L}[^:]*[:=]\s*(?=\S)/u.exec(text);
  if (colon && !/^\s*\d{1,2}\s*:/.test(text))
    return { line: lineId, start: colon[0].length, end: trimmedEnd };
  // Words, then one number.
  const tail = /^(\D*\p{L}{2}\D*?\s)([-+(]?\p{Sc}?\s?\d[\d.,'’/:-]*\s?(?:\p{Sc}|%|[A-Z]{3})?)$/u.exec(
    text.slice(0, trimmedEnd),
  );
  if (tail) return { line: lineId, start: tail[1]!.length, end: trimmedEnd };
  return whole;
}

/** What a value seems to be. */
export function suggestType(texts: readonly string[], locale: string): TemplateFieldType {
  if (texts.length > 1) return 'address';
  const text = (texts[0] ?? '').trim();
  const today = '2030-01-01';
  const [date, ...dates] = findDates(text, { locale, today });
  if (date && dates.length === 0 && date.raw.length > 0.7 * text.length) return 'date';
  const [time] = findTimes(text);
  if (time && time.raw.length > 0.7 * text.length) return 'time';
  const amount = parseAmount(text, { locale });
  if (amount && (amount.currency !== undefined || /[.,]\d\d$/.test(text))) return 'amount';
  if (
    /^[-+−]?\d[\d.,'’ ]*(?:\s?[\p{L}%°/³²]{1,6})?$/u.test(text) &&
    !/^0\d/.test(text) &&
    text.replace(/\D/g, '').length < 8
  )
    return 'number';
  if (/\d/.test(text) && /^[\p{Lu}\d][\p{Lu}\d ./-]{3,}$/u.test(text)) return 'code';
  return 'text';
}

/** What stands behind a number: `kWh` of `12.5 kWh`. */
export const suggestUnit = (text: string): string | undefined =>
  /^[-+−]?\d[\d.,'’ ]*?\s*([\p{L}%°][\p{L}%°/³²]{0,5})$/u.exec(text.trim())?.[1];

/** Where the text that names a value is most likely: in front of it, left of it or above it. */
export function suggestLabel(
  reading: PluginReading,
  value: readonly MarkedPart[],
  taken: readonly MarkedPart[] = [],
): MarkedPart[] | undefined {
  const level = levelExample(reading);
  const own = value.flatMap((part) => level.stretchOf(part) ?? []);
  const first = own[0];
  if (!first) return undefined;
  const height = first.box[3] - first.box[1];
  const middle = (first.box[1] + first.box[3]) / 2;
  let best: { part: MarkedPart; cost: number } | undefined;
  for (const { line, start, end, text, box } of remainders(level.lines, [...value, ...taken], level)) {
    if (!/\p{L}{2}/u.test(text)) continue;
    const gapLeft = first.box[0] - box[2];
    const gapAbove = first.box[1] - box[3];
    const isBeside = Math.abs((box[1] + box[3]) / 2 - middle) < 0.6 * height && gapLeft > -0.5 * height;
    const isAbove =
      gapAbove > -0.4 * height &&
      gapAbove < 2 * height &&
      box[1] < first.box[1] &&
      Math.min(box[2], first.box[2]) - Math.max(box[0], first.box[0]) > 0;
    if (!isBeside && !isAbove) continue;
    let cost = isBeside
      ? gapLeft / height
      : 3 + (2 * Math.max(0, gapAbove)) / height + Math.abs(box[0] - first.box[0]) / height;
    if (isBeside && cost > 30) continue;
    if (!looksFixed(text)) cost += 8;
    if (/[:.]$/.test(text)) cost -= 2;
    // A heading over everything is no label.
    if (box[3] - box[1] > 1.6 * height) cost += 6;
    if (!best || cost < best.cost) best = { part: { line: line.id, start, end }, cost };
  }
  return best && [best.part];
}

/** `Delivery date:` as what people read. */
export function suggestFieldLabel(text: string): string {
  const bare = text
    .replace(/[\s:.=#_*·•-]+$/u, '')
    .replace(/^[\s*•·-]+/u, '')
    .replace(/\s+/g, ' ')
    .slice(0, 60)
    .trim();
  const calm = /\p{Ll}/u.test(bare) ? bare : bare.toLowerCase();
  return calm === '' ? 'Value' : calm[0]!.toUpperCase() + calm.slice(1);
}

/** `Delivery date` as a name programs use: `deliveryDate`; numbered where another field has it. */
export function suggestName(label: string, others: readonly string[]): string {
  const words = label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  const joined = words
    .map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
  const base = (/^[a-z]/.test(joined) ? joined : `field${joined}`).slice(0, 50);
  let name = base;
  for (let number = 2; others.includes(name); number++) name = `${base}${number}`;
  return name;
}

/** Everything proposed for a value somebody pointed at, given what is marked already. */
export function suggestMark(
  reading: PluginReading,
  value: readonly MarkedPart[],
  marks: readonly TemplateMark[],
  locale: string,
): TemplateMark {
  const textOf = (part: MarkedPart) =>
    reading.lines.find((line) => line.id === part.line)?.text.slice(part.start, part.end) ?? '';
  const texts = value.map(textOf);
  const taken = marks.flatMap((mark) => [
    ...('parts' in mark.value ? mark.value.parts : []),
    ...(mark.by === 'place' ? [] : mark.by.label),
  ]);
  const found = suggestLabel(reading, value, taken);
  const label = suggestFieldLabel(found ? found.map(textOf).join(' ') : '');
  const type = suggestType(texts, locale);
  const unit = type === 'number' ? suggestUnit(texts[0] ?? '') : undefined;
  return {
    name: suggestName(
      label,
      marks.map((mark) => mark.name),
    ),
    label,
    type,
    ...(unit ? { unit } : {}),
    isRequired: true,
    value: { parts: [...value] },
    by: found ? { label: found } : 'place',
  };
}
