/** Permanent codes of what can be wrong with a file that is to be read. */
export type ImageErrorCode =
  | 'image.empty'
  | 'image.unsupported_type'
  | 'image.damaged'
  | 'image.too_many_bytes'
  | 'image.too_many_pixels'
  | 'image.side_too_long'
  | 'pdf.too_many_bytes'
  | 'pdf.too_many_pages'
  | 'pdf.encrypted'
  | 'pdf.damaged'
  | 'pdf.no_such_page'
  | 'xml.too_large'
  | 'xml.encoding'
  | 'xml.not_xml'
  | 'xml.doctype'
  | 'xml.too_deep'
  | 'xml.too_many_elements'
  | 'xml.other_document'
  | 'reader.timed_out'
  | 'reader.over_budget'
  | 'reader.too_costly'
  | 'reader.crashed'
  | 'reader.model_damaged';

/** What was found and what is the most, by name: pixels, megabytes, pages, seconds. */
export type ImageErrorValues = Readonly<Record<string, number>>;

/**
 * A file could not be read; `code` is permanent, the message says in English what happened and what to do, `values` are
 * those of the message, so that it can be said in another language.
 */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly code: ImageErrorCode;
  readonly values: ImageErrorValues;

  constructor(
    code: ImageErrorCode,
    message: string,
    { values = {}, ...options }: ErrorOptions & { values?: ImageErrorValues } = {},
  ) {
    super(message, options);
    this.code = code;
    this.values = values;
  }
}

/**
 * The reader's process ended for a reason outside the file: it could not be started, was killed by the system (where the
 * machine runs out of memory, for instance) or is being shut down. The same file may well be read the next time.
 */
export class ReaderLostError extends ImageError {
  readonly why: 'not_started' | 'killed' | 'stopping';

  constructor(why: ReaderLostError['why'], options?: ErrorOptions) {
    super(
      'reader.crashed',
      why === 'stopping'
        ? 'The reader is shutting down. Try again in a moment.'
        : 'The reader stopped while reading this file. It can be tried again.',
      options,
    );
    this.why = why;
  }
}
