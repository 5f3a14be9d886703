/** What was asked for could not be done; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
