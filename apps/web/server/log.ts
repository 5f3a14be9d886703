import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** One JSON object a line on standard error; what could sign someone in is never in it. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Log {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
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
    pino.destination({ dest: 2, sync: true }),
  );
}
