/** The call itself is wrong; nothing was done. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
