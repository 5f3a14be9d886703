// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: a message a line
import type { NoValues } from '../message.ts';

export interface ReasonValues {
  'reason.reader_says': { reason: string | number };
  'reason.less': { label: string | number };
  'reason.day_of': { label: string | number; day: string | number };
  'reason.digits': { state: 'passed' | 'failed' };
  'reason.code': { state: 'passed' } | { state: 'failed'; code: string | number };
  'reason.page': { state: 'same' } | { state: 'differs'; value: string | number; printed: string | number } | { state: 'absent'; value: string | number } | { state: 'rows'; count: number };
  'reason.file': { check: 'line_amount' | 'tax_rate' | 'tax_base'; state?: 'passed' | undefined; row: number; made: string | number; said: string | number } | { check: 'line_sum' | 'net' | 'tax_sum' | 'total' | 'payable'; state?: 'passed' | undefined; made: string | number; said: string | number } | { check: 'due'; state?: 'passed' | undefined; said: string | number; made: string | number } | { check: 'mandatory' | 'repeated'; label: string | number } | { check: 'unreadable'; label: string | number; said: string | number } | { check: 'profile'; said: string | number };
  'reason.zone': { state: 'passed' | 'failed' } | { state: 'differs'; says: string | number };
  'reason.day': { state: 'passed' | 'failed'; bounds: 'from' | 'to' | 'both'; from: string | number; to: string | number };
  'reason.sum': { state: 'passed'; parts: string | number; made: string | number; label: string | number } | { state: 'failed'; parts: string | number; made: string | number; label: string | number; expected: string | number };
  'reason.element_digit': { state: 'passed' | 'failed'; code: string | number };
  'reason.element_day': { state: 'passed'; code: string | number; day: string | number } | { state: 'failed'; code: string | number };
  'reason.same_name': NoValues;
  'reason.same_domain': NoValues;
  'reason.compared': { bound: 'least' | 'most'; limit: string | number; number: string | number };
  'reason.delivered_on_date': NoValues;
  'reason.due': { printed: 'no' | 'yes'; day: string | number; terms: 'at_once' | 'after_date' | 'after_month' | 'month_end' | 'month_end_after'; days: number };
  'reason.tax_number': { state: 'passed' | 'failed'; country: string | number };
  'reason.line_amount': { quantity: string | number; price: string | number; amount: string | number; row: string | number };
  'reason.line_amounts': NoValues;
  'reason.adds_up': { parts: 'items' | 'discounted' | 'subtotal_tax' | 'net_tax' | 'rounded' | 'taxes'; made: string | number; whole: 'total' | 'subtotal' | 'tax'; expected: string | number };
  'reason.tax_rate': { rate: string | number; base: string | number; made: string | number; amount: string | number };
  'reason.tax_rates': NoValues;
  'reason.meter_digits': { least: string | number; most: string | number; digits: string | number };
  'reason.meter_serial': { state: 'passed' | 'failed' };
  'reason.names_not_whole': NoValues;
  'reason.names_strange': NoValues;
  'reason.name_printed': NoValues;
  'reason.year': { state: 'passed' | 'failed' };
  'reason.no_total': { amount: string | number };
  'reason.number_printed': { state: 'passed' | 'failed' };
  'reason.several_numbers': { text: string | number };
  'reason.other_unit': { printed: string | number; unit: string | number };
  'reason.unit_as_digit': { unit: string | number };
  'reason.label_missing': { label: string | number };
  'reason.heads_missing': NoValues;
  'reason.cells_left_out': { cells: string | number };
  'reason.goes_on': { row: string | number };
}
