import type { OutboxState } from './contract.ts';

/** What waits to be sent, and what the server says to it. */
export interface SenderParts<Item> {
  /** The oldest that wait, in order; at most so many. */
  next(maxSamples: number): Promise<Item[]>;
  /** An empty list says that the watch still runs. @throws for a network that is away */
  post(items: readonly Item[]): Promise<Answer>;
  remove(items: readonly Item[]): Promise<void>;
  setAside(item: Item): Promise<void>;
  count(): Promise<{ waiting: number; refused: number }>;
  tell(state: OutboxState): void;
  /** Resolves after the time, or as soon as it is woken. */
  sleep(ms: number): Promise<void>;
  /** Whether a device that reads has to be heard though it has nothing to send. */
  isHeartbeatDue(): boolean;
  isOver(): boolean;
}

export interface Answer {
  status: number;
  code?: string | undefined;
  sentence?: string | undefined;
  retryAfterMs?: number | undefined;
  clockSkewMs?: number | undefined;
  keepsPictures?: boolean | undefined;
}

const maxSamples = 500;
/** Samples are gathered for so long: a request for each would cost more than the reading. */
const gatherMs = 4000;
const firstWaitMs = 1000;
const maxWaitMs = 60_000;

/**
 * Sends what waits, oldest first, until it is over and nothing waits any more. A request that fails is sent again, however
 * often, after a growing wait; a sample the server calls unusable is found by halving and set aside, so that it stops no
 * other.
 */
export async function runSender<Item>(parts: SenderParts<Item>): Promise<void> {
  let waitMs = firstWaitMs;
  let most = maxSamples;
  let state: OutboxState = { waiting: 0, refused: 0 };
  const tell = async (change: Partial<OutboxState>) => {
    state = { ...state, ...(await parts.count()), ...change };
    parts.tell(state);
  };
  for (;;) {
    const items = await parts.next(most);
    if (items.length === 0 && !parts.isHeartbeatDue()) {
      if (parts.isOver()) return tell({ problem: undefined });
      await parts.sleep(gatherMs);
      continue;
    }
    const answer = await parts.post(items).catch((): Answer => ({ status: 0 }));
    if (answer.status >= 200 && answer.status < 300) {
      await parts.remove(items);
      waitMs = firstWaitMs;
      most = Math.min(maxSamples, most * 2);
      await tell({
        problem: undefined,
        clockSkewMs: answer.clockSkewMs,
        keepsPictures: answer.keepsPictures,
      });
      // A full request: there is more to catch up with.
      if (items.length < maxSamples && most === maxSamples && !parts.isOver()) await parts.sleep(gatherMs);
      continue;
    }
    if ((answer.status === 422 || answer.status === 413) && items.length > 0) {
      if (items.length === 1) {
        await parts.setAside(items[0]!);
        most = maxSamples;
      } else most = Math.ceil(items.length / 2);
      continue;
    }
    await tell({
      problem:
        answer.status === 0
          ? { code: 'network.away' }
          : { code: answer.code ?? 'server.unexpected', sentence: answer.sentence },
    });
    if (parts.isOver() && items.length === 0) return;
    await parts.sleep(answer.retryAfterMs ?? waitMs);
    waitMs = Math.min(maxWaitMs, waitMs * 2);
  }
}
