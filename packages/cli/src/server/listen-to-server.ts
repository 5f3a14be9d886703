import { setTimeout as delay } from 'node:timers/promises';
import { type components, type ReadoutClient, ReadoutProblem } from '@readout/api-client';
import { visible } from '../format-table.ts';
import { CommandError } from '../plugin/command-error.ts';
import { say } from '../say.ts';
import { inWords } from './connect.ts';
import { createForwarder } from './forward-event.ts';
import { keepPlace, readPlace } from './kept-place.ts';
import { eventLine } from './lines.ts';
import type { ListenCommand } from './server-arguments.ts';

type OutgoingPage = components['schemas']['OutgoingPage'];

/** In one answer. */
const most = 200;
/** How long the server may take to answer. */
const patienceMs = 60_000;
/** Between two tries while it is not reached. */
const longestWaitMs = 30_000;

/**
 * Prints what leaves the company, one event a line, in order and without a gap, until the process is told to stop; posts each
 * where it is to be forwarded to. The place is kept once an event was carried out, so that it is never lost: after a crash it
 * may come twice.
 */
export async function listenToServer(
  client: ReadoutClient,
  command: ListenCommand & { server: string },
  print: (text: string) => Promise<void>,
): Promise<boolean> {
  const stop = new AbortController();
  const end = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    await follow(client, command, print, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  }
  return true;
}

async function follow(
  client: ReadoutClient,
  { after, state, everySeconds, forward, json, server }: ListenCommand & { server: string },
  print: (text: string) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const tell = (text: string) => process.stderr.write(`${visible(text)}\n`);
  const keep = async (sequence: number) => {
    if (state !== undefined) await keepPlace(state, { server, sequence });
  };
  const post = forward && createForwarder(forward, { tell, stop });
  let place = after ?? (state === undefined ? undefined : await readPlace(state, server));
  for (let isFirst = true; ; isFirst = false) {
    // Beyond every number there is nothing, but what the newest one is.
    const page = await patiently(() => ask(client, place ?? Number.MAX_SAFE_INTEGER, stop), { tell, stop });
    if (place === undefined || page.newest < place) {
      // The database was restored: what had these numbers is no more.
      if (place !== undefined)
        tell(say('cli.listen.restored', { place: String(place), newest: String(page.newest) }));
      place = page.newest;
      await keep(place);
    }
    if (isFirst) tell(say('cli.listen.waiting', { place: String(place) }));
    for (const event of page.items) {
      const status = await post?.(event);
      await print(
        json ? JSON.stringify(event) : `${eventLine(event)}${status === undefined ? '' : `  → ${status}`}`,
      );
      place = event.sequence;
      await keep(place);
      stop.throwIfAborted();
    }
    if (!page.isMore) await delay(everySeconds * 1000, undefined, { signal: stop });
  }
}

async function ask(client: ReadoutClient, after: number, stop: AbortSignal): Promise<OutgoingPage> {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const { data } = await client.api.GET('/events', {
      params: { query: { after, limit: most } },
      signal: AbortSignal.any([stop, patience]),
    });
    // With `after` it is never a stream.
    return data as OutgoingPage;
  } catch (error) {
    if (patience.aborted && !stop.aborted)
      throw new TypeError('fetch failed', { cause: { code: 'ETIMEDOUT' } });
    throw error;
  }
}

/** Until it succeeds; what will be refused again is thrown. */
async function patiently<Value>(
  attempt: () => Promise<Value>,
  { tell, stop }: { tell(text: string): void; stop: AbortSignal },
): Promise<Value> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const words = inWords(error);
      const isFinal =
        words === undefined ||
        error instanceof CommandError ||
        (error instanceof ReadoutProblem && error.status < 429);
      if (isFinal || stop.aborted) throw error;
      if (tries === 0) tell(`${words} ${say('cli.server.trying_again')}`);
      const asked = error instanceof ReadoutProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
      await delay(Math.max(asked, Math.min(longestWaitMs, 500 * 2 ** tries)), undefined, { signal: stop });
    }
  }
}
