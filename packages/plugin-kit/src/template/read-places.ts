import { codeField, textField } from '../fields.ts';
import { seenBarcode } from '../sightings.ts';
import type { Field, ReaderInput } from '../types.ts';
import type { TemplateFit } from './fit-template.ts';
import { centreOf } from './plane.ts';
import { readOn } from './read-on.ts';
import { type ItemRow, readRows } from './read-rows.ts';
import { type ReadText, readText, textOf } from './read-text.ts';
import { leftOver, middleOf, middleShift, placeLabels } from './shifts.ts';
import type { Template, TemplateField } from './template.ts';
import { type Token, tokensOf } from './tokens.ts';
import { codeOf } from './typed-value.ts';

/** What stands at the places of a template's fields in a reading it fits. */
export interface ReadPlaces {
  /** Without those where nothing stands, or nothing of the field's type. */
  fields: Record<string, Field>;
  /** What stands where a value should, and is none of its type. */
  declined: Map<string, string>;
  /** Words of rows by the name of their field. */
  rows: Map<string, ItemRow[]>;
}

export function readPlaces(input: ReaderInput, template: Template, fit: TemplateFit): ReadPlaces {
  const { placed, labels } = placeLabels(template, fit);
  const tokens = tokensOf(input.reading.lines, placed, fit);
  const fields = new Map<string, Field>();
  const declined = new Map<string, string>();
  const taken = new Set<Token>();
  const rowsOfField: ReadPlaces['rows'] = new Map();
  const texts: [wanted: TemplateField, text: ReadText][] = [];
  for (const wanted of template.fields) {
    const { find } = wanted;
    if (find.by === 'barcode') {
      const made = readBarcode(input, wanted, fit);
      if (made) fields.set(wanted.name, made);
    } else if (find.by !== 'rows') {
      const read = readText(input, template, wanted, fit, tokens, taken, labels);
      const made = read?.make(read.rows);
      if (made) {
        fields.set(wanted.name, made);
        for (const token of read!.rows.flat()) taken.add(token);
        if (!find.below && !read!.isEnclosed && (wanted.type === 'text' || wanted.type === 'address'))
          texts.push([wanted, read!]);
      } else if (read) declined.set(wanted.name, textOf(read.rows));
    }
  }
  // Rows take what is left, so that a value below the last one is never a row.
  for (const wanted of template.fields) {
    const { find } = wanted;
    if (find.by !== 'rows') continue;
    const found = find.heads.flatMap((head) => labels.get(JSON.stringify(head)) ?? []);
    const shift = found.length > 0 ? middleShift(found) : leftOver(middleOf(find.box), template, fit);
    const rows = readRows(input, template, wanted, fit, { tokens, taken, shift, found });
    if (rows.field) fields.set(wanted.name, rows.field);
    rowsOfField.set(wanted.name, rows.rows);
  }
  if (texts.length > 0) {
    const inRows = [...rowsOfField.values()].flat().flatMap(({ cells }) => [...cells.values()].flat());
    readOn(texts, fields, { template, fit, tokens, placed, labels, used: new Set([...taken, ...inRows]) });
  }
  return { fields: Object.fromEntries(fields), declined, rows: rowsOfField };
}

function readBarcode({ reading }: ReaderInput, wanted: TemplateField, fit: TemplateFit): Field | undefined {
  if (wanted.find.by !== 'barcode') return undefined;
  const { format, box } = wanted.find;
  const middle = middleOf(box);
  const size = Math.max(box[2] - box[0], box[3] - box[1]);
  let best: { code: (typeof reading.barcodes)[number]; distance: number } | undefined;
  for (const code of reading.barcodes) {
    if (code.format !== format) continue;
    const [x, y] = fit.toTemplate(centreOf(code.box));
    const distance = Math.hypot(x - middle[0], y - middle[1]);
    if (distance < 1.5 * size && (!best || distance < best.distance)) best = { code, distance };
  }
  if (!best) return undefined;
  const seen = seenBarcode(best.code);
  const options = { confidence: seen.confidence * fit.confidence };
  return wanted.type === 'code'
    ? codeField(seen, wanted.shape ? seen.text.trim() : codeOf(seen.text, undefined), options)
    : textField(seen, options);
}
