import { AppError } from './errors.ts';

/** Where a page of a list ended: the sort key of its last row. */
export interface Cursor {
  /** Timestamp as PostgreSQL prints it, with microseconds. */
  at: string;
  id: string;
}

export function encodeCursor({ at, id }: Cursor): string {
  return Buffer.from(`${at}|${id}`).toString('base64url');
}

/** @throws AppError `list.bad_cursor` */
export function decodeCursor(text: string): Cursor {
  const [at, id, ...rest] = Buffer.from(text, 'base64url').toString().split('|');
  if (
    !at ||
    !id ||
    rest.length > 0 ||
    !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(at) ||
    !/^[0-9a-f-]{1,36}$/.test(id)
  )
    throw new AppError('list.bad_cursor');
  return { at, id };
}
