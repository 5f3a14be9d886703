import type { LiveAudience, LiveChanges } from './live-changes.ts';
import type { LivePeople } from './live-people.ts';

const heartbeatMs = 20_000;
/** A session ends by itself without anybody telling: looked at with every third heartbeat. */
const heartbeatsPerLook = 3;
/** Changes kept for a client that reads slowly; one that is further behind starts over. */
const maxWaiting = 1_000;

/**
 * Server-sent events, a comment as heartbeat:
 *
 * - `hello` at once
 * - `change` `{captureId, documentId}`
 * - `watch` `{watchId}`: it has new samples, or changed
 * - `notification` `{unread}`
 * - `company`, `platform`: what is shown about them is old
 * - `session` `{reason: 'ended' | 'suspended' | 'changed'}`, the last one: the person may see something else now
 * - `resync`, the last one, after a gap: the client connects again and loads what it shows again
 */
export function liveStream(
  { live, people }: { live: LiveChanges; people: LivePeople },
  audience: LiveAudience,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  const { userId, sessionId } = audience;
  /** Documents that changed and were not sent yet; a change that waits already is the same news. */
  const waiting = new Map<string, string>();
  const waitingWatches = new Set<string>();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isOpen = true;
  let heartbeat: NodeJS.Timeout;
  let heartbeats = 0;

  const send = (event: string, content: object = {}) => {
    if (isOpen) controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(content)}\n\n`));
  };
  const flush = () => {
    for (const [id, documentId] of waiting) {
      if (!isOpen || (controller.desiredSize ?? 0) <= 0) return;
      waiting.delete(id);
      send('change', { captureId: id, documentId });
    }
    for (const watchId of waitingWatches) {
      if (!isOpen || (controller.desiredSize ?? 0) <= 0) return;
      waitingWatches.delete(watchId);
      send('watch', { watchId });
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
    send('resync');
    end();
  };
  // One count at a time: of notifications that come close together the last number is enough.
  const tellUnread = oneAtATime(async () => send('notification', { unread: await people.unread(userId) }));
  const lookAtSession = oneAtATime(async (wasTold: boolean) => {
    const state = await people.sessionState(sessionId, userId);
    if (state === 'alive' && !wasTold) return;
    send('session', { reason: state === 'alive' ? 'changed' : state });
    end();
  });
  const unsubscribe = live.subscribe(audience, (event) => {
    switch (event.type) {
      case 'gap':
        return startOver();
      case 'notification':
        return void tellUnread(true).catch(startOver);
      case 'session':
        return void lookAtSession(true).catch(startOver);
      case 'company':
      case 'platform':
        return send(event.type);
      case 'change':
        waiting.set(event.captureId, event.documentId);
        if (waiting.size > maxWaiting) return startOver();
        return flush();
      case 'watch':
        waitingWatches.add(event.watchId);
        return flush();
    }
  });
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
        controller.enqueue(encoder.encode('retry: 2000\n'));
        send('hello');
        heartbeat = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': still here\n\n'));
          if (++heartbeats % heartbeatsPerLook === 0) void lookAtSession(false).catch(startOver);
        }, heartbeatMs);
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

/** Runs the work; asked again meanwhile, it runs once more afterwards. An argument of `true` is not forgotten on the way. */
function oneAtATime(work: (flag: boolean) => Promise<void>): (flag: boolean) => Promise<void> {
  let running = false;
  let wanted: boolean | undefined;
  return async (flag) => {
    wanted = wanted === true || flag;
    if (running) return;
    running = true;
    try {
      while (wanted !== undefined) {
        const mine: boolean = wanted;
        wanted = undefined;
        await work(mine);
      }
    } finally {
      running = false;
    }
  };
}
