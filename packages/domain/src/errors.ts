/** What went wrong, in kinds that map to one HTTP status each (see the web server's table). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'method_not_allowed'
  | 'precondition_failed'
  | 'precondition_required'
  | 'too_large'
  | 'unsupported'
  | 'limit_reached'
  | 'too_many_requests'
  | 'unavailable';

/** A foreseen error: `code` is permanent and listed in the catalogue (`error-catalogue.ts`). */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  readonly code: string;
  /** Values for the page or client, never secrets. */
  readonly detail: Record<string, unknown>;

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    detail: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.kind = kind;
    this.code = code;
    this.detail = detail;
  }
}
