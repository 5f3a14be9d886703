import { type DetailedError, type HttpStack, Upload } from 'tus-js-client';
import type { Problem } from '../../api/answer.ts';
import type { AboutItem, ItemRow, QueueStore } from '../store/rows.ts';
import { chunkBytes, chunkPlace, type Vault } from '../store/vault.ts';
import { fetchStack } from './fetch-stack.ts';
import type { Refusal } from './outcome.ts';

/** Held in memory at once, and sent again at most where a proxy swallows what it got. */
const requestBytes = 8 * 2 ** 20;
/** Up to here one request is enough; above, being able to go on is worth a second. */
const singleRequestBytes = 2 ** 20;

/** A try that ended without the server's acknowledgement. */
export class SendError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.problem?.title ?? `status ${refusal.status}`);
    this.refusal = refusal;
  }
}

export interface SendJob {
  row: ItemRow;
  about: AboutItem;
  store: QueueStore;
  vault: Vault;
  signal: AbortSignal;
  onUrl(url: string): void;
  onProgress(sentBytes: number): void;
}

/**
 * Sends an item with tus, going on where an earlier try stopped.
 *
 * @returns the id of the capture the server acknowledged
 * @throws SendError, and what the vault throws; never resolves after `signal` was aborted
 */
export function sendItem({ row, about, store, vault, signal, onUrl, onProgress }: SendJob): Promise<string> {
  return new Promise((resolve, reject) => {
    let broken: unknown;
    const upload = new Upload(new Blob(), {
      endpoint: new URL('/api/v1/uploads', location.origin).href,
      ...(row.uploadUrl ? { uploadUrl: new URL(row.uploadUrl, location.origin).href } : {}),
      metadata: {
        filename: about.fileName,
        filetype: about.mediaType,
        clientId: row.clientId,
        source: about.source,
        user: row.userId,
        company: row.companyId,
        ...(row.document ? { document: row.document.id, page: String(row.document.page) } : {}),
      },
      fileReader: {
        openFile: async () => ({
          size: row.byteSize,
          async slice(start, end) {
            try {
              const value = await readSlice(store, vault, row, start, Math.min(end, row.byteSize));
              return { value, done: end >= row.byteSize };
            } catch (error) {
              broken = error;
              throw error;
            }
          },
          close: () => {},
        }),
      },
      ...(typeof XMLHttpRequest === 'undefined' ? { httpStack: fetchStack as HttpStack } : {}),
      chunkSize: requestBytes,
      uploadDataDuringCreation: row.byteSize <= singleRequestBytes,
      // Tries, and what they wait for, are the queue's: they survive the page.
      retryDelays: null,
      storeFingerprintForResuming: false,
      fingerprint: async () => row.clientId,
      onUploadUrlAvailable: () => {
        // One request is all or nothing: there is nothing to go on with.
        if (upload.url && row.byteSize > singleRequestBytes)
          onUrl(new URL(upload.url, location.origin).pathname);
      },
      onProgress: (sentBytes) => onProgress(sentBytes),
      onSuccess: ({ lastResponse }) => {
        const captureId = lastResponse.getHeader('Readout-Capture');
        if (captureId) resolve(captureId);
        else reject(new SendError({ status: lastResponse.getStatus() }));
      },
      onError: (error) => reject(broken ?? new SendError(refusalOf(error))),
    });
    if (signal.aborted) return;
    // An aborted upload calls nobody back, and what it sent so far stays for its next try.
    signal.addEventListener('abort', () => void upload.abort(), { once: true });
    upload.start();
  });
}

/** Forgets on the server what was begun; without an answer it sweeps it itself. */
export async function abandonUpload(uploadUrl: string): Promise<void> {
  await fetch(uploadUrl, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
}

/** @throws SealedError where a piece is missing, or is not what was kept */
export async function readSlice(
  store: QueueStore,
  vault: Vault,
  row: ItemRow,
  start: number,
  end: number,
): Promise<Blob> {
  const parts: ArrayBuffer[] = [];
  for (let index = Math.floor(start / chunkBytes); index * chunkBytes < end; index++) {
    const sealed = await store.chunk(row.clientId, index);
    if (!sealed) throw new MissingBytesError(`Piece ${index} of ${row.clientId} is gone.`);
    const piece = await vault.open(sealed, chunkPlace(row.clientId, index, row.chunkCount), row.keyId);
    const from = index * chunkBytes;
    parts.push(piece.slice(Math.max(0, start - from), Math.min(piece.byteLength, end - from)));
  }
  return new Blob(parts);
}

/** The browser removed a part of what it kept. */
export class MissingBytesError extends Error {}

function refusalOf(error: Error | DetailedError): Refusal {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (!response || status === 0) return { status: 0 };
  const seconds = Number(response.getHeader('Retry-After'));
  const after = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
  try {
    const told = JSON.parse(response.getBody()) as Partial<Problem>;
    if (typeof told.code === 'string' && typeof told.title === 'string')
      return {
        status,
        problem: { ...told, status, code: told.code, title: told.title, detail: told.detail ?? told.title },
        ...after,
      };
  } catch {
    // Not JSON: a proxy or the tus library itself answered.
  }
  return { status, ...after };
}
