import { parseAmount } from '../amounts.ts';
import { findDates } from '../dates.ts';
import { findTimes } from '../times.ts';
import type { PluginReading } from '../types.ts';
import { looksFixed } from './anchors.ts';
import { levelExample, type MarkedPart, partsOfMark, remainders, type TemplateMark } from './marks.ts';
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
  // Words that name a number, then one that holds digits: `Certificate no. CD361356`.
  const last = text.slice(0, trimmedEnd).lastIndexOf(' ') + 1;
  const names = text.slice(0, last).trim();
  if (
    /\d/.test(text.slice(last, trimmedEnd)) &&
    !/\d/.test(names) &&
    namesCode.test(names.split(/\s+/).at(-1) ?? '')
  )
    return { line: lineId, start: last, end: trimmedEnd };
  return whole;
}

/**
 * The value of a line somebody pointed at: without a label of its own, but whole where something beside the line names it
 * already (`Ward 7` beside `Ward:`).
 */
export function suggestPart(
  reading: PluginReading,
  lineId: string,
  marks: readonly TemplateMark[],
): MarkedPart | undefined {
  const line = reading.lines.find(({ id }) => id === lineId);
  if (!line) return undefined;
  const { text } = line;
  const part = suggestValue(lineId, text);
  const start = text.length - text.trimStart().length;
  if (part.start === start || /[:=]\s*$/.test(text.slice(0, part.start))) return part;
  const whole = { ...part, start };
  const label = suggestLabel(reading, [whole], takenBy(marks));
  const level = levelExample(reading);
  const [own, other] = [level.stretchOf(whole), label?.[0] && level.stretchOf(label[0])];
  if (!own || !other) return part;
  const height = own.box[3] - own.box[1];
  const gap = own.box[0] - other.box[2];
  const isBeside = Math.abs(own.box[1] + own.box[3] - other.box[1] - other.box[3]) < 1.2 * height;
  const isNamed = isBeside && gap > -0.5 * height && gap < (/:$/.test(other.text) ? 24 : 6) * height;
  return isNamed ? whole : part;
}

/** Of a line that holds marked values one more: its first free word with a digit, else its last free word. */
export function suggestFurther(
  reading: PluginReading,
  lineId: string,
  marks: readonly TemplateMark[],
): MarkedPart | undefined {
  const line = reading.lines.find(({ id }) => id === lineId);
  if (!line) return undefined;
  const values = marks.flatMap((mark) => partsOfMark(mark).value).filter((part) => part.line === lineId);
  const words = [...line.text.matchAll(/[^\s|]+/g)].map(({ index, 0: word }) => ({
    line: lineId,
    start: index,
    // A full stop behind it ends the sentence.
    end: index + (word.length > 1 ? word.replace(/[.,;]$/, '').length : word.length),
  }));
  const free = words.filter((word) =>
    values.every(({ start, end }) => word.end <= start || word.start >= end),
  );
  return (
    free.find(({ start, end }) => /\d/.test(line.text.slice(start, end))) ??
    free.findLast(({ start, end }) => /\p{L}{2}/u.test(line.text.slice(start, end)))
  );
}

// cspell:disable -- words of several languages
/** Words on labels of numbers nobody counts with, and of sums of money. */
const namesCode =
  /\b(no|nr|nos|num|number|nummer|numéro|número|id|ref|reference|code|serial|lot|batch|charge|account|konto|order|invoice|receipt|policy|phone|tel|zip|plz|year|card|article|artikel|sku|part)\b|n°|№|#|(nummer|nr|code|id)\.?:?$/i;
const namesMoney =
  /(total|price|preis|amount|betrag|sum|summe|cost|net|gross|netto|brutto|vat|tax|mwst|fee|balance|due|subtotal|prix|montant|importe|charge)\b/i;
// cspell:enable

