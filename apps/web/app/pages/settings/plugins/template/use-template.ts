import type { TemplateDraft, TemplateExample } from '@readout/domain/plugins/templates/rules';
import {
  explainTemplate,
  fitTemplate,
  learn,
  makeTemplate,
  type TemplateMark,
} from '@readout/plugin-kit/template';
import { useDeferredValue, useMemo } from 'react';

/** The template as it is now, and what it makes of its own example. */
export function useTemplate(
  { reading, locale, today }: TemplateDraft,
  marks: TemplateMark[],
  examples: readonly TemplateExample[],
) {
  const later = useDeferredValue(marks);
  return useMemo(() => {
    const made = makeTemplate(reading, { record: { type: 'record', label: 'Record' }, marks: later });
    const learned =
      examples.length > 0
        ? learn(
            made,
            reading,
            examples.map((example) => example.reading),
          )
        : undefined;
    const template = learned?.template ?? made;
    const explained = explainTemplate({ reading, settings: {}, locale, today }, template);
    const fit = fitTemplate(reading, template);
    const fixed = new Set(fit.fits ? fit.found.flatMap(({ parts }) => parts.map(({ line }) => line.id)) : []);
    const rows = explained.values.filter(({ field }) => Array.isArray(field?.value));
    const inRows = new Set(
      rows.flatMap(({ field }) => field?.evidence.flatMap(({ line }) => line ?? []) ?? []),
    );
    return { template, learned, explained, fixed, inRows };
  }, [reading, locale, today, later, examples]);
}
