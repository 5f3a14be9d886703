import type { Field, ReaderInput } from '../types.ts';
import { fitTemplate, type TemplateMisfit } from './fit-template.ts';
import { readPlaces } from './read-places.ts';
import type { Template, TemplateFieldType } from './template.ts';

/** What a template makes of a reading, and why not more. */
export interface Explained {
  fits: boolean;
  /** Why it does not fit; undefined where it does. */
  misfit: TemplateMisfit | undefined;
  /** In the order of the template's fields. */
  values: {
    name: string;
    label: string;
    type: TemplateFieldType;
    field: Field | undefined;
    /** What stood there and is not of the type. */
    declined: string | undefined;
  }[];
}

/** As `templateReader` reads, with the reasons for what is missing. */
export function explainTemplate(input: ReaderInput, template: Template): Explained {
  const fit = fitTemplate(input.reading, template);
  const made = fit.fits ? readPlaces(input, template, fit) : undefined;
  return {
    fits: fit.fits,
    misfit: fit.fits ? undefined : fit,
    values: template.fields.map(({ name, label, type }) => {
      const field = made && Object.hasOwn(made.fields, name) ? made.fields[name] : undefined;
      const declined = field ? undefined : made?.declined.get(name)?.slice(0, 60);
      return { name, label, type, field, declined };
    }),
  };
}
