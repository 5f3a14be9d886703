import { IntlMessageFormat } from 'intl-messageformat';
import { errors } from './en/errors.ts';
import type { Message, Messages } from './message.ts';
import type { TextValues } from './text-values.ts';

export type { TextValues } from './text-values.ts';

/** A language that every message is written in, as a BCP 47 tag. */
export type Language = 'en';

const messagesByLanguage: Readonly<Record<Language, Messages>> = { en: { ...errors } };

const formats = new Map<
  string,
  { format: IntlMessageFormat; optional: Readonly<Record<string, undefined>> }
>();

function formatOf(language: Language, key: string, message: Exclude<Message, string>) {
  const id = `${language} ${key}`;
  const known = formats.get(id);
  if (known) return known;
  const made = {
    // The tree is typed by an enum of the parser, which is not there when the texts are formatted.
    format: new IntlMessageFormat(message as unknown as string, language),
    // A `select` does without its value, but FormatJS wants it to be there.
    optional: Object.fromEntries(
      message.flatMap(({ value, options }) => (value && options ? [[value, undefined]] : [])),
    ),
  };
  formats.set(id, made);
  return made;
}

/**
 * A message with its values, in the given language.
 *
 * @param values may hold more than the message takes, so that the details of an error can be given as they are
 * @throws Error where a value is missing
 */
export function formatText<K extends keyof TextValues>(
  language: Language,
  key: K,
  values: TextValues[K],
): string {
  const message = messagesByLanguage[language][key];
  if (message === undefined) throw new Error(`There is no text ${key}.`);
  if (typeof message === 'string') return message;
  const { format, optional } = formatOf(language, key, message);
  return String(format.format({ ...optional, ...(values as Record<string, string>) }));
}
