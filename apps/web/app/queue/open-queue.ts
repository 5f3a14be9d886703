import { forgetKeys } from './store/owner-key.ts';
import { openQueueDatabase } from './store/queue-database.ts';

export { makeQueue } from './make-queue.ts';
export { openPlace } from './open-place.ts';

/** Of every user of this browser. */
export async function forgetAllKeys(): Promise<void> {
  const database = await openQueueDatabase();
  await forgetKeys(database);
  database.close();
}
