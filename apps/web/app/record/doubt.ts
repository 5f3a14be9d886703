import { doubtfulBelow, type RecordDetail, type RecordField } from '@readout/domain/records/rules';
import { inFiles } from '@readout/plugin-kit/evidence';
import type { Manifest, ManifestField } from '@readout/plugin-kit/manifest';
import { percentText } from '@readout/texts/numbers';

export type RecordType = Manifest['records'][number];

/** Why a person should look at a field; undefined where they need not. What a person entered is doubted only by its checks. */
export function doubtOf(field: RecordField): 'check' | 'ambiguous' | 'confidence' | undefined {
  if (field.checks.some((check) => !check.passed)) return 'check';
  if (field.edited) return undefined;
  if (field.ambiguous && field.ambiguous.length > 0) return 'ambiguous';
  return field.confidence < doubtfulBelow ? 'confidence' : undefined;
}

/** Of a value that a file says: whether its page shows it, shows something else, or nothing of it; undefined of any other. */
export function fileState({
  edited,
  evidence,
  checks,
}: RecordField): 'shown' | 'differs' | 'alone' | undefined {
  if (edited || inFiles(evidence).length === 0) return undefined;
  const compared = checks.find(({ rule }) => rule?.rule === 'page');
  return !compared ? 'alone' : compared.passed ? 'shown' : 'differs';
}

export interface FieldSlot {
  name: string;
  label: string;
  type: ManifestField['type'];
  columns: NonNullable<ManifestField['columns']>;
  /** What a number is counted in, as declared. */
  unit?: string | undefined;
}

/** What is next to a value: the unit of a number, the currency of an amount as the record has it. */
export function unitOf(
  slot: FieldSlot,
  fields: RecordDetail['fields'],
  type: RecordType | undefined,
): string | undefined {
  if (slot.type !== 'amount') return slot.unit;
  const name = type?.fields.find((field) => field.type === 'currency')?.name;
  const currency = name === undefined ? undefined : fields[name]?.value;
  return typeof currency === 'string' ? currency : undefined;
}

/**
 * Fields in the order one works through them: what to look at, what was read, what was not found. Declared
 * order within each; fields the manifest does not know (an older version's) come with what was read.
 */
export function fieldOrder(
  fields: RecordDetail['fields'],
  type: RecordType | undefined,
): { look: FieldSlot[]; read: FieldSlot[]; missing: FieldSlot[] } {
  const declared = type?.fields ?? [];
  const known = new Set(declared.map((field) => field.name));
  const slots: FieldSlot[] = [
    ...declared.map(({ name, label, type: kind, columns, unit }) => ({
      name,
      label,
      type: kind,
      columns: columns ?? [],
      unit,
    })),
    ...Object.keys(fields)
      .filter((name) => !known.has(name))
      .map((name) => ({ name, label: name, type: kindOf(fields[name]?.value), columns: [] })),
  ];
  const look: FieldSlot[] = [];
  const read: FieldSlot[] = [];
  const missing: FieldSlot[] = [];
  for (const slot of slots) {
    const field = fields[slot.name];
    if (isSaidOtherwise(slot.name, fields, known)) continue;
    if (!field || (field.value === null && !field.edited && field.checks.every((check) => check.passed)))
      missing.push(slot);
    else (doubtOf(field) ? look : read).push(slot);
  }
  return { look, read, missing };
}

/** What fields of an invoice were called before, for programs written then. */
const formerNames: Readonly<Record<string, string>> = { merchant: 'supplier', subtotal: 'net' };

/** The same under its former name, or the time of day that invoices do not have. */
function isSaidOtherwise(
  name: string,
  fields: RecordDetail['fields'],
  declared: ReadonlySet<string>,
): boolean {
  const value = fields[name]?.value ?? null;
  if (name === 'time') return value === null && declared.has('supplier');
  const now = Object.hasOwn(formerNames, name) ? formerNames[name]! : undefined;
  return now !== undefined && declared.has(now) && (value === null || value === fields[now]?.value);
}

function kindOf(value: unknown): ManifestField['type'] {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' && value !== null ? 'map' : 'text';
}

/** Confidence in whole percent, never rounded up to certainty. */
export const percent = (confidence: number, locale: string): string =>
  percentText(confidence >= 1 ? 1 : Math.min(0.99, Math.max(0, Math.round(confidence * 100) / 100)), locale);
