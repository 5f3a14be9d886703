import { open, readFile } from 'node:fs/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { StreamError, streamErrorOf } from './stream-error.ts';
import type { StreamTarget } from './stream-target.ts';

export interface DeliveryLimits {
  /** For all of it, from the first packet to the receipt. */
  withinMs: number;
  /** Between the last byte and the closing, at least; see {@link sendOverTls}. */
  settleMs: number;
}

export const usualLimits: DeliveryLimits = { withinMs: 20_000, settleMs: 200 };
/** A receiver has nothing to say; what it says is thrown away, and too much of it ends the connection. */
const mostReceived = 64 * 1024;

/**
 * Whether so many encrypted bytes are a close_notify: from 23 to 69 in all ciphers of TLS 1.2 and 1.3. The ticket of a
 * session that comes late is longer.
 */
const isAlert = (bytes: number): boolean => bytes > 0 && bytes <= 72;

/**
 * How a receiver ended the connection after us: it answered our close_notify with its own, or its side was closed without
 * a word, which some do each time and the system does for one that died.
 */
export type Ending = 'answered' | 'silent';

/**
 * Sends what was framed over a connection of its own and returns once the receiver has closed its side too. That is the
 * receipt (RFC 5425, section 4.4): syslog has no other, and what a socket took in may still be lost. One that ends in any
 * other way has taken nothing. The pause before closing lets a receiver that died meanwhile say so,
 * and the tickets come that follow the handshake: it lasts as long as two of them took.
 *
 * @throws StreamError
 */
export async function sendOverTls(
  target: Extract<StreamTarget, { kind: 'tls' }>,
  bytes: Buffer,
  { limits = usualLimits, signal }: { limits?: DeliveryLimits; signal?: AbortSignal } = {},
): Promise<Ending> {
  const [ca, cert, key] = await Promise.all([target.ca, target.certificate, target.key].map(readPem));
  const plain = connectPlain({ host: target.host, port: target.port });
  const socket = connect({
    socket: plain,
    host: target.host,
    ...(isIP(target.host) ? {} : { servername: target.host }),
    ...(ca ? { ca } : {}),
    ...(cert ? { cert } : {}),
    ...(key ? { key } : {}),
    minVersion: 'TLSv1.2',
  });
  const late = AbortSignal.timeout(limits.withinMs);
  const giveUp = () => {
    socket.destroy();
    plain.destroy();
  };
  late.addEventListener('abort', giveUp);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  let isConnected = false;
  socket.once('secureConnect', () => {
    isConnected = true;
  });
  try {
    return await exchange(plain, socket, bytes, limits.settleMs);
  } catch (error) {
    if (late.aborted)
      throw isConnected
        ? new StreamError(
            'audit_stream.not_taken',
            `The receiver did not take ${bytes.length} bytes within ${limits.withinMs / 1000} s.`,
          )
        : new StreamError(
            'audit_stream.unreachable',
            `No connection was made within ${limits.withinMs / 1000} s.`,
          );
    throw streamErrorOf(error as Error, target.name);
  } finally {
    late.removeEventListener('abort', giveUp);
    signal?.removeEventListener('abort', giveUp);
    socket.destroy();
    plain.destroy();
  }
}

function exchange(plain: Socket, socket: TLSSocket, bytes: Buffer, settleMs: number): Promise<Ending> {
  return new Promise((resolve, reject) => {
    /** What had come, encrypted, when we closed. */
    let readAtClosing: number | undefined;
    let hasEnded = false;
    let received = 0;
    const begunAt = performance.now();
    const cutOff = (why: string) => reject(new StreamError('audit_stream.cut_off', why));
    plain.on('error', reject);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= mostReceived) return;
      cutOff('The receiver talks instead of listening.');
      socket.destroy();
    });
    socket.once('end', () => {
      hasEnded = true;
      if (readAtClosing === undefined) cutOff('The receiver closed the connection before it had everything.');
    });
    socket.once('close', (hadError) => {
      if (readAtClosing !== undefined && hasEnded && !hadError)
        resolve(isAlert(plain.bytesRead - readAtClosing) && received === 0 ? 'answered' : 'silent');
      else cutOff('The connection broke.');
    });
    socket.once('secureConnect', () => {
      const settle = Math.max(settleMs, 2 * (performance.now() - begunAt));
      socket.write(bytes, (error) => {
        if (error) return;
        setTimeout(() => {
          if (hasEnded || socket.destroyed) return;
          readAtClosing = plain.bytesRead;
          socket.end();
        }, settle);
      });
    });
  });
}

async function readPem(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  return readFile(file).catch((cause: Error) => {
    throw new StreamError('audit_stream.file', `${cause.message}.`, { cause });
  });
}

/**
 * Appends lines to a file and returns once they are on the disk. A line that a crash left unfinished is ended first; it
 * comes again as a whole. Opened each time, so that it can be moved away meanwhile.
 *
 * @throws StreamError
 */
export async function appendToFile(path: string, bytes: Buffer): Promise<void> {
  try {
    const file = await open(path, 'a+', 0o600);
    try {
      const { size } = await file.stat();
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
      const isWhole = size === 0 || buffer[0] === 0x0a;
      await file.appendFile(isWhole ? bytes : Buffer.concat([Buffer.from('\n'), bytes]));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new StreamError('audit_stream.file', `${(cause as Error).message}.`, { cause });
  }
}
