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
  return async (work) => {
    try {
      await work();
      if (failures > 0) log.info({ event: 'task.recovered', what, failures }, `${what} works again`);
      failures = 0;
    } catch (err) {
      if (failures === 0) log.error({ event: 'task.failed', what, err }, `${what} failed, will retry`);
      if (!isDatabaseUnavailable(err)) failures++;
    }
  };
}
