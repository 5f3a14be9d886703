import type { Problem } from '../../api/answer.ts';
import { deviceProblem } from '../device-problem.ts';
import type { QueueHold } from '../queue-types.ts';
import type { AboutItem, ItemRow, QueueStore } from '../store/rows.ts';
import { aboutPlace, openJson, SealedError, sealJson, type Vault } from '../store/vault.ts';
import { chooseNext } from './choose-next.ts';
import { backOffMs, holdMs, type Outcome, outcomeOf } from './outcome.ts';
import { abandonUpload, MissingBytesError, SendError, sendItem } from './tus-send.ts';

export interface SenderDeps {
  store: QueueStore;
  vault(): Vault;
  /** The company its user works in now; undefined: not known. */
  companyId(): string | undefined;
  /** A row as it is kept now. */
  onChanged(row: ItemRow): void;
  /** On its way, or no longer. */
  onSending(clientId: string, isSending: boolean): void;
  onProgress(clientId: string, sentBytes: number): void;
  onHold(hold: QueueHold | undefined, problem?: Problem): void;
  /** For tests. */
  send?: typeof sendItem;
  now?(): number;
}

/** Sends what waits, a few at a time, until stopped. Exactly one runs for a user in a browser. */
export interface Sender {
  /** Rows as they are now: new ones, and what changed elsewhere. */
  offer(rows: readonly ItemRow[]): void;
  /** Ends what is on its way and forgets the item. */
  withdraw(clientId: string): void;
  /** Something may be better now (the connection, a sign-in): tries at once what waits for it. */
  wake(): void;
  /** Resolves when nothing is on its way and nothing is due. */
  settled(): Promise<void>;
  stop(): void;
}

/** Where only a person can do something: looked at again by itself, but not often. */
const personHoldMs = 60_000;

