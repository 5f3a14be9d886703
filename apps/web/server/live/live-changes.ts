import type { Pool } from 'pg';
import { listen } from './listen.ts';

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

/** Named by the trigger on captures, see the migrations. */
const channel = 'readout_change';

/** One listening connection for the process, out of a pool of its own. */
export function createLiveChanges({
  pool,
  onError,
}: {
  pool: Pool;
  onError: (error: Error) => void;
}): LiveChanges {
  const companies = new Map<string, Set<{ audience: LiveAudience; listener: (event: LiveEvent) => void }>>();
  let hasListened = false;

  const listening = listen({
    pool,
    channel,
    onError,
    onNotification(payload) {
      const change = parse(payload);
      if (!change) return;
      for (const { audience, listener } of companies.get(change.companyId) ?? []) {
        if (audience.onlyCreatedBy && audience.onlyCreatedBy !== change.createdBy) continue;
        listener({ type: 'change', captureId: change.captureId, documentId: change.documentId });
      }
    },
    onListening() {
      if (hasListened)
        for (const listeners of companies.values())
          for (const { listener } of listeners) listener({ type: 'gap' });
      hasListened = true;
    },
  });

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
    ready: () => listening.ready,
    close: () => listening.close(),
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
