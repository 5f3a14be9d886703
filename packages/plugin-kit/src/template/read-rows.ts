import { field } from '../fields.ts';
import { joinSightings, type Sighting } from '../sightings.ts';
import type { Check, Field, JsonValue, Point, ReaderInput } from '../types.ts';
import { anchorsOf } from './find-texts.ts';
import type { FoundAnchor, TemplateFit } from './fit-template.ts';
import type { Template, TemplateBox, TemplateColumn, TemplateField } from './template.ts';
import { rowsOf, sightingsOf, type Token } from './tokens.ts';
import { typed } from './typed-value.ts';

const maxRows = 1_000;
/** Of a field, as hosts take it. */
const maxEvidence = 480;

export interface ItemRow {
  y: number;
  /** Words of each column; several lines where the text went on below. */
  cells: Map<string, Token[]>;
}

export interface ReadRows {
  field: Field | undefined;
  rows: ItemRow[];
}

/** Rows of cells from below the texts that head them to the next fixed text or gap. */
export function readRows(
  input: ReaderInput,
  template: Template,
  wanted: TemplateField,
  fit: TemplateFit,
  at: { tokens: readonly Token[]; taken: Set<Token>; shift: Point; found: readonly FoundAnchor[] },
): ReadRows {
  const { find } = wanted;
  if (find.by !== 'rows') return { field: undefined, rows: [] };
  const height = template.lineHeight;
  const [dx, dy] = at.shift;
  const heads = at.found.map(({ ends }) => (ends[0][1] + ends[1][1]) / 2);
  const top = heads.length > 0 ? Math.max(...heads) + 0.5 * height : find.box[1] + dy - 0.5 * height;
  const bottom = endOf(template, wanted, fit, top, dx);
  const columns = columnsHere(find.columns, at.found, dx, height);
  const left = Math.min(...columns.map(({ box }) => box[0])) - 3 * height + dx;
  const right = Math.max(...columns.map(({ box }) => box[2])) + 5 * height + dx;
  const inside = at.tokens.filter(
    (token) =>
      !at.taken.has(token) &&
      token.at[1] > top &&
      token.at[1] < bottom.y &&
      token.at[0] > left &&
      token.at[0] < right,
  );
  const rows: ItemRow[] = [];
  let previousY: number | undefined;
  let pitch = find.pitch;
  for (const row of rowsOf(inside, height)) {
    if (rows.length === maxRows) break;
    const distance = previousY === undefined ? 0 : row.y - previousY;
    // Free space as high as half a row ends them.
    const most = pitch ? Math.max(1.55 * pitch, pitch + 0.7 * height) : 3 * height;
    if (!bottom.isText && distance > most) break;
    const cells = cellsOf(row.tokens, columns, dx, height);
    const last = rows.at(-1);
    if (isItem(cells, columns, input)) {
      if (rows.length === 1) pitch ??= distance;
      rows.push({ y: row.y, cells });
      previousY = row.y;
    } else if (last && previousY !== undefined && isContinued(cells, columns, distance, find)) {
      for (const [name, tokens] of cells) last.cells.set(name, [...(last.cells.get(name) ?? []), ...tokens]);
      previousY = row.y;
    } else if (last && !bottom.isText) break;
  }
  return fieldOf(rows, columns, fit, input, heads.length > 0 || find.heads.length === 0);
}

/**
 * Where the columns are here: each lies by its own head, for what is drawn from longer or shorter texts sets its columns
 * elsewhere.
 */
function columnsHere(
  columns: readonly TemplateColumn[],
  found: readonly FoundAnchor[],
  dx: number,
  height: number,
): readonly TemplateColumn[] {
  const here = columns.map((column) => {
    const { box } = column;
    const apart = ({ anchor }: FoundAnchor) =>
      Math.min(Math.abs(anchor.box[0] - box[0]), Math.abs(anchor.box[2] - box[2]));
    const head = found
      .filter(({ anchor }) => anchor.box[0] < box[2] + 0.7 * height && anchor.box[2] > box[0] - 0.7 * height)
      .sort((a, b) => apart(a) - apart(b))[0];
    if (!head) return column;
    const { anchor, ends } = head;
    const aside = (ends[0][0] - anchor.box[0] + ends[1][0] - anchor.box[2]) / 2 - dx;
    if (Math.abs(aside) < 0.7 * height) return column;
    return {
      ...column,
      box: [box[0] + aside, box[1], box[2] + aside, box[3]] satisfies TemplateBox as TemplateBox,
    };
  });
  const order = (of: readonly TemplateColumn[]) =>
    of
      .map(({ name, box }) => ({ name, left: box[0] }))
      .sort((a, b) => a.left - b.left)
      .map(({ name }) => name)
      .join(' ');
  return order(here) === order(columns) ? here : columns;
}

/** Where rows cannot go on: at the text that was said to end them, else at one that stood below them in the example. */
function endOf(
  template: Template,
  { find }: TemplateField,
  fit: TemplateFit,
  top: number,
  dx: number,
): { y: number; isText: boolean } {
  if (find.by !== 'rows') return { y: top, isText: false };
  const firstY = (find.box[1] + find.box[3]) / 2;
  const until = find.until && JSON.stringify(find.until);
  let [own, other] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { anchor } of anchorsOf(template)) {
    if ((anchor.box[1] + anchor.box[3]) / 2 < firstY + 0.5 * template.lineHeight) continue;
    for (const found of fit.candidates.get(anchor) ?? []) {
      const y = (found.ends[0][1] + found.ends[1][1]) / 2;
      const aside = Math.abs(found.ends[0][0] - anchor.box[0] - dx);
      if (y < top || found.likeness < 0.75 || aside > 4 * template.lineHeight) continue;
      if (JSON.stringify(anchor) === until) own = Math.min(own, y);
      else other = Math.min(other, y);
    }
  }
  const y = Number.isFinite(own) ? own : other;
  return { y: y - 0.4 * template.lineHeight, isText: Number.isFinite(own) };
}

