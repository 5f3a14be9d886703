import type { DatabaseAddress } from './connect.ts';
import { roles } from './roles.ts';
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
        return isAboutRoles(cause as Error)
          ? `The database role ${user} may not set the passwords of Readout's own roles, which another role made. ` +
              `Run "grant ${roles.join(', ')} to ${user} with admin option" as a superuser.`
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

function isAboutRoles(error: Error): boolean {
  return /role/.test(error.message);
}
