/** Why a file is not read. */
export type RefusalCode =
  | 'too_large'
  | 'encoding'
  | 'not_xml'
  | 'doctype'
  | 'too_deep'
  | 'too_many_elements'
  | 'other_document';

/** A file that is not read, with its reason by name. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}
