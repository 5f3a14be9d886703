import { AppError } from './errors.ts';

/** Where a page of a list ended: the sort key of its last row. */
export interface Cursor {
  /** Timestamp as PostgreSQL prints it, with microseconds. */
  at: string;
  id: string;
}

/** @param more - what a list of its own needs besides; nothing in it has a `|` */
export function encodeCursor({ at, id }: Cursor, ...more: readonly string[]): string {
  return Buffer.from([at, id, ...more].join('|')).toString('base64url');
}

/** @param count - how much there is besides. @throws AppError `list.bad_cursor` */
export function decodeCursor(text: string, count = 0): Cursor & { more: string[] } {
  const [at, id, ...more] = Buffer.from(text, 'base64url').toString().split('|');
  if (
    !at ||
    !id ||
    more.length !== count ||
    !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(at) ||
    !/^[0-9a-f-]{1,36}$/.test(id)
  )
    throw new AppError('list.bad_cursor');
  return { at, id, more };
}