/** The words of a row by column: in the column they stand in, between two columns with the nearer neighbour. */
function cellsOf(
  tokens: readonly Token[],
  columns: readonly TemplateColumn[],
  dx: number,
  height: number,
): Map<string, Token[]> {
  const ordered = [...columns].sort((a, b) => a.box[0] - b.box[0]);
  const homes = tokens.map((token): number[] => {
    const middle = (token.left + token.right) / 2 - dx;
    for (const [index, { box }] of ordered.entries())
      if (middle >= box[0] - 0.3 * height && middle <= box[2] + 0.3 * height) return [index];
    const after = ordered.findIndex(({ box }) => box[0] > middle);
    if (after < 0) return [ordered.length - 1];
    return after === 0 ? [0] : [after - 1, after];
  });
  // Of two columns: the one of the word that stands closer.
  for (const [index, home] of homes.entries()) {
    if (home.length < 2) continue;
    const [before, after] = home as [number, number];
    const token = tokens[index]!;
    const previous = homes[index - 1]?.at(-1) === before ? token.left - tokens[index - 1]!.right : undefined;
    let next: number | undefined;
    for (let other = index + 1; other < tokens.length; other++) {
      const gap = tokens[other]!.left - tokens[other - 1]!.right;
      if (gap > 1.2 * height) break;
      if (homes[other]!.length === 1) {
        if (homes[other]![0] === after) next = gap;
        break;
      }
    }
    const toLeft = previous ?? Math.max(0, token.left - dx - ordered[before]!.box[2]) + 0.7 * height;
    const toRight = next ?? Math.max(0, ordered[after]!.box[0] - (token.right - dx)) + 0.7 * height;
    homes[index] = [toLeft <= toRight ? before : after];
  }
  const cells = new Map<string, Token[]>();
  for (const [index, token] of tokens.entries()) {
    const { name } = ordered[homes[index]![0]!]!;
    const cell = cells.get(name);
    if (cell) cell.push(token);
    else cells.set(name, [token]);
  }
  return cells;
}

const isTyped = ({ type }: TemplateColumn) => type !== 'text' && type !== 'code';

/** Half of the columns have what they should, and of those that are numbers or dates at least one has. */
function isItem(
  cells: Map<string, Token[]>,
  columns: readonly TemplateColumn[],
  input: ReaderInput,
): boolean {
  const made = columns.filter((column) => {
    const tokens = cells.get(column.name);
    return tokens !== undefined && cellField(column, tokens, 1, input) !== undefined;
  });
  return made.length >= columns.length / 2 && (made.some(isTyped) || !columns.some(isTyped));
}

/** Only words of text, close below a row that has text there. */
function isContinued(
  cells: Map<string, Token[]>,
  columns: readonly TemplateColumn[],
  distance: number,
  { pitch }: { pitch?: number | undefined },
): boolean {
  const texts = columns.filter(({ type }) => type === 'text').map(({ name }) => name);
  return (
    [...cells.keys()].every((name) => texts.includes(name)) &&
    (pitch === undefined || distance < 1.15 * pitch)
  );
}

const sightingOf = (tokens: readonly Token[]): Sighting => joinSightings(sightingsOf(tokens), ' ');

const cellField = (column: TemplateColumn, tokens: readonly Token[], trust: number, input: ReaderInput) =>
  typed(column, [sightingOf(tokens)], trust, [], input);

function fieldOf(
  rows: readonly ItemRow[],
  columns: readonly TemplateColumn[],
  fit: TemplateFit,
  input: ReaderInput,
  isHeaded: boolean,
): ReadRows {
  const value: { [name: string]: JsonValue }[] = [];
  const seen: Sighting[] = [];
  const failed: string[] = [];
  for (const { cells } of rows) {
    const made: [string, JsonValue][] = [];
    for (const column of columns) {
      const tokens = cells.get(column.name);
      if (!tokens) continue;
      const cell = cellField(column, tokens, 1, input);
      if (cell) made.push([column.name, cell.value as JsonValue]);
      else failed.push(sightingOf(tokens).text);
    }
    if (made.length === 0) continue;
    value.push(Object.fromEntries(made));
    seen.push(joinSightings([...cells.values()].map(sightingOf), ' '));
  }
  if (value.length === 0) return { field: undefined, rows: [] };
  const checks: Check[] = [];
  if (failed.length > 0)
    checks.push({
      name: 'cells-read',
      passed: false,
      reason: `Not of its column's type and left out: ${failed.slice(0, 3).join('; ').slice(0, 120)}`,
    });
  if (!isHeaded)
    checks.push({
      name: 'label-found',
      passed: false,
      reason: 'The texts above the columns could not be read here; these are the rows where they should be.',
    });
  const all = joinSightings(seen, '\n');
  const trust = fit.confidence * (isHeaded ? 1 : 0.75) * (failed.length > 0 ? 0.8 : 1);
  return {
    field: field({ ...all, evidence: all.evidence.slice(0, maxEvidence) }, value, {
      confidence: all.confidence * trust,
      checks,
    }) as Field,
    rows: [...rows],
  };
}
