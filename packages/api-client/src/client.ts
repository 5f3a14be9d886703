import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../build/schema.ts';
import { problemOf, ReadoutProblem } from './problem.ts';

type Schemas = components['schemas'];
type QueryOf<Path extends 'captures' | 'records'> = Omit<
  NonNullable<paths[`/${Path}`]['get']['parameters']['query']>,
  'cursor'
>;

export type Accepted = Schemas['Accepted'];
export type Capture = Schemas['Capture'];
export type Page = Schemas['Page'];
/** `Record` in the description; named so because every TypeScript program has a `Record` already. */
export type CapturedRecord = Schemas['Record'];
export type CaptureQuery = QueryOf<'captures'>;
export type RecordQuery = QueryOf<'records'>;

export interface ClientOptions {
  /** Where Readout is, for instance `https://readout.example`. */
  baseUrl: string;
  /** An API key, `readout_…`. Keep it out of what browsers load. */
  key: string;
  /** Instead of the global one, for instance with a proxy. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface SendOptions {
  /** Its ending does not matter: the bytes say what it is. */
  fileName: string;
  /** A UUID of your own: sent again under it, a file adds nothing. One is made where it is absent. */
  clientId?: string;
  source?: string;
  /** `clientId` of the first page, where the picture is a page of a document. */
  document?: string;
  /** Of that document, from 1. */
  page?: number;
  /** How often it is tried while the connection breaks or the server asks to wait; 5 unless said otherwise. */
  attempts?: number;
  signal?: AbortSignal;
}

export interface WaitOptions {
  /** Milliseconds between two looks, 1,000 unless said otherwise. */
  everyMs?: number;
  /** When to give up: after ten minutes unless said otherwise. */
  signal?: AbortSignal;
}

export interface ReadoutClient {
  /** Every operation as it is described, for instance `api.POST('/records/{id}/confirm', …)`. Problems are thrown, so that `data` is there. */
  api: Client<paths>;
  /** Captures, newest first, as many as there are. */
  captures(query?: CaptureQuery): AsyncGenerator<Capture, void>;
  /** Records, newest first, as many as there are. */
  records(query?: RecordQuery): AsyncGenerator<CapturedRecord, void>;
  /** Sends one picture or PDF. Once it returns, the file is kept. */
  send(file: Blob, options: SendOptions): Promise<Accepted>;
  /** Waits until every page of a capture was read, or could not be: see `state` and `failureCode`. */
  waitUntilRead(captureId: string, options?: WaitOptions): Promise<Page[]>;
}

const patienceMs = 600_000;
const longestWaitSeconds = 60;

/** @throws ReadoutProblem from every method, where the server refuses; TypeError where it is not reached */
export function createReadoutClient({
  baseUrl,
  key,
  fetch: send = (request) => fetch(request),
}: ClientOptions): ReadoutClient {
  const api = createClient<paths>({
    baseUrl: new URL('api/v1', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`).href,
    headers: { authorization: `Bearer ${key}` },
    fetch: send,
  });
  api.use({
    async onResponse({ response }) {
      // 304 is an answer to a question the caller asked.
      if (!response.ok && response.status !== 304) throw await problemOf(response);
    },
  });

  async function* captures(query: CaptureQuery = {}): AsyncGenerator<Capture, void> {
    let cursor: string | undefined;
    do {
      const page = (await api.GET('/captures', { params: { query: { ...query, ...after(cursor) } } })).data!;
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor);
  }

  async function* records(query: RecordQuery = {}): AsyncGenerator<CapturedRecord, void> {
    let cursor: string | undefined;
    do {
      const page = (await api.GET('/records', { params: { query: { ...query, ...after(cursor) } } })).data!;
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor);
  }

  return {
    api,
    captures,
    records,
    async send(file, { fileName, clientId = crypto.randomUUID(), attempts = 5, signal, ...place }) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ clientId, ...place }))
        if (value !== undefined) form.set(name, String(value));
      form.set('file', file, fileName);
      for (let attempt = 1; ; attempt++) {
        try {
          const { data } = await api.POST('/captures', {
            params: { query: { clientId } },
            // As it is: described as text, sent as a form.
            body: form as never,
            bodySerializer: (body) => body,
            ...(signal ? { signal } : {}),
          });
          return data!;
        } catch (error) {
          const wait = secondsToWait(error, attempt);
          if (wait === undefined || attempt >= attempts || signal?.aborted) throw error;
          await pause(wait * 1000, signal);
        }
      }
    },
    async waitUntilRead(captureId, { everyMs = 1000, signal = AbortSignal.timeout(patienceMs) } = {}) {
      for (;;) {
        const { data } = await api.GET('/captures/{id}/pages', {
          params: { path: { id: captureId } },
          signal,
        });
        const pages = data!.items;
        if (pages.every(({ state }) => state === 'read' || state === 'failed')) return pages;
        await pause(everyMs, signal);
      }
    },
  };
}

const after = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** Undefined where the same again would come to the same. A broken connection is a TypeError of fetch. */
function secondsToWait(error: unknown, attempt: number): number | undefined {
  const seconds =
    error instanceof ReadoutProblem
      ? error.retryAfterSeconds
      : error instanceof TypeError
        ? 2 ** (attempt - 1) / 2
        : undefined;
  return seconds === undefined || seconds > longestWaitSeconds ? undefined : seconds;
}

/** @throws the reason of `signal` */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
