import type { Readable } from 'node:stream';
import type { Attempt, DeliveryFailure } from '@readout/domain/deliveries/end-delivery';
import { type KeptAnswer, type KeptRequest, keptBodyBytes } from '@readout/domain/deliveries/rules';
import { type Dispatcher, request } from 'undici';

export interface Outgoing {
  /** Passes the outgoing guard; follows no redirect. */
  dispatcher: Dispatcher;
  /** For all of it, from the look-up of the name to the last byte that is read. */
  timeoutMs: number;
  /** The server stops. */
  signal?: AbortSignal;
}

export interface Request {
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string | Readable;
  /** What is kept in place of a body that is no text. */
  keptBody?: string;
  /** Headers that nobody is shown; their values are taken out of what comes back as well. */
  secretHeaders?: Record<string, string>;
}

const hidden = '••••••';
/** Of an answer, with their names. */
const keptHeaderBytes = 8 * 1024;
/** Shorter ones would be found where they do not stand for themselves. */
const shortestSecret = 4;

/** Sends one request and says what came of it. Of an answer no more is read than is kept, however long or slow it is. */
export async function exchange(outgoing: Outgoing, request: Request): Promise<Attempt> {
  return (await ask(outgoing, request, keptBodyBytes)).attempt;
}

/**
 * The same, with the answer as it came.
 * @param maxBytes that are read of it
 * @returns `isWhole`: nothing of the answer is missing
 */
export async function ask(
  { dispatcher, timeoutMs, signal }: Outgoing,
  { method, address, headers, body, keptBody, secretHeaders = {} }: Request,
  maxBytes: number,
): Promise<{ attempt: Attempt; text: string; isWhole: boolean }> {
  const begunAt = performance.now();
  const late = AbortSignal.timeout(timeoutMs);
  const over = signal ? AbortSignal.any([late, signal]) : late;
  const secrets = secretsToHide(Object.values(secretHeaders));
  const withoutSecrets = (text: string) => hide(text, secrets);
  const sent: KeptRequest = {
    method,
    address,
    headers: {
      ...headers,
      ...Object.fromEntries(Object.keys(secretHeaders).map((name) => [name, hidden])),
    },
    ...cut(Buffer.from(typeof body === 'string' ? body : (keptBody ?? ''))),
  };
  const ended = (answer: KeptAnswer | null, failure: Attempt['failure']): Attempt => ({
    request: sent,
    answer,
    durationMs: performance.now() - begunAt,
    ...(failure ? { failure } : {}),
  });
  try {
    const response = await Promise.race([
      request(address, {
        dispatcher,
        method: method as Dispatcher.HttpMethod,
        headers: { ...headers, ...secretHeaders },
        body: body === '' ? null : body,
        signal: over,
        // A connection of its own: on one that is used again, the receiver may just be closing it, or still be sending what
        // was for another.
        reset: true,
      }),
      aborted(over),
    ]);
    const start = await readStart(response.body, Math.max(maxBytes, keptBodyBytes + longestOf(secrets)));
    const kept = cut(
      secrets.length === 0 ? start.bytes : Buffer.from(withoutSecrets(start.bytes.toString())),
    );
    const answer: KeptAnswer = {
      status: response.statusCode,
      headers: keptHeaders(response.headers, withoutSecrets),
      body: kept.body,
      isCut: kept.isCut || start.isCut,
    };
    const attempt = ended(answer, failureOf(answer));
    return { attempt, text: start.bytes.toString(), isWhole: !start.isCut };
  } catch (error) {
    const failure = late.aborted
      ? tooLate(timeoutMs)
      : signal?.aborted
        ? serverStopped
        : brokenBy(error as Error, withoutSecrets);
    return { attempt: ended(null, failure), text: '', isWhole: false };
  }
}

/** Rejects at once: a request that waits for its connection is only given up when that is there, or fails. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

export const serverStopped = {
  code: 'delivery.cut_off',
  message: 'The server stopped.',
  isPassing: true,
} as const;

const tooLate = (timeoutMs: number) =>
  ({
    code: 'delivery.timed_out',
    message: `No answer came within ${timeoutMs / 1000} s.`,
    isPassing: true,
  }) as const;

/** What an answer means: 2xx has it; 5xx, 408 and 429 pass; whatever else will not change by itself. */
function failureOf({ status, headers }: KeptAnswer): Attempt['failure'] {
  if (status >= 200 && status < 300) return undefined;
  const message = `The receiver answered ${status}.`;
  if (status >= 500 || status === 408 || status === 429)
    return {
      code: 'delivery.answered_later',
      message,
      isPassing: true,
      retryAfterMs: retryAfterOf(headers),
    };
  const code = status >= 300 && status < 400 ? 'delivery.redirected' : 'delivery.answered_no';
  return { code, message, isPassing: false };
}

