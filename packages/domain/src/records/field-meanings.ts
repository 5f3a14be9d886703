import type { RecordType } from '../plugins/plugin-catalogue.ts';

/** Names under which different types hold the same; of those a type has, the first is meant. */
const sameMeaning: readonly (readonly string[])[] = [
  ['supplier', 'merchant', 'payee'],
  ['net', 'subtotal'],
  ['tracking', 'serial', 'text'],
];

/** The field in which a type holds what another type holds in the field `name`; undefined where it has none. */
export function fieldOfSameMeaning({ fields }: Pick<RecordType, 'fields'>, name: string): string | undefined {
  const has = (each: string): boolean => fields.some((field) => field.name === each);
  const names = sameMeaning.find((group) => group.includes(name)) ?? [name];
  return names.find(has);
}
