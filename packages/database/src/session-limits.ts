/** A statement is cancelled after this long. */
export const statementTimeoutMs = 30_000;
/** A transaction that does nothing for this long is ended, with its connection. */
export const idleTransactionTimeoutMs = 60_000;
