import type { FieldData } from '@readout/plugin-kit';

/**
 * The rule by which a record confirms itself: sure enough, every value printed where it was seen, no check failed, nothing ambiguous.
 * That a plugin says a check passed counts for nothing.
 */
export function isBeyondDoubt(
  record: { confidence: number; fields: Record<string, FieldData> },
  threshold: number | undefined,
): boolean {
  if (threshold === undefined || record.confidence < threshold) return false;
  return Object.values(record.fields).every(
    (field) =>
      field.kind !== 'computed' && field.checks.every((check) => check.passed) && !field.ambiguous?.length,
  );
}
