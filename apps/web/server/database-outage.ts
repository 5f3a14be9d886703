import { isDatabaseUnavailable } from '@readout/database';

/** What an outage is told through. */
interface OutageLog {
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/**
 * While the database is away everything that needs it fails, each task and each request for itself. In the log that is one
 * line at its start and one at its end: the log asks here what belongs to it.
 */
export interface DatabaseOutage {
  /** Whether the fields of a line tell of a database that is away. The first that does begins an outage, and is told by it. */
  covers(fields: unknown, log: OutageLog): boolean;
  /**
   * From now on it is asked whether the database is there again; without, an outage has no end.
   * @param ports - of the database and its pooler: another server that refuses a connection is no news of it
   */
  watch(isThere: () => Promise<boolean>, ports: readonly number[]): void;
  close(): void;
}

const askEveryMs = 1_000;
/** A database that answers some and refuses others is not back yet. */
const quietForMs = 5_000;

export function createDatabaseOutage({ now = () => performance.now() } = {}): DatabaseOutage {
  let outage: { since: number; lastAt: number; failures: number; log: OutageLog } | undefined;
  let isThere: (() => Promise<boolean>) | undefined;
  let databasePorts: readonly number[] | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const askSoon = () => {
    if (!isClosed) timer = setTimeout(ask, askEveryMs).unref();
  };
  const ask = async () => {
    const isBack = (await isThere?.()) ?? false;
    if (!outage || isClosed) return;
    if (!isBack) outage.lastAt = now();
    if (now() - outage.lastAt < quietForMs) return askSoon();
    const { since, lastAt, failures, log } = outage;
    outage = undefined;
    log.warn(
      { event: 'database.back', seconds: Math.round((lastAt - since) / 1000), failures },
      'the database can be reached again; what waited goes on',
    );
  };

  return {
    covers(fields, log) {
      if (isClosed || !tellsOfAway(fields, { ports: databasePorts, isAway: outage !== undefined }))
        return false;
      const at = now();
      if (outage) {
        outage.lastAt = at;
        outage.failures++;
        return true;
      }
      outage = { since: at, lastAt: at, failures: 1, log };
      askSoon();
      const err = (fields as { err?: unknown }).err;
      log.error(
        { event: 'database.away', ...(err instanceof Error ? { reason: err.message } : {}) },
        'the database cannot be reached; what needs it waits and goes on by itself',
      );
      return true;
    },
    watch(ask, ports) {
      isThere = ask;
      databasePorts = ports;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

interface Known {
  ports: readonly number[] | undefined;
  isAway: boolean;
}

function tellsOfAway(fields: unknown, known: Known): boolean {
  if (typeof fields !== 'object' || fields === null) return false;
  const { err, code } = fields as { err?: unknown; code?: unknown };
  return code === 'database.unavailable' || isOfDatabase(err, known);
}

/** A mail server may refuse connections as well, and a client break one off: system errors say whose only where they connect. */
function isOfDatabase(error: unknown, known: Known): boolean {
  if (!isDatabaseUnavailable(error)) return false;
  if (error instanceof AggregateError) return error.errors.some((each) => isOfDatabase(each, known));
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === undefined || !/^E[A-Z]+$/.test(code)) return true;
  if (syscall !== 'connect') return known.isAway;
  return (
    address?.includes('/.s.PGSQL.') === true || (port !== undefined && known.ports?.includes(port) === true)
  );
}
