/** SQLSTATE classes and codes of a server that is starting, stopping, full or gone. */
const sqlStates = /^(08...|57P0[1-5]|53300)$/;
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
// What `pg` says without a code.
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error and is not queryable|Connection ended/i;

/** Whether an error says that there is no room on the database's disk (SQLSTATE 53100). */
export const isDatabaseFull = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '53100';

/** Whether an error says that the database cannot be reached at the moment; the same may work in a second. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code !== undefined && sqlStates.test(code)) return true;
  // A missing file is ENOENT too; only a missing socket is the database.
  if (code !== undefined && systemCodes.has(code)) return code !== 'ENOENT' || syscall === 'connect';
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return messages.test(error.message);
}