/** What a value seems to be, given what names it. */
export function suggestType(texts: readonly string[], locale: string, label = ''): TemplateFieldType {
  if (texts.length > 1) return 'address';
  const text = (texts[0] ?? '').trim();
  const today = '2030-01-01';
  const [date, ...dates] = findDates(text, { locale, today });
  if (date && dates.length === 0 && date.raw.length > 0.7 * text.length) return 'date';
  const [time] = findTimes(text);
  if (time && time.raw.length > 0.7 * text.length) return 'time';
  const amount = parseAmount(text, { locale });
  const isMoney = amount && (namesMoney.test(label) || /\d[.,'’ ]\d{3}[.,]\d\d$/.test(text));
  if (amount && (amount.currency !== undefined || (isMoney && /[.,]\d\d$/.test(text)))) return 'amount';
  if (/^\d+$/.test(text) && namesCode.test(label)) return 'code';
  if (/\d/.test(text) && /^[\d./-]{5,}$/.test(text) && namesCode.test(label)) return 'code';
  if (
    /^[-+−]?\d[\d.,'’ ]*(?:\s?[\p{L}%°/³²]{1,6})?$/u.test(text) &&
    !/^0\d/.test(text) &&
    text.replace(/\D/g, '').length < 8
  )
    return 'number';
  // Capitals with a number among them, such as `PAINT WHITE 5L`, are words: of a code most parts hold a digit.
  const parts = text.split(/\s+/);
  const numbered = parts.filter((part) => /\d/.test(part)).length;
  if (2 * numbered >= parts.length && /^[\p{Lu}\d][\p{Lu}\d ./-]{3,}$/u.test(text)) return 'code';
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
  const rest = remainders(level.lines, [...value, ...taken], level);
  // What stands right before it in its own line.
  const before = rest.filter(({ line, end }) => line.id === first.line.id && end <= first.start).at(-1);
  if (before && /\p{L}{2}|\p{L}[.:]/u.test(before.text) && looksFixed(before.text, 2))
    return [{ line: before.line.id, start: before.start, end: before.end }];
  const last = own.at(-1)!;
  interface Choice {
    part: MarkedPart;
    cost: number;
    gap: number;
  }
  const best: { beside?: Choice; above?: Choice; below?: Choice } = {};
  const offer = (side: keyof typeof best, choice: Choice) => {
    if (choice.cost < (best[side]?.cost ?? Number.POSITIVE_INFINITY)) best[side] = choice;
  };
  for (const { line, start, end, text, box } of rest) {
    // What changes from one document to the next finds nothing; a rate behind a name stays.
    const bare = text.replace(/\s*\(?\d{1,2}(?:[.,]\d{1,2})?\s?%\)?:?$/, '');
    if (!/\p{L}{2}/u.test(bare) || !looksFixed(bare, 2)) continue;
    const part = { line: line.id, start, end };
    const doubt = /[:.]$/.test(text) ? -2 : 0;
    const gapLeft = first.box[0] - box[2];
    const gapAbove = first.box[1] - box[3];
    const gapBelow = box[1] - last.box[3];
    const isOver = Math.min(box[2], first.box[2]) - Math.max(box[0], first.box[0]) > 0;
    if (Math.abs((box[1] + box[3]) / 2 - middle) < 0.6 * height && gapLeft > -0.5 * height) {
      if (gapLeft < 36 * height)
        offer('beside', { part, cost: gapLeft / height + doubt, gap: gapLeft / height });
    } else if (gapAbove > -0.4 * height && gapAbove < 2 * height && box[1] < first.box[1] && isOver) {
      // A heading over everything is no label.
      const heading = box[3] - box[1] > 1.6 * height ? 6 : 0;
      const aside = Math.abs(box[0] - first.box[0]) / height;
      const gap = Math.max(0, gapAbove) / height;
      offer('above', { part, cost: 3 + 2 * gap + aside + doubt + heading, gap });
    } else if (gapBelow > -0.4 * height && gapBelow < 1.6 * height) {
      // Smaller than the value, and short: what one prints under a line to write on.
      if (text.length > 32) continue;
      if (box[3] - box[1] > 0.9 * height || box[0] < last.box[0] - 2 * height || box[0] > last.box[2])
        continue;
      const gap = Math.max(0, gapBelow) / height;
      offer('below', { part, cost: 3 + 2 * gap + Math.abs(box[0] - last.box[0]) / height, gap });
    }
  }
  const { beside, above, below } = best;
  const chosen = beside && (!above || beside.cost <= above.cost) ? beside : above;
  if (below && !beside && (!above || above.gap > below.gap + 0.8 || above.cost > below.cost + 6))
    return [below.part];
  return chosen && [chosen.part];
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

const takenBy = (marks: readonly TemplateMark[]): MarkedPart[] =>
  marks.flatMap((mark) => {
    const all = partsOfMark(mark);
    return [...all.value, ...all.fixed];
  });

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
  const found = suggestLabel(reading, value, takenBy(marks));
  const label = suggestFieldLabel(found ? found.map(textOf).join(' ') : '');
  const type = suggestType(texts, locale, found ? label : '');
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
