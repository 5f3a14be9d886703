import type { DatabaseAddress } from './address.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** What to do about a database that cannot be used, in words; other errors are returned as they are. */
export function explainDatabaseFailure(
  { host, port, user, database }: DatabaseAddress,
  cause: unknown,
): unknown {
  if (!(cause instanceof Error)) return cause;
  const text = explain();
  return text === undefined ? cause : new Error(text, { cause });

  function explain(): string | undefined {
    const { code } = cause as { code?: string };
    switch (code) {
      case '28P01':
      case '28000':
        return `PostgreSQL at ${host}:${port} does not let the role ${user} in: ${(cause as Error).message}. Check the user and password in DATABASE_URL, and pg_hba.conf.`;
      case '3D000':
        return `PostgreSQL at ${host}:${port} has no database ${database}. Run "create database ${database} owner ${user}" there.`;
      case '57P03':
        return `PostgreSQL at ${host}:${port} is starting or stopping. Try again in a moment.`;
      case '53300':
        return `PostgreSQL at ${host}:${port} takes no more connections. Raise max_connections there, or lower READOUT_DATABASE_CONNECTIONS.`;
      case '42501':
        return /permission denied for database/.test((cause as Error).message)
          ? `The database role ${user} may not connect to the database ${database}, whose owner it has to be. ` +
              `Run "alter database ${database} owner to ${user}" as a superuser, or check DATABASE_URL.`
          : undefined;
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        return `The name ${host} in DATABASE_URL does not lead to a machine (${code}).`;
    }
    if (isDatabaseUnavailable(cause)) {
      return `PostgreSQL at ${host}:${port} cannot be reached (${code ?? (cause as Error).message}). Is it running, and is DATABASE_URL right?`;
    }
    return undefined;
  }
}
