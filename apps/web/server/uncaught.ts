import type { Log } from './log.ts';

/** How streams and sockets say that the other side is gone (Node's error codes, errno(3)). */
const brokenOff = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/**
 * For what nobody caught. A connection that broke is over by itself and takes nobody else along. After anything else
 * nobody knows what state the process is in: it says so and stops in order, for what started it to start it again.
 */
export function onUncaught({ log, stop }: { log: Log; stop(): void }): (error: Error) => void {
  return (error) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && brokenOff.has(code))
      return log.error({ err: error }, 'a broken connection was not expected here');
    log.fatal({ err: error }, 'uncaught exception: Readout stops');
    stop();
  };
}
