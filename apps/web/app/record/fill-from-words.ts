import type { PickedPart } from '@readout/domain/records/rules';
import type { JsonValue } from '@readout/plugin-kit';
import type { FieldType } from '@readout/plugin-kit/manifest';
import type { RecordType } from './doubt.ts';
import { fromPicked, type Writing } from './field-text.ts';

interface Printed {
  text: string;
  part: PickedPart;
}

const single: readonly FieldType[] = ['amount', 'date', 'time', 'currency', 'number'];

/**
 * What a record of a type can be filled with from a part of the picture, as far as only one thing can be meant: a value beside
 * the label of its field, the only one of its kind for the only field of that kind, and the first line as the title.
 */
export function fillFromWords(
  { fields, title }: Pick<RecordType, 'fields' | 'title'>,
  lines: readonly Printed[],
  writing: Writing,
): Record<string, { value: JsonValue; part: PickedPart }> {
  const filled: Record<string, { value: JsonValue; part: PickedPart }> = {};
  const used = new Set<Printed>();
  const put = (name: string, line: Printed, type: FieldType, text = line.text): void => {
    const parsed = fromPicked(type, text, writing);
    if (!parsed.ok || parsed.value === null) return;
    filled[name] = { value: parsed.value, part: line.part };
    used.add(line);
  };
  const kinds = fields.filter(({ type }) => type !== 'list' && type !== 'map' && type !== 'boolean');
  for (const { name, label, type } of kinds) {
    const named = lines.filter(({ text }) => startsWith(text, label));
    const [line] = named;
    if (line && named.length === 1)
      put(name, line, type, line.text.slice(label.length).replace(/^[\s:.]+/, ''));
  }
  for (const { name, type } of kinds) {
    if (Object.hasOwn(filled, name) || !single.includes(type)) continue;
    const fitting = lines.filter((line) => !used.has(line) && fromPicked(type, line.text, writing).ok);
    const [line] = fitting;
    if (line && fitting.length === 1 && kinds.filter((field) => field.type === type).length === 1)
      put(name, line, type);
  }
  const first = lines.find((line) => !used.has(line));
  const titled = kinds.find(({ name }) => name === title);
  if (first && titled && !Object.hasOwn(filled, titled.name)) put(titled.name, first, titled.type);
  return filled;
}

const startsWith = (text: string, label: string): boolean =>
  text.length > label.length &&
  text.toLowerCase().startsWith(label.toLowerCase()) &&
  !/^[\p{L}\d]/u.test(text.slice(label.length));
