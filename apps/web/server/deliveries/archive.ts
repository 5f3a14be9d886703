import type { Message, OriginalFile } from '@readout/domain/deliveries/begin-delivery';
import type { Attempt, DeliveryFailure } from '@readout/domain/deliveries/end-delivery';
import { fillPattern } from '@readout/domain/deliveries/pattern';
import { AppError } from '@readout/domain/errors';
import { endingOf, eventOf, fieldText, type SentEvent, valueFor } from './event-values.ts';
import { ask, type Outgoing, type Request, serverStopped } from './exchange.ts';
import { multipartOf } from './multipart.ts';
import { isGone } from './open-originals.ts';
import { type Sender, type SenderDeps, userAgent } from './sender.ts';

/** All requests of one try together, below the lease of a delivery. */
const wholeMs = 45_000;
/** Sending a large file takes its time. */
const uploadMs = 30_000;
/** Of an answer that lists names. */
const maxAnswerBytes = 4_000_000;

/** A document as an archive gets it. */
export interface Filed {
  title: string;
  /** ISO 8601; undefined: not read, or doubtful. */
  date: string | undefined;
  tags: string[];
  event: SentEvent;
  file: OriginalFile;
}

/** What ended a try; thrown by `Archive`, and by nothing else. */
class Ended extends Error {
  readonly failure: NonNullable<Attempt['failure']>;
  constructor(failure: NonNullable<Attempt['failure']>) {
    super(failure.message);
    this.failure = failure;
  }
}

/** One try at an archive: several requests, one after the other, of which the telling ones are kept. */
export interface Archive {
  /**
   * Asks its interface.
   * @param options.accepts further statuses that are an answer
   * @throws what ends the try, where the answer is another or no JSON
   */
  json(
    path: string,
    request?: { method?: string; body?: unknown },
    options?: { accepts?: readonly number[] },
  ): Promise<{ status: number; value: unknown }>;
  /** Sends a file with fields of a form. */
  upload(
    path: string,
    field: string,
    filed: Filed,
    fields: readonly (readonly [string, string])[],
    options?: { accepts?: readonly number[] },
  ): Promise<{ status: number; value: unknown }>;
  fail(code: DeliveryFailure, message: string, options: { isPassing: boolean; retryAfterMs?: number }): never;
  /** For the next try. */
  handle: string | undefined;
  /** How long may still be waited. */
  msLeft(): number;
  /** Resolves after a while, or ends the try where the server stops. */
  wait(ms: number): Promise<void>;
}

/**
 * Files the documents of a message, one after the other. Whatever is asked goes through the outgoing guard.
 * @param authorization the header; nobody is shown it
 */
