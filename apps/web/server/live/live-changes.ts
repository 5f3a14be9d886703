import type { Pool, PoolClient } from 'pg';

export type LiveEvent = { type: 'change'; captureId: string; documentId: string } | { type: 'gap' };

/** Whose changes a listener hears. */
export interface LiveAudience {
  companyId: string;
  /** Set where the listener sees only what this user captured. */
  onlyCreatedBy?: string;
}

/** Changes of captures as they are committed, from whichever process made them. */
export interface LiveChanges {
  /** `gap`: the connection to the database was lost for a while; what happened meanwhile is not known. */
  subscribe(audience: LiveAudience, listener: (event: LiveEvent) => void): () => void;
  /** Resolves once changes are heard. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

const channel = 'readout_change';
const maxDelayMs = 10_000;
const aliveEveryMs = 15_000;
const aliveTimeoutMs = 10_000;

/** One listening connection for the process, out of a pool of its own, made again whenever it is lost. */
export function createLiveChanges({
  pool,
  onError,
}: {
  pool: Pool;
  onError: (error: Error) => void;
}): LiveChanges {
  const companies = new Map<string, Set<{ audience: LiveAudience; listener: (event: LiveEvent) => void }>>();
  const closing = new AbortController();
  let client: PoolClient | undefined;
  let wasConnected = false;
  let delayMs = 100;
  let timer: NodeJS.Timeout | undefined;
  const { promise: isReady, resolve: becomeReady } = Promise.withResolvers<void>();

  const tell = (payload: string) => {
    const change = parse(payload);
    if (!change) return;
    for (const { audience, listener } of companies.get(change.companyId) ?? []) {
      if (audience.onlyCreatedBy && audience.onlyCreatedBy !== change.createdBy) continue;
      listener({ type: 'change', captureId: change.captureId, documentId: change.documentId });
    }
  };

  const connect = async () => {
    if (closing.signal.aborted) return;
    try {
      const mine = await pool.connect();
      client = mine;
      let alive: NodeJS.Timeout | undefined;
      const lost = (error?: Error) => {
        if (client !== mine) return;
        client = undefined;
        clearInterval(alive);
        mine.release(true);
        if (closing.signal.aborted) return;
        onError(error ?? new Error('The connection for live changes ended.'));
        again();
      };
      mine.on('error', lost);
      mine.on('end', () => lost());
      mine.on('notification', ({ payload }) => payload && tell(payload));
      await mine.query(`listen ${channel}`);
      // A connection that was cut without a word looks alive until it is asked.
      alive = setInterval(() => {
        const deadline = setTimeout(
          () => lost(new Error('The connection for live changes does not answer.')),
          aliveTimeoutMs,
        );
        mine.query('select 1').then(
          () => clearTimeout(deadline),
          (error: Error) => {
            clearTimeout(deadline);
            lost(error);
          },
        );
      }, aliveEveryMs);
      delayMs = 100;
      if (wasConnected)
        for (const listeners of companies.values())
          for (const { listener } of listeners) listener({ type: 'gap' });
      wasConnected = true;
      becomeReady();
    } catch (error) {
      client?.release(true);
      client = undefined;
      if (closing.signal.aborted) return;
      onError(error as Error);
      again();
    }
  };
  const again = () => {
    timer = setTimeout(connect, delayMs);
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  };
  void connect();

  return {
    subscribe(audience, listener) {
      const entry = { audience, listener };
      const listeners = companies.get(audience.companyId) ?? new Set();
      companies.set(audience.companyId, listeners.add(entry));
      return () => {
        listeners.delete(entry);
        if (listeners.size === 0) companies.delete(audience.companyId);
      };
    },
    ready: () => isReady,
    async close() {
      closing.abort();
      clearTimeout(timer);
      const last = client;
      client = undefined;
      last?.release(true);
    },
  };
}

interface Change {
  companyId: string;
  captureId: string;
  documentId: string;
  createdBy: string;
}

function parse(payload: string): Change | undefined {
  try {
    return JSON.parse(payload) as Change;
  } catch {
    return undefined;
  }
}
