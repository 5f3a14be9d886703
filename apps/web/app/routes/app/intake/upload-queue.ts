import type { CaptureSource } from '@readout/domain/captures/capture-types';
import { DetailedError, Upload } from 'tus-js-client';
import type { Problem } from '../send.ts';

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';

/** One file on its way in. */
export interface UploadItem {
  /** Made here and kept over retries, so that a repeat finds the capture it already made. */
  clientId: string;
  fileName: string;
  byteSize: number;
  source: CaptureSource;
  state: UploadState;
  sentBytes: number;
  captureId?: string;
  problem?: Problem;
}

interface Entry {
  item: UploadItem;
  file: File;
  upload?: Upload;
}

/** Files that are sent at the same time. */
const maxParallel = 3;
const retryDelaysMs = [0, 1000, 3000, 8000, 20_000];

/**
 * Sends files with tus, a few at a time, and tells subscribers after every change. An interrupted upload goes
 * on where it stopped, also after the page was loaded again with the same file: tus finds it by its fingerprint.
 */
export interface UploadQueue {
  add(files: Iterable<File>, source: CaptureSource): void;
  cancel(clientId: string): void;
  retry(clientId: string): void;
  /** Forgets what is done, failed or cancelled. */
  clear(): void;
  subscribe(listener: () => void): () => void;
  /** The same array until something changes. */
  items(): readonly UploadItem[];
}

export function makeUploadQueue({
  endpoint,
  onDone,
}: {
  endpoint: string;
  onDone: (item: UploadItem) => void;
}): UploadQueue {
  let entries: Entry[] = [];
  let shown: readonly UploadItem[] = [];
  const listeners = new Set<() => void>();

  const tell = (): void => {
    shown = entries.map((entry) => entry.item);
    for (const listener of listeners) listener();
  };
  const change = (entry: Entry, next: Partial<UploadItem>): void => {
    entry.item = { ...entry.item, ...next };
    tell();
  };
  const pump = (): void => {
    const free = maxParallel - entries.filter(({ item }) => item.state === 'sending').length;
    for (const entry of entries.filter(({ item }) => item.state === 'waiting').slice(0, Math.max(0, free)))
      void start(entry);
  };
  const finish = (entry: Entry, next: Partial<UploadItem>): void => {
    change(entry, next);
    if (entry.item.state === 'done') onDone(entry.item);
    pump();
  };

  async function start(entry: Entry): Promise<void> {
    const { file, item } = entry;
    change(entry, { state: 'sending', sentBytes: 0 });
    const upload = new Upload(file, {
      endpoint,
      metadata: {
        filename: item.fileName,
        filetype: file.type,
        clientId: item.clientId,
        source: item.source,
      },
      retryDelays: retryDelaysMs,
      removeFingerprintOnSuccess: true,
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        // 423: another request of ours still holds the upload. Everything else the server said is final.
        return status === 0 || status === 423 || status === 429 || status >= 500;
      },
      onProgress: (sentBytes) => {
        if (entry.item.state === 'sending') change(entry, { sentBytes });
      },
      onSuccess: ({ lastResponse }) => {
        const captureId = lastResponse.getHeader('Readout-Capture');
        finish(entry, { state: 'done', sentBytes: item.byteSize, ...(captureId ? { captureId } : {}) });
      },
      onError: (error) => {
        if (entry.item.state === 'cancelled') return;
        finish(entry, { state: 'failed', problem: problemOf(error) });
      },
    });
    entry.upload = upload;
    const [previous] = await upload.findPreviousUploads().catch(() => []);
    if (entry.item.state !== 'sending') return;
    if (previous) {
      upload.resumeFromPreviousUpload(previous);
      // The interrupted upload carries its own client id; the capture it makes is known by that one.
      const clientId = previous.metadata.clientId;
      if (clientId && !entries.some((other) => other !== entry && other.item.clientId === clientId))
        entry.item = { ...entry.item, clientId };
    }
    upload.start();
  }

  return {
    add(files, source) {
      for (const file of files) {
        entries = [
          ...entries,
          {
            file,
            item: {
              clientId: crypto.randomUUID(),
              fileName: file.name || 'picture',
              byteSize: file.size,
              source,
              state: 'waiting',
              sentBytes: 0,
            },
          },
        ];
      }
      tell();
      pump();
    },
    cancel(clientId) {
      const entry = entries.find(({ item }) => item.clientId === clientId);
      if (!entry || entry.item.state === 'done') return;
      change(entry, { state: 'cancelled' });
      // The server forgets an upload it was told to; one it cannot be told of now, it sweeps.
      void entry.upload?.abort(true).catch(() => undefined);
      pump();
    },
    retry(clientId) {
      const entry = entries.find(({ item }) => item.clientId === clientId);
      if (!entry || (entry.item.state !== 'failed' && entry.item.state !== 'cancelled')) return;
      const { problem: _, ...item } = entry.item;
      entry.item = { ...item, state: 'waiting', sentBytes: 0 };
      tell();
      pump();
    },
    clear() {
      entries = entries.filter(({ item }) => item.state === 'waiting' || item.state === 'sending');
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    items: () => shown,
  };
}

function problemOf(error: Error | DetailedError): Problem {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (!response || status === 0) {
    return {
      status: 0,
      code: 'connection.lost',
      title: 'The connection was lost',
      detail: 'The file was not sent completely. What arrived is kept for a while.',
      action: 'Try again: it goes on where it stopped.',
    };
  }
  try {
    const told = JSON.parse(response.getBody()) as Partial<Problem>;
    if (typeof told.code === 'string' && typeof told.title === 'string') {
      return { ...told, status, code: told.code, title: told.title, detail: told.detail ?? told.title };
    }
  } catch {
    // Not JSON: a proxy or the tus library itself answered.
  }
  return {
    status,
    code: `http.${status}`,
    title: status === 413 ? 'The file is too large' : 'The file was not accepted',
    detail: response.getBody().slice(0, 200) || `The server answered with status ${status}.`,
  };
}
