import type { Pool, PoolClient } from 'pg';

export interface Listening {
  /** Resolves once notifications are heard for the first time. */
  ready: Promise<void>;
  close(): Promise<void>;
}

const minDelayMs = 100;
const maxDelayMs = 10_000;
const aliveEveryMs = 15_000;
const aliveTimeoutMs = 10_000;

/** As a database that is away: SQLSTATE 08006, connection_failure. */
const connectionFailure = (message: string): Error => Object.assign(new Error(message), { code: '08006' });

/**
 * Holds one connection of the pool listening on channels, and makes it again whenever it is lost.
 * `onListening` is called each time it listens (again): what came before was not heard.
 */
export function listen({
  pool,
  channel,
  onNotification,
  onListening,
  onError,
}: {
  pool: Pool;
  /** One, or several over the one connection. */
  channel: string | readonly string[];
  onNotification: (payload: string, channel: string) => void;
  onListening: () => void;
  onError: (error: Error) => void;
}): Listening {
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();
  let isClosed = false;
  let client: PoolClient | undefined;
  let delayMs = minDelayMs;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    if (isClosed) return;
    let mine: PoolClient | undefined;
    let alive: NodeJS.Timeout | undefined;
    const lost = (error: Error) => {
      clearInterval(alive);
      if (mine === undefined || client !== mine) return;
      client = undefined;
      mine.release(true);
      if (isClosed) return;
      onError(error);
      again();
    };
    try {
      mine = await pool.connect();
      if (isClosed) return mine.release(true);
      client = mine;
      mine.on('error', lost);
      mine.on('end', () => lost(connectionFailure('The listening connection ended.')));
      mine.on('notification', ({ payload, channel: from }) => onNotification(payload ?? '', from));
      await mine.query(
        [channel]
          .flat()
          .map((name) => `listen ${JSON.stringify(name)}`)
          .join('; '),
      );
    } catch (error) {
      if (mine) return lost(error as Error);
      if (isClosed) return;
      onError(error as Error);
      return again();
    }
    // A connection that was cut without a word looks alive until it is asked.
    alive = setInterval(() => {
      const deadline = setTimeout(
        () => lost(connectionFailure('The listening connection does not answer.')),
        aliveTimeoutMs,
      );
      mine
        .query('select 1')
        .catch(lost)
        .finally(() => clearTimeout(deadline));
    }, aliveEveryMs);
    delayMs = minDelayMs;
    onListening();
    becomeReady();
  };
  const again = () => {
    timer = setTimeout(connect, delayMs);
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  };
  void connect();

  return {
    ready,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      last?.release(true);
    },
  };
}
