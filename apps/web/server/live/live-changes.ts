import type { Pool } from 'pg';
import { listen } from './listen.ts';

export type LiveEvent =
  | { type: 'change'; captureId: string; documentId: string }
  /** A watch has new samples, or changed. */
  | { type: 'watch'; watchId: string }
  /** The connection to the database was lost for a while; what happened meanwhile is not known. */
  | { type: 'gap' }
  /** What the person's bell counts is another number. */
  | { type: 'notification' }
  /** The person's session ended, or what they may do changed. */
  | { type: 'session' }
  /** The company's state or rules changed. */
  | { type: 'company' }
  /** Maintenance began or ended, or there is another announcement. */
  | { type: 'platform' };

/** Whose changes a listener hears. */
export interface LiveAudience {
  /** Null: works in none. */
  companyId: string | null;
  userId: string;
  sessionId: string;
  /** Set where the listener sees only what this user captured. */
  onlyCreatedBy?: string;
  /** Whether they may look at watches. */
  seesWatches?: boolean;
}

/** What pages have to know, as it is committed, from whichever process did it. */
export interface LiveChanges {
  subscribe(audience: LiveAudience, listener: (event: LiveEvent) => void): () => void;
  /** Streams of one person that are open in this process. */
  streamsOf(userId: string): number;
  /** Tells everyone that something about the installation changed: called once this process knows what. */
  tellPlatform(): void;
  /** Resolves once changes are heard. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Named by the triggers, see the migrations. */
const channels = ['readout_change', 'readout_person', 'readout_company', 'readout_watch'] as const;

interface Entry {
  audience: LiveAudience;
  listener: (event: LiveEvent) => void;
}

/** One listening connection for the process, out of a pool of its own. */
export function createLiveChanges({
  pool,
  onError,
}: {
  pool: Pool;
  onError: (error: Error) => void;
}): LiveChanges {
  const all = new Set<Entry>();
  const byCompany = createIndex();
  const byUser = createIndex();
  let hasListened = false;

  const heard: Record<string, (payload: Record<string, unknown>) => void> = {
    readout_change({ companyId, captureId, documentId, createdBy }) {
      for (const { audience, listener } of byCompany.of(companyId)) {
        if (audience.onlyCreatedBy && audience.onlyCreatedBy !== createdBy) continue;
        listener({ type: 'change', captureId: String(captureId), documentId: String(documentId) });
      }
    },
    readout_person({ userId, kind, sessionId }) {
      for (const { audience, listener } of byUser.of(userId)) {
        if (kind === 'notification') listener({ type: 'notification' });
        else if (sessionId === undefined || sessionId === audience.sessionId) listener({ type: 'session' });
      }
    },
    readout_watch({ companyId, watchId }) {
      for (const { audience, listener } of byCompany.of(companyId))
        if (audience.seesWatches) listener({ type: 'watch', watchId: String(watchId) });
    },
    readout_company({ companyId }) {
      for (const { listener } of byCompany.of(companyId)) listener({ type: 'company' });
    },
  };

  const listening = listen({
    pool,
    channel: channels,
    onError,
    onNotification(payload, channel) {
      const parsed = parse(payload);
      if (parsed) heard[channel]?.(parsed);
    },
    onListening() {
      if (hasListened) for (const { listener } of [...all]) listener({ type: 'gap' });
      hasListened = true;
    },
  });

  return {
    subscribe(audience, listener) {
      const entry = { audience, listener };
      all.add(entry);
      byUser.add(audience.userId, entry);
      if (audience.companyId !== null) byCompany.add(audience.companyId, entry);
      return () => {
        all.delete(entry);
        byUser.remove(audience.userId, entry);
        if (audience.companyId !== null) byCompany.remove(audience.companyId, entry);
      };
    },
    streamsOf: (userId) => byUser.of(userId).length,
    tellPlatform() {
      for (const { listener } of [...all]) listener({ type: 'platform' });
    },
    ready: () => listening.ready,
    close: () => listening.close(),
  };
}

function createIndex() {
  const sets = new Map<string, Set<Entry>>();
  return {
    /** A copy: a listener may end its own subscription. */
    of: (key: unknown): Entry[] => [...(sets.get(String(key)) ?? [])],
    add(key: string, entry: Entry): void {
      sets.set(key, (sets.get(key) ?? new Set()).add(entry));
    },
    remove(key: string, entry: Entry): void {
      const set = sets.get(key);
      set?.delete(entry);
      if (set?.size === 0) sets.delete(key);
    },
  };
}

function parse(payload: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(payload) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
