import { ReaderLoadError } from './contract.ts';

/** Bytes of several files, counted together. */
export interface Downloads {
  /**
   * @param mostBytes beyond which no more is taken: what comes back then is longer.
   * @throws ReaderLoadError
   */
  fetch(url: string, mostBytes?: number): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Fetches files and tells after every piece how many of their bytes are there. The length of a file that comes
 * compressed is known from the header `x-uncompressed-bytes`, where the server sends it.
 */
export function countDownloads(report: (loadedBytes: number, totalBytes: number) => void): Downloads {
  let loadedBytes = 0;
  let totalBytes = 0;
  return {
    async fetch(url, mostBytes = Number.POSITIVE_INFINITY) {
      try {
        const response = await fetch(url);
        if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
        let expected = declaredLength(response);
        totalBytes += expected;
        const pieces: Uint8Array[] = [];
        let length = 0;
        for await (const piece of piecesOf(response.body)) {
          pieces.push(piece);
          length += piece.length;
          loadedBytes += piece.length;
          if (length > expected) {
            totalBytes += length - expected;
            expected = length;
          }
          report(loadedBytes, totalBytes);
          if (length > mostBytes) break;
        }
        const bytes = new Uint8Array(length);
        let at = 0;
        for (const piece of pieces) {
          bytes.set(piece, at);
          at += piece.length;
        }
        return bytes;
      } catch (error) {
        throw new ReaderLoadError(
          `A part of the reader could not be loaded (${String(error)}). Check the connection and try again.`,
          { cause: error },
        );
      }
    },
  };
}

function declaredLength({ headers }: Response): number {
  const uncompressed = Number(headers.get('x-uncompressed-bytes'));
  return uncompressed > 0 ? uncompressed : Number(headers.get('content-length') ?? 0);
}

/** Streams are iterable by themselves only in newer browsers. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Nobody waits for what was not asked for any more.
    void reader.cancel().catch(() => {});
  }
}
