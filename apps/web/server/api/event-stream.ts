import { setTimeout as delay } from 'node:timers/promises';
import type { EventPage } from '@readout/domain/events/list-events';
import { type CompanyEvent, type EventPosition, formatPosition } from '@readout/domain/events/rules';

/** Between two looks: what is committed is told this much later at most, while no older transaction runs. */
const lookEveryMs = 500;
const heartbeatMs = 15_000;
const demandEveryMs = 5000;

export interface EventSource {
  first: EventPage;
  read(after: EventPosition): Promise<EventPage>;
  /** Rejects once the listener may not any more. */
  demandAllowed(): Promise<void>;
  /** Told why the stream ended before its client did. */
  onBrokenOff(error: unknown): void;
  onEnd(): void;
}

/** An event as programs get it, without a word of what was read. */
export const toApiEvent = ({ type, captureId, page, recordId, revision, at }: CompanyEvent) => ({
  type,
  captureId,
  page,
  recordId,
  revision,
  at: at.toISOString(),
});

/**
 * Events as server-sent events: `hello` first, then each with its position as `id`. Heartbeats move the position on, so
 * that a client that heard of nothing for long can still go on from it.
 */
export function eventStream(source: EventSource, signal: AbortSignal): Response {
  const own = new AbortController();
  const ended = AbortSignal.any([signal, own.signal]);
  const encoder = new TextEncoder();
  const pieces = tell(source, ended);
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    source.onEnd();
  };
  // Also where nobody ever asks for the first piece.
  ended.addEventListener('abort', end, { once: true });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) {
          end();
          controller.close();
        } else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        own.abort();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that gather answers would hold events back.
      'x-accel-buffering': 'no',
    },
  });
}

async function* tell(source: EventSource, signal: AbortSignal): AsyncGenerator<string, void> {
  let page = source.first;
  let toldAt = performance.now();
  let demandedAt = toldAt;
  const isDue = (since: number, everyMs: number) => performance.now() - since >= everyMs;
  try {
    yield `retry: 2000\n${piece('hello', page.position, {})}`;
    while (!signal.aborted) {
      for (const event of page.events) {
        // Before anything is said: a client that reads slowly may have lost its right meanwhile.
        if (isDue(demandedAt, demandEveryMs)) {
          await source.demandAllowed();
          demandedAt = performance.now();
        }
        toldAt = performance.now();
        yield piece(event.type, event.position, toApiEvent(event));
        if (signal.aborted) return;
      }
      if (!page.isMore) await delay(lookEveryMs, undefined, { signal });
      if (isDue(demandedAt, demandEveryMs)) {
        await source.demandAllowed();
        demandedAt = performance.now();
      }
      page = await source.read(page.position);
      if (page.events.length === 0 && isDue(toldAt, heartbeatMs)) {
        toldAt = performance.now();
        yield `: still here\nid: ${formatPosition(page.position)}\n\n`;
      }
    }
  } catch (error) {
    if (!signal.aborted) source.onBrokenOff(error);
  }
}

function piece(event: string, position: EventPosition, content: object): string {
  return `id: ${formatPosition(position)}\nevent: ${event}\ndata: ${JSON.stringify(content)}\n\n`;
}
