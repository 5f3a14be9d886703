import type { RefusedFile } from '@readout/plugin-kit';

/** Why a file is not read. */
export type RefusalCode = Exclude<RefusedFile['code'], 'not_shown' | 'too_many_pages'>;

/** A file that is not read, with its reason by name. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}
