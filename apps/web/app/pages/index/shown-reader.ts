import type { Sample } from './samples/sample.ts';

/** A reader as the visitor's language has it. */
export interface ShownReader {
  id: string;
  name: string;
  description: string;
  fields: { name: string; label: string }[];
  /** BCP 47 tag of these texts. */
  language: string;
}

/** What was read, with the names its reader has in the visitor's language; they are stored in English. */
export function inWordsOf(readers: readonly ShownReader[], reading: Sample): Sample {
  const reader = readers.find(({ id }) => id === reading.plugin.id);
  if (!reader) return reading;
  const labels = new Map(reader.fields.map(({ name, label }) => [name, label]));
  return {
    ...reading,
    plugin: { ...reading.plugin, name: reader.name },
    fields: reading.fields.map((field) => ({ ...field, label: labels.get(field.name) ?? field.label })),
  };
}
