import { isDatabaseUnavailable } from '@readout/database';

interface AttemptLog {
  info(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** One round of something that is tried again and again; resolves whatever becomes of it. */
export type Attempt = (work: () => Promise<unknown>) => Promise<void>;

/**
 * Says once that something that is tried again and again does not work, and once that it works again. That the database is
 * away is one outage for all of them, which the log itself tells.
 *
 * @param what - as in "looking for exports"
 */
export function attemptsOf(log: AttemptLog, what: string): Attempt {
  let failures = 0;
  let isDatabase = false;
  return async (work) => {
    try {
      await work();
    } catch (err) {
      // Another reason than before is news.
      if (failures === 0 || (isDatabase && !isDatabaseUnavailable(err)))
        log.error({ event: 'task.failed', what, err }, `${what} failed, will retry`);
      isDatabase = isDatabaseUnavailable(err);
      failures++;
      return;
    }
    if (failures > 0 && !isDatabase)
      log.info({ event: 'task.recovered', what, failures }, `${what} works again`);
    failures = 0;
  };
}