/** Seconds, or a date (RFC 9110, section 10.2.3) by the clock of the receiver, which may be wrong. */
function retryAfterOf({ 'retry-after': text, date }: KeptAnswer['headers']): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const [at, theirNow] = [Date.parse(text), Date.parse(date ?? '')];
  return Number.isNaN(at) ? undefined : Math.max(0, at - (Number.isNaN(theirNow) ? Date.now() : theirNow));
}

/** Why no answer came, by what Node says of it. */
function brokenBy(error: Error, withoutSecrets: (text: string) => string): NonNullable<Attempt['failure']> {
  const { isHttp, code, message } = rootOf(error);
  const failure = (failed: DeliveryFailure, isPassing = true) => ({
    code: failed,
    message: withoutSecrets(code ? `${message} (${code})` : message),
    isPassing,
  });
  if (code === 'OUTBOUND_REFUSED') return failure('delivery.address_refused', false);
  if (!isHttp) return failure('delivery.not_understood');
  if (/^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|EPROTO)/.test(code))
    return failure('delivery.not_trusted');
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return failure('delivery.timed_out');
  if (/^(ECONNRESET|EPIPE|UND_ERR_)/.test(code)) return failure('delivery.cut_off');
  return failure('delivery.unreachable');
}

/** Of several addresses that were tried, the first. */
function rootOf(error: Error & { code?: unknown }): { isHttp: boolean; code: string; message: string } {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  const cause = inner ?? (typeof error.code === 'string' ? undefined : error.cause);
  if (cause instanceof Error) return rootOf(cause);
  const code = typeof error.code === 'string' ? error.code : '';
  const message = error.message.split('\n')[0]!;
  const isHttp = !(
    error.name === 'HTTPParserError' ||
    notHttp.test(code) ||
    (code === 'UND_ERR_SOCKET' && message.startsWith('bad '))
  );
  return { isHttp, code, message };
}

/** Something answered, but not as HTTP has it: often another service, or HTTP where HTTPS is meant. */
const notHttp =
  /^(HPE_|UND_ERR_HEADERS_OVERFLOW|ERR_ASSERTION|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))/;

async function readStart(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  maxBytes: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isCut = false;
  try {
    for await (const piece of body) {
      pieces.push(piece);
      length += piece.length;
      if (length <= maxBytes) continue;
      isCut = true;
      break;
    }
  } catch {
    // It broke off or took too long; the status came, and says whether the receiver has it.
    isCut = true;
  } finally {
    body.destroy();
  }
  return { bytes: Buffer.concat(pieces), isCut };
}

/** As much as is kept, in whole characters; what no text of the database can hold is shown as what it is, an unknown one. */
function cut(bytes: Buffer): { body: string; isCut: boolean } {
  const isCut = bytes.length > keptBodyBytes;
  const text = new TextDecoder().decode(bytes.subarray(0, keptBodyBytes), { stream: isCut });
  return { body: text.replaceAll('\0', '\ufffd'), isCut };
}

function keptHeaders(
  headers: Record<string, string | string[] | undefined>,
  withoutSecrets: (text: string) => string,
): Record<string, string> {
  const kept: [string, string][] = [];
  let room = keptHeaderBytes;
  for (const [name, value] of Object.entries(headers)) {
    const text = withoutSecrets([value ?? ''].flat().join(', ')).replaceAll('\0', '\ufffd');
    room -= name.length + text.length;
    if (room >= 0) kept.push([name, text]);
  }
  return Object.fromEntries(kept);
}

/** A receiver may repeat what it was sent, or tell what it made of it. The longest first. */
const secretsToHide = (secrets: readonly string[]): string[] =>
  secrets
    .flatMap((secret) => [secret, secret.replace(/^\S+\s+/, ''), ...credentialsOf(secret)])
    .filter((secret) => secret.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length);

/** User and password, and the password alone, of `Basic` credentials (RFC 7617). */
function credentialsOf(secret: string): string[] {
  const [, encoded] = /^Basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(secret) ?? [];
  if (encoded === undefined) return [];
  const both = Buffer.from(encoded, 'base64').toString();
  return [both, both.slice(both.indexOf(':') + 1)];
}

const hide = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), text);

/** A secret that begins in what is kept is read to its end, to be known as one. */
const longestOf = (secrets: readonly string[]): number =>
  Math.max(0, ...secrets.map((secret) => Buffer.byteLength(secret)));
