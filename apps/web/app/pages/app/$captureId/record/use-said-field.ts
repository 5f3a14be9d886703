import type { RecordField } from '@readout/domain/records/rules';
import type { Check } from '@readout/plugin-kit';
import { onPages } from '@readout/plugin-kit/evidence';
import { evidenceOnPage } from '../../../../picture/field-boxes.ts';
import { placeOf } from '../../../../picture/geometry.ts';
import { doubtOf, type FieldSlot, fileState, percent } from '../../../../record/doubt.ts';
import { useReadable } from '../../../../record/use-readable.ts';
import { useLocale, useText } from '../../../../ui/texts.tsx';
import type { PixelSource } from './crop.tsx';

/** What is seen around a field, as a screen reader says it after name and value: how certain, what failed, where it was read. */
export function useSaidField(): (
  field: RecordField | undefined,
  slot: FieldSlot,
  about: {
    pixels: PixelSource | undefined;
    words(check: Check, field: string): string;
    unit: string | undefined;
  },
) => string {
  const [text, locale, readable] = [useText(), useLocale(), useReadable()];
  return (field, slot, { pixels, words, unit }) => {
    if (!field) return text('workspace.record.said_missing');
    const failed = field.checks.filter(({ passed }) => !passed);
    const others = (field.ambiguous ?? []).filter(
      (each) => JSON.stringify(each) !== JSON.stringify(field.value),
    );
    const here = pixels ? evidenceOnPage(field.evidence, pixels) : [];
    const elsewhere = new Set(onPages(field.evidence).flatMap(({ page }) => page ?? []));
    const place =
      pixels &&
      here.length > 0 &&
      placeOf(
        here.map(({ box }) => box),
        pixels.picture,
        pixels.rotation,
      );
    return [
      unit && text('workspace.record.said_unit', { unit }),
      field.edited
        ? text('workspace.record.said_entered')
        : fileState(field)
          ? text('workspace.file.said', { state: fileState(field)! })
          : text(
              field.kind === 'computed'
                ? 'workspace.record.computed_with_confidence'
                : 'workspace.record.read_with_confidence',
              { percent: percent(field.confidence, locale) },
            ),
      field.corrections &&
        !field.edited &&
        text('workspace.record.corrected_before', { ...field.corrections }),
      doubtOf(field) && text('workspace.record.said_doubtful'),
      failed.length > 0 &&
        text('workspace.record.said_failed', {
          count: failed.length,
          reasons: failed.map((check) => words(check, slot.name)).join(' '),
        }),
      others.length > 0 &&
        !field.edited &&
        `${text('workspace.record.could_also_be')} ${others.map((each) => readable(each, slot.type)).join(', ')}.`,
      place && text('workspace.record.said_place', { page: pixels.pageNumber, place }),
      !place &&
        elsewhere.size > 0 &&
        `${text('workspace.record.seen_on_page', { page: Math.min(...elsewhere) })}.`,
    ]
      .filter(Boolean)
      .join(' ');
  };
}
