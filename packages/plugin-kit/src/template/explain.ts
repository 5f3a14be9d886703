import type { Field, ReaderInput } from '../types.ts';
import { fitTemplate } from './fit-template.ts';
import { readPlaces } from './read-places.ts';
import type { Template } from './template.ts';
import { typeWords } from './typed-value.ts';

/** What a template makes of a reading, and why not more. */
export interface Explained {
  fits: boolean;
  /** Where it does not fit: why, one sentence or two. */
  reason: string;
  /** In the order of the template's fields. */
  values: { name: string; label: string; field: Field | undefined; why: string }[];
}

/** As `templateReader` reads, with the reasons for what is missing. */
export function explainTemplate(input: ReaderInput, template: Template): Explained {
  const fit = fitTemplate(input.reading, template);
  const made = fit.fits ? readPlaces(input, template, fit) : undefined;
  return {
    fits: fit.fits,
    reason: fit.fits ? '' : fit.reason,
    values: template.fields.map(({ name, label, type }) => {
      const field = made && Object.hasOwn(made.fields, name) ? made.fields[name] : undefined;
      const text = made?.declined.get(name);
      const why = field ? '' : text ? `“${text.slice(0, 60)}” is not ${typeWords[type]}` : 'not found';
      return { name, label, field, why };
    }),
  };
}