export async function fileAll(
  {
    address,
    authorization,
    title,
    tags,
  }: { address: string; authorization: string; title: string; tags: string[] },
  message: Message,
  { outgoing, means, opened }: Pick<SenderDeps, 'outgoing' | 'means' | 'opened'>,
  file: (archive: Archive, filed: Filed) => Promise<void>,
): ReturnType<Sender<'paperless'>> {
  if (message.files.length === 0) return 'delivery.original_missing';
  const begunAt = performance.now();
  const event = eventOf(message.body);
  const value = valueFor(event, message.id);
  let sent: Attempt | undefined;
  let last: Attempt | undefined;
  const send = async (
    { headers, ...request }: Omit<Request, 'secretHeaders'>,
    limitMs: number,
  ): ReturnType<typeof ask> => {
    const timeoutMs = Math.min(limitMs, archive.msLeft());
    if (timeoutMs <= 0) throw new Ended(tooLong);
    const asked = await ask(
      { ...outgoing, timeoutMs },
      {
        ...request,
        headers: { accept: 'application/json', 'user-agent': userAgent, ...headers },
        secretHeaders: { authorization },
      },
      maxAnswerBytes,
    );
    last = asked.attempt;
    return asked;
  };
  const answerOf = (
    { attempt, text, isWhole }: Awaited<ReturnType<typeof ask>>,
    accepts: readonly number[],
  ): { status: number; value: unknown } => {
    const { answer, failure } = attempt;
    if (!answer || (failure && !accepts.includes(answer.status))) throw new Ended(failure!);
    try {
      return { status: answer.status, value: text === '' ? undefined : JSON.parse(text) };
    } catch {
      throw new Ended(isWhole ? notUnderstood : brokenOff);
    }
  };
  const archive: Archive = {
    handle: message.handle,
    msLeft: () => wholeMs - (performance.now() - begunAt),
    async json(path, { method = 'GET', body } = {}, { accepts = [] } = {}) {
      const asked = await send(
        {
          method,
          address: address + path,
          headers: body === undefined ? {} : { 'content-type': 'application/json' },
          body: body === undefined ? '' : JSON.stringify(body),
        },
        outgoing.timeoutMs,
      );
      return answerOf(asked, accepts);
    },
    async upload(path, field, { title: name, file: original }, fields, { accepts = [] } = {}) {
      const content = await means.openFile(message.companyId, original, opened);
      const { mediaType, byteSize } = original;
      const fileName = `${name.replaceAll(/[/\\:*?"<>|\p{C}]+/gu, '-')}${endingOf(original.fileName)}`;
      const keptBody = [
        `${field}: ${fileName} (${mediaType}, ${byteSize} bytes)`,
        ...fields.map(([key, text]) => `${key}: ${text}`),
      ].join('\n');
      const asked = await send(
        {
          method: 'POST',
          address: address + path,
          ...multipartOf({ field, fileName, mediaType, content }, fields),
          keptBody,
        },
        Math.max(uploadMs, outgoing.timeoutMs),
      );
      sent = asked.attempt;
      return answerOf(asked, accepts);
    },
    fail(code, told, { isPassing, retryAfterMs }) {
      throw new Ended({ code, message: told, isPassing, retryAfterMs });
    },
    wait: (ms) => pause(ms, outgoing),
  };
  const ended = (failure?: Attempt['failure']): Attempt => ({
    request: (failure ? (last ?? sent) : (sent ?? last))?.request ?? {
      method: 'POST',
      address,
      headers: {},
      body: '',
      isCut: false,
    },
    answer: last?.answer ?? null,
    durationMs: performance.now() - begunAt,
    ...(failure ? { failure, handle: archive.handle } : {}),
  });
  try {
    for (const [index, each] of message.files.entries()) {
      const name =
        fillPattern(title, value).replaceAll(/\s+/g, ' ').trim() || valueFor(event, message.id)('title');
      await file(archive, {
        title: startOf(index === 0 ? name : `${name} (${index + 1})`, 128),
        date: dateOf(event),
        tags: [...new Set(tags.map((tag) => startOf(fillPattern(tag, value).trim(), 64)).filter(Boolean))],
        event,
        file: each,
      });
    }
    return ended();
  } catch (error) {
    if (isGone(error)) return 'delivery.original_missing';
    if (error instanceof Ended) return ended(error.failure);
    if (error instanceof AppError && error.code === 'store.away')
      return ended({ code: 'delivery.unreachable', message: error.message, isPassing: true });
    throw error;
  }
}

const tooLong = {
  code: 'delivery.timed_out',
  message: `It was not done within ${wholeMs / 1000} s.`,
  isPassing: true,
} as const;
const brokenOff = {
  code: 'delivery.cut_off',
  message: 'The answer broke off.',
  isPassing: true,
} as const;
const notUnderstood = {
  code: 'delivery.answer_unknown',
  message: 'The answer is not one this interface gives.',
  isPassing: false,
} as const;

/** Only where it is a whole date: archives sort by it. */
function dateOf(event: SentEvent): string | undefined {
  const text = fieldText(event, 'date');
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

function pause(ms: number, { signal }: Outgoing): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new Ended(serverStopped));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Whole characters only. */
export const startOf = (text: string, length: number): string => [...text].slice(0, length).join('').trim();

/** A member of an answer, if it is an object with one. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** A list, or the first page of one. */
export function itemsOf(value: unknown, name = 'results'): unknown[] {
  const items = Array.isArray(value) ? value : memberOf(value, name);
  return Array.isArray(items) ? items : [];
}
