import { deviceProblem } from './device-problem.ts';
import { QueueFullError, type QueueStorage } from './queue-types.ts';

/** Kept free for what belongs to the items, and since browsers only estimate. */
const reserveBytes = 4 * 2 ** 20;
/** From this share on one is warned. */
export const shortShare = 0.8;

/** @throws QueueFullError before anything is written. `makeRoom`: frees what can be spared; false where there is nothing. */
export async function demandRoom(bytes: number, makeRoom: () => Promise<boolean>): Promise<void> {
  if (await fits(bytes)) return;
  if ((await makeRoom()) && (await fits(bytes))) return;
  throw new QueueFullError(deviceProblem('device.full'));
}

async function fits(bytes: number): Promise<boolean> {
  const { usage = 0, quota = 0 } = await estimate();
  return quota === 0 || usage + bytes * 1.02 + reserveBytes <= quota;
}

export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

let asked: Promise<boolean> | undefined;

/** Asks the browser once a page to keep what is stored even when it needs room; some ask the person. */
export function askToPersist(): Promise<boolean> {
  asked ??= navigator.storage?.persist?.().catch(() => false) ?? Promise.resolve(false);
  return asked;
}

export async function storageState(isDurable: boolean): Promise<QueueStorage> {
  const [{ usage = 0, quota = 0 }, isPersisted] = await Promise.all([
    estimate(),
    navigator.storage?.persisted?.().catch(() => false) ?? false,
  ]);
  return { usedBytes: usage, quotaBytes: quota, isPersisted, isDurable };
}

async function estimate(): Promise<StorageEstimate> {
  return (await navigator.storage?.estimate?.().catch(() => ({}))) ?? {};
}
