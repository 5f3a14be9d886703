import { formatText, type TextValues } from '@readout/texts';
import { kindOf } from './error-catalogue.ts';

/** What went wrong, in kinds that map to one HTTP status each (`statusOf` in the catalogue). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'method_not_allowed'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported'
  | 'limit_reached'
  | 'too_many_requests'
  | 'unavailable';

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
 */
export class AppError<Code extends ThrownCode = ThrownCode> extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  readonly code: ThrownCode;
  /** Values for the page or client, never secrets. */
  readonly detail: Detail;

  constructor(code: Code, ...[values, options]: AppErrorArguments<Code>) {
    const given: Detail = values ?? {};
    super(formatText('en', `error.${code}.sentence`, given as ErrorValues<Code>), options);
    this.kind = kindOf[code];
    this.code = code;
    this.detail = options?.field ? { ...given, fields: { [options.field]: this.message } } : given;
  }
}
