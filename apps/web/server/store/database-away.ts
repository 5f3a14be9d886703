/** Codes of Node and of PostgreSQL (classes 08 and 57P) for a server that is not there or is going. */
const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300', '08000', '08003', '08006', '08001', '08004']);
/** `pg` gives these no code. */
const messages = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Cannot use a pool after/i;

/** Whether a query failed because the database is away, not because of what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // A missing socket file is a database that is not there; any other missing file is not.
  if (code === 'ENOENT') return syscall === 'connect';
  return (typeof code === 'string' && codes.has(code)) || messages.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause));
}
