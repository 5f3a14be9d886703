import type { Reader } from '../types.ts';
import { fitTemplate } from './fit-template.ts';
import { readPlaces } from './read-places.ts';
import type { Template } from './template.ts';

/**
 * A reader of one kind of document, made of a template instead of a program: the fixed texts tell whether a picture is
 * one and how it lies, then what stands at the places of the fields is read. Makes no record where the template does
 * not fit, and none where nothing stands at any place.
 */
export function templateReader(template: Template): Reader {
  return {
    read(input) {
      const fit = fitTemplate(input.reading, template);
      if (!fit.fits) return [];
      const { fields } = readPlaces(input, template, fit);
      const made = Object.values(fields);
      if (made.length === 0) return [];
      const required = template.fields.filter((field) => field.isRequired);
      const missing = required.filter((field) => !Object.hasOwn(fields, field.name)).length;
      const mean = made.reduce((sum, field) => sum + field.confidence, 0) / made.length;
      const confidence = mean * (1 - 0.5 * (missing / Math.max(1, required.length)));
      return [{ type: template.record.type, confidence: Math.round(confidence * 1000) / 1000, fields }];
    },
  };
}
