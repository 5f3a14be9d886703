import type { JsonValue } from '@readout/plugin-kit';
import type { PluginRecord } from '@readout/plugin-sandbox/node';
import { newScore, rates, type Score } from '../fields/measure.ts';
import type { Cells, Truth } from './compose.ts';

/** Counts by field, and how often what was said to be certain is. */
export class Scores {
  readonly byField = new Map<string, Score>();
  readonly byLanguage = new Map<string, Score>();
  /** Values of 95% and more, and of them the wrong ones, by the type of record. */
  sure = { count: 0, wrong: 0 };
  given = 0;

  add(language: string, field: string, one: Score): void {
    for (const [scores, name] of [
      [this.byField, field],
      [this.byLanguage, language],
    ] as const) {
      const score = scores.get(name) ?? newScore();
      scores.set(name, score);
      score.correct += one.correct;
      score.given += one.given;
      score.expected += one.expected;
    }
  }

  get all(): Score {
    const sum = newScore();
    for (const { correct, given, expected } of this.byField.values()) {
      sum.correct += correct;
      sum.given += given;
      sum.expected += expected;
    }
    return sum;
  }
}

export const f1Of = (score: Score): number => rates(score)[2];

/** Fields the readers keep for older programs, or that no layout prints. */
const unasked = new Set(['merchant', 'subtotal', 'time']);
const codes = new Set(['number', 'orderNumber', 'iban', 'supplierTaxId', 'buyerTaxId']);

/** Compares a record with what is printed; what differs is said to `tell`. */
export function compare(
  scores: Scores,
  language: string,
  truth: Truth,
  record: PluginRecord | undefined,
  tell: (field: string, found: unknown, printed: unknown, confidence: number | undefined) => void,
): void {
  for (const field of new Set([...Object.keys(truth), ...Object.keys(record?.fields ?? {})])) {
    if (unasked.has(field)) continue;
    const found = record?.fields[field];
    const printed = truth[field];
    let isRight: boolean;
    if (Array.isArray(printed) || Array.isArray(found?.value)) {
      const rows = (found?.value ?? []) as Record<string, JsonValue>[];
      isRight = compareRows(scores, language, field, (printed ?? []) as readonly Cells[], rows);
    } else {
      isRight =
        found !== undefined &&
        printed !== undefined &&
        isSame(field, found.value, printed as string | boolean);
      scores.add(language, field, {
        correct: Number(isRight),
        given: Number(found !== undefined),
        expected: Number(printed !== undefined),
      });
    }
    if (!isRight) tell(field, found?.value, printed, found?.confidence);
    if (!found) continue;
    scores.given++;
    if (found.confidence < 0.95) continue;
    scores.sure.count++;
    if (!isRight) scores.sure.wrong++;
  }
}

/** Cell by cell, in their order. */
function compareRows(
  scores: Scores,
  language: string,
  field: string,
  printed: readonly Cells[],
  found: readonly Record<string, JsonValue>[],
): boolean {
  let areRight = true;
  for (let at = 0; at < Math.max(printed.length, found.length); at++)
    for (const column of new Set([...Object.keys(printed[at] ?? {}), ...Object.keys(found[at] ?? {})])) {
      const [is, should] = [found[at]?.[column], printed[at]?.[column]];
      const isRight = is !== undefined && should !== undefined && isSame(column, is, should);
      areRight &&= isRight;
      scores.add(language, `${field}.${column}`, {
        correct: Number(isRight),
        given: Number(is !== undefined),
        expected: Number(should !== undefined),
      });
    }
  return areRight;
}

function isSame(field: string, found: JsonValue, printed: string | number | boolean): boolean {
  if (field === 'terms')
    return letters(found).includes(letters(printed)) && letters(found).length < letters(printed).length + 30;
  if (codes.has(field)) return letters(found) === letters(printed);
  if (typeof printed === 'number') return Number(found) === printed;
  if (/^-?\d+\.\d{2}$/.test(String(printed))) return Number(found) === Number(printed);
  return letters(found) === letters(printed);
}

const letters = (value: unknown): string =>
  String(value)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}²³]/gu, '');
