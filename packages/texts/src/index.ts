import { IntlMessageFormat } from 'intl-messageformat';
import { messagesOf } from '#messages';
import type { TextValues } from '../build/text-values.ts';
import { languageOf, PSEUDO_LANGUAGE } from './languages.ts';
import type { Message } from './message.ts';

export type { TextValues } from '../build/text-values.ts';
export {
  acceptedTags,
  bestLocale,
  LANGUAGES,
  type Language,
  languageOf,
  PSEUDO_LANGUAGE,
  spokenLanguage,
} from './languages.ts';
export { valueInLocale } from './value-in-locale.ts';

export type TextKey = keyof TextValues;

/** The values of a text whose parts may be anything that can be shown, such as elements of React. */
export type RichValues<K extends TextKey, Part> = WithParts<TextValues[K], Part>;

type WithParts<Values, Part> = Values extends unknown
  ? { [Name in keyof Values]: string | number extends Values[Name] ? Values[Name] | Part : Values[Name] }
  : never;

interface Format {
  format: IntlMessageFormat;
  optional: Readonly<Record<string, undefined>>;
}

const formats = new Map<string, Format>();

function formatOf(locale: string, key: string, message: Exclude<Message, string>): Format {
  const id = `${locale} ${key}`;
  const known = formats.get(id);
  if (known) return known;
  const made = {
    // The tree is typed by an enum of the parser, which is not there when the texts are formatted.
    format: new IntlMessageFormat(message as unknown as string, locale === PSEUDO_LANGUAGE ? 'en' : locale),
    // A `select` does without its value, but FormatJS wants it to be there.
    optional: Object.fromEntries(
      message.flatMap(({ value, options }) => (value && options ? [[value, undefined]] : [])),
    ),
  };
  formats.set(id, made);
  return made;
}

/** A key that a browser has no message for stands for itself, so that the page stays in use. */
function messageOf(locale: string, key: string): Message {
  const area = key.slice(0, key.indexOf('.'));
  const messages = messagesOf(languageOf(locale), area);
  const message = messages?.[key];
  if (message !== undefined) return message;
  if (!('document' in globalThis)) throw new Error(`There is no text ${key}.`);
  console.error(`There is no text ${key}.`);
  return key;
}

/**
 * A message with its values, in the language of the given locale and with its numbers and dates.
 *
 * @param locale BCP 47 tag, such as `de-CH`
 * @param values may hold more than the message takes, so that the details of an error can be given as they are
 * @throws Error where a value is missing
 */
export function formatText<K extends TextKey>(locale: string, key: K, values: TextValues[K]): string {
  const message = messageOf(locale, key);
  if (typeof message === 'string') return message;
  const { format, optional } = formatOf(locale, key, message);
  return String(format.format({ ...optional, ...(values as Record<string, string>) }));
}

/** Whether there is a text with a key that is made from a code, which another version may have written. */
export const hasText = (locale: string, key: string): boolean =>
  Object.hasOwn(messagesOf(languageOf(locale), key.slice(0, key.indexOf('.'))) ?? {}, key);

/** Says a message of the catalogue, in one language. */
export type SayText = <K extends TextKey>(
  key: K,
  ...values: Record<never, never> extends TextValues[K] ? [values?: TextValues[K]] : [values: TextValues[K]]
) => string;

/** @param locale BCP 47 tag */
export const textsIn =
  (locale: string): SayText =>
  (key, ...[values]) =>
    formatText(locale, key, values ?? ({} as never));

/**
 * The same as its parts in order: words as strings, and each value that is neither text nor number as it was given.
 * A tag in the message, `<code>…</code>`, is a value that is a function of what it holds.
 */
export function formatParts<K extends TextKey, Part>(
  locale: string,
  key: K,
  values: RichValues<K, Part>,
): (string | Part)[] {
  const message = messageOf(locale, key);
  if (typeof message === 'string') return [message];
  const { format, optional } = formatOf(locale, key, message);
  const parts = format.format<Part>({ ...optional, ...(values as Record<string, Part>) });
  return Array.isArray(parts) ? parts : [parts];
}
