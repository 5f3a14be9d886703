import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';
import { createDatabaseOutage, type DatabaseOutage } from './database-outage.ts';

export type Log = Logger;

const problemLevel = pino.levels.values.warn!;

/**
 * One JSON object a line on standard error, each with the name of what happened in `event`; what could sign someone in is
 * never in it. While the database is away, what fails for that alone is at level debug.
 */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  {
    outage = createDatabaseOutage(),
    destination = pino.destination({ dest: 2, sync: true }),
  }: { outage?: DatabaseOutage; destination?: DestinationStream } = {},
): Log {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(given, write, level) {
          const [first, text = ''] = given as unknown as [object | string, string?];
          const fields = typeof first === 'object' ? first : {};
          const words = typeof first === 'string' ? first : text;
          const named = 'event' in fields ? fields : { event: eventOf(words), ...fields };
          if (level >= problemLevel && outage.covers(fields, this)) this.debug(named, words);
          else write.call(this, named, words);
        },
      },
      redact: {
        paths: [
          ...['password', 'secret', 'token', 'setupCode', 'authorization', 'cookie'].flatMap((name) => [
            name,
            `*.${name}`,
            `*.*.${name}`,
          ]),
          '*["set-cookie"]',
          '*.*["set-cookie"]',
          // PostgreSQL repeats the values of a row that it refuses: names and addresses of people.
          ...['detail', 'where', 'internalQuery'].map((name) => `err.${name}`),
        ],
        censor: '(hidden)',
      },
    },
    destination,
  );
}

/** Texts of the log do not change from line to line, so they name what happened. */
function eventOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}
