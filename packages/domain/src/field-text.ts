import { formatText, type TextValues } from '@readout/texts';

type FieldCode = keyof TextValues extends infer Key
  ? Key extends `error.field.${infer Code}`
    ? Code
    : never
  : never;
type FieldValues<Code extends FieldCode> = TextValues[`error.field.${Code}`];

/**
 * A sentence for beside a field, not said yet in any language: for `fields` of an error, and for the message of a schema,
 * which is a string. It stands between NULs, which no text holds that comes from outside.
 */
export const fieldText = <Code extends FieldCode>(
  code: Code,
  ...[values]: Record<never, never> extends FieldValues<Code>
    ? [values?: FieldValues<Code>]
    : [values: FieldValues<Code>]
): string => `\0${code} ${JSON.stringify(values ?? {})}\0`;

/**
 * Says the sentences that stand in a text; the rest of it stays.
 * @param locale BCP 47 tag
 */
export const sayFields = (text: string, locale: string): string =>
  text.replaceAll(/\0([a-z_]+) ([^\0]*)\0/g, (_, code: string, values: string) =>
    formatText(locale, `error.field.${code as 'name'}`, JSON.parse(values) as Record<string, never>),
  );
