import type { LiveAudience, LiveChanges } from './live-changes.ts';

const heartbeatMs = 20_000;
/** Changes kept for a client that reads slowly; one that is further behind starts over. */
const maxWaiting = 1_000;

/**
 * Server-sent events: `hello` at once, `change` with `{captureId, documentId}`, a comment as heartbeat. After
 * a gap the client gets `resync` and the stream ends: it connects again and loads what it shows anew.
 */
export function liveStream(live: LiveChanges, audience: LiveAudience, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  /** Documents that changed and were not sent yet; a change that waits already is the same news. */
  const waiting = new Map<string, string>();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isOpen = true;
  let heartbeat: NodeJS.Timeout;

  const send = (text: string) => controller.enqueue(encoder.encode(text));
  const flush = () => {
    for (const [id, documentId] of waiting) {
      if ((controller.desiredSize ?? 0) <= 0) return;
      waiting.delete(id);
      send(`event: change\ndata: ${JSON.stringify({ captureId: id, documentId })}\n\n`);
    }
  };
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(heartbeat);
    unsubscribe();
    try {
      controller.close();
    } catch {
      // Cancelled by the client already.
    }
  };
  const startOver = () => {
    if (!isOpen) return;
    send('event: resync\ndata: {}\n\n');
    end();
  };
  const unsubscribe = live.subscribe(audience, (event) => {
    if (event.type === 'gap') return startOver();
    waiting.set(event.captureId, event.documentId);
    if (waiting.size > maxWaiting) return startOver();
    flush();
  });
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
        send('retry: 2000\nevent: hello\ndata: {}\n\n');
        heartbeat = setInterval(
          () => (controller.desiredSize ?? 0) > 0 && send(': still here\n\n'),
          heartbeatMs,
        );
      },
      pull: flush,
      cancel: end,
    },
    { highWaterMark: 64 },
  );
  signal.addEventListener('abort', end, { once: true });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that gather answers would hold events back.
      'x-accel-buffering': 'no',
    },
  });
}
