import { formatText, type TextValues } from '@readout/texts';
import { type ErrorKind, kindOf } from './error-catalogue.ts';
import { sayFields } from './field-text.ts';

/** The codes that have a sentence, and so can be thrown; the others are noted beside what failed. */
export type ThrownCode = keyof TextValues extends infer Key
  ? Key extends `error.${infer Code}.sentence`
    ? Code
    : never
  : never;

/** The values that the sentence of an error takes. */
export type ErrorValues<Code extends ThrownCode> = TextValues[`error.${Code}.sentence`];

type Detail = Readonly<Record<string, unknown>>;

export interface AppErrorOptions extends ErrorOptions {
  /** The field of the form that the sentence belongs beside; becomes `fields` of the detail. */
  field?: string;
}

type AppErrorArguments<Code extends ThrownCode> =
  Record<never, never> extends ErrorValues<Code>
    ? [values?: ErrorValues<Code> & Detail, options?: AppErrorOptions]
    : [values: ErrorValues<Code> & Detail, options?: AppErrorOptions];

/**
 * A foreseen error. Its code is permanent; kind, title, action and sentence follow from it (`error-catalogue.ts`, and the
 * texts `error.<code>.…`). The values go to the page or client beside the sentence, with whatever else it has to know.
 * `message` is English, for the log; people are told `in` their own language.
 */
export class AppError<Code extends ThrownCode = ThrownCode> extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  readonly code: ThrownCode;
  /** Values for the page or client, never secrets. */
  readonly detail: Detail;
  private readonly field: string | undefined;
  /** The values as they were given: sentences in them are not said yet. */
  private readonly given: Detail;

  constructor(code: Code, ...[values, options]: AppErrorArguments<Code>) {
    const given: Detail = values ?? {};
    const said = saidIn('en', given);
    super(sentenceOf(code, said, 'en'), options);
    this.kind = kindOf[code];
    this.code = code;
    this.field = options?.field;
    this.given = given;
    this.detail = options?.field ? { ...said, fields: { [options.field]: this.message } } : said;
  }

  /**
   * The error as somebody is told of it: its sentence, and the details with the sentence beside the field it is about.
   * @param locale BCP 47 tag
   */
  in(locale: string): { sentence: string; detail: Detail } {
    const detail = saidIn(locale, this.given);
    const sentence = sentenceOf(this.code, detail, locale);
    return { sentence, detail: this.field ? { ...detail, fields: { [this.field]: sentence } } : detail };
  }
}

/** Details with what is next to fields, and a message that was made of it, in a language. */
function saidIn(locale: string, detail: Detail): Detail {
  const { fields, message } = detail;
  return {
    ...detail,
    ...(typeof message === 'string' ? { message: sayFields(message, locale) } : {}),
    ...(typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? {
          fields: Object.fromEntries(
            Object.entries(fields).map(([name, text]) => [
              name,
              typeof text === 'string'
                ? sayFields(text, locale)
                : text instanceof AppError
                  ? text.in(locale).sentence
                  : text,
            ]),
          ),
        }
      : {}),
  };
}

const sentenceOf = (code: ThrownCode, values: Detail, locale: string): string =>
  formatText(locale, `error.${code}.sentence`, values as ErrorValues<ThrownCode>);