export function startSender(deps: SenderDeps): Sender {
  const { store, send = sendItem, now = Date.now } = deps;
  const rows = new Map<string, ItemRow>();
  const sending = new Map<string, AbortController>();
  const waiters = new Set<() => void>();
  let holdsInRow = 0;
  let held: { since: number; until: number; isTold: boolean } | undefined;
  /** Items at which everything was last held up; whether others got through since. */
  const blamed = new Map<string, { othersArrived: boolean }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const changed = (row: ItemRow): void => {
    if (row.state === 'stored') rows.set(row.clientId, row);
    else rows.delete(row.clientId);
    deps.onChanged(row);
  };
  const release = (): void => {
    if (!held) return;
    held = undefined;
    deps.onHold(undefined);
  };
  const pump = (): void => {
    clearTimeout(timer);
    if (isStopped) return;
    if (rows.size === 0) release();
    if (held && held.until > now()) {
      timer = setTimeout(pump, held.until - now());
      settle();
      return;
    }
    const ordered = [...rows.values()].sort((a, b) => a.addedAt - b.addedAt);
    // What everything was held up at comes last, the latest of it at the very end: it may be that one's fault.
    const blames = [...blamed.keys()];
    if (held) ordered.sort((a, b) => blames.indexOf(a.clientId) - blames.indexOf(b.clientId));
    const { next, wakeAt } = chooseNext(ordered, { sending: new Set(sending.keys()), now: now() });
    // One at a time until it is known that the way is free again.
    for (const row of held ? next.slice(0, sending.size === 0 ? 1 : 0) : next) void run(row);
    if (wakeAt !== undefined) timer = setTimeout(pump, Math.max(0, wakeAt - now()));
    if (next.length === 0) settle();
  };
  const settle = (): void => {
    if (sending.size > 0) return;
    for (const done of waiters) done();
    waiters.clear();
  };

  async function run(row: ItemRow): Promise<void> {
    const stop = new AbortController();
    sending.set(row.clientId, stop);
    deps.onSending(row.clientId, true);
    try {
      const about = await openJson<AboutItem>(deps.vault(), row.sealed, aboutPlace(row.clientId), row.keyId);
      const captureId = await Promise.race([
        send({
          row,
          about,
          store,
          vault: deps.vault(),
          signal: stop.signal,
          onUrl: (url) => {
            if (url === rows.get(row.clientId)?.uploadUrl) return;
            void store
              .change(row.clientId, (before) => ({ ...before, uploadUrl: url }))
              .then((after) => after && sending.has(row.clientId) && rows.set(row.clientId, after));
          },
          onProgress: (sentBytes) => {
            if (!stop.signal.aborted) deps.onProgress(row.clientId, sentBytes);
          },
        }),
        new Promise<undefined>((resolve) =>
          stop.signal.addEventListener('abort', () => resolve(undefined), { once: true }),
        ),
      ]);
      if (captureId === undefined) return;
      holdsInRow = 0;
      release();
      blamed.delete(row.clientId);
      for (const each of blamed.values()) each.othersArrived = true;
      await received(row, about, captureId);
    } catch (error) {
      if (!stop.signal.aborted) await notReceived(row, error);
    } finally {
      sending.delete(row.clientId);
      deps.onSending(row.clientId, false);
      pump();
    }
  }

  /** Only now may the bytes leave the device. */
  async function received(
    row: ItemRow,
    { problem: _, ...about }: AboutItem,
    captureId: string,
  ): Promise<void> {
    const vault = deps.vault();
    const sealed = await sealJson(vault, about, aboutPlace(row.clientId));
    const after = await store.change(
      row.clientId,
      ({ uploadUrl: _url, ...before }) => ({
        ...before,
        state: 'received',
        captureId,
        receivedAt: now(),
        sentBytes: row.byteSize,
        chunkCount: 0,
        keyId: vault.keyId,
        sealed,
      }),
      { dropBytes: true },
    );
    if (after) changed(after);
    else rows.delete(row.clientId);
  }

  async function notReceived(row: ItemRow, error: unknown): Promise<void> {
    const told: Outcome =
      error instanceof SendError
        ? outcomeOf(error.refusal, {
            attempts: row.attempts,
            isOtherCompany: deps.companyId() !== undefined && row.companyId !== deps.companyId(),
          })
        : { kind: 'failed', problem: problemOfDevice(error) };
    // What fails while others arrive stands in nobody's way but its own: a connection that ends at one file, for instance.
    const outcome: Outcome =
      told.kind === 'hold' && isOfNobody(told.hold) && blamed.get(row.clientId)?.othersArrived
        ? { ...told, kind: 'later' }
        : told;
    if (outcome.kind === 'hold') {
      blamed.delete(row.clientId);
      blamed.set(row.clientId, { othersArrived: false });
      holdsInRow++;
      const byPerson = outcome.hold === 'signed-out' || outcome.hold === 'demands';
      held = {
        since: now(),
        isTold: outcome.afterMs !== undefined,
        until: now() + Math.max(outcome.afterMs ?? 0, byPerson ? personHoldMs : holdMs(holdsInRow)),
      };
      deps.onHold(outcome.hold, outcome.problem);
      // What is on its way besides may still arrive; what failed here starts where it stopped.
    }
    const attempts = outcome.kind === 'hold' ? row.attempts : row.attempts + 1;
    const nextTryAt =
      outcome.kind === 'later' ? now() + Math.max(outcome.afterMs ?? 0, backOffMs(attempts)) : 0;
    const resealed =
      outcome.kind === 'hold' ? undefined : await withProblem(row, outcome.problem).catch(() => undefined);
    const after = await store.change(row.clientId, (before) => ({
      ...before,
      ...resealed,
      attempts,
      nextTryAt,
      state: outcome.kind === 'failed' ? 'failed' : before.state,
    }));
    if (after) changed(after);
    else rows.delete(row.clientId);
  }

  async function withProblem(row: ItemRow, problem: Problem): Promise<Pick<ItemRow, 'sealed' | 'keyId'>> {
    const vault = deps.vault();
    const about = await openJson<AboutItem>(vault, row.sealed, aboutPlace(row.clientId), row.keyId);
    return {
      sealed: await sealJson(vault, { ...about, problem }, aboutPlace(row.clientId)),
      keyId: vault.keyId,
    };
  }

  return {
    offer(offered) {
      for (const row of offered) {
        if (row.state === 'stored' && row.trashedAt === undefined) {
          // Who gives in something new is not left to wait for what the one before ran into, unless the server asks for it.
          if (held && !held.isTold && !rows.has(row.clientId))
            held.until = Math.min(held.until, held.since + holdMs(1));
          rows.set(row.clientId, row);
        } else this.withdraw(row.clientId);
      }
      pump();
    },
    withdraw(clientId) {
      const stop = sending.get(clientId);
      const url = rows.get(clientId)?.uploadUrl;
      rows.delete(clientId);
      blamed.delete(clientId);
      stop?.abort();
      if (stop && url) void abandonUpload(url);
    },
    wake() {
      holdsInRow = 0;
      if (held) held.until = 0;
      pump();
    },
    settled: () =>
      new Promise((resolve) => {
        waiters.add(resolve);
        pump();
      }),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const stop of sending.values()) stop.abort();
      for (const done of waiters) done();
      waiters.clear();
    },
  };
}

/** No person can do anything about it. */
const isOfNobody = (hold: QueueHold): boolean => hold === 'offline' || hold === 'server';

/** What went wrong before anything could be sent. */
function problemOfDevice(error: unknown): Problem {
  if (error instanceof MissingBytesError) return deviceProblem('device.bytes_missing');
  if (error instanceof SealedError) return deviceProblem('device.not_opened');
  return deviceProblem('device.not_sent', error);
}
