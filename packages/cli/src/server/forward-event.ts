import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { signatureOf } from '@readout/store/webhook-signature';
import { say } from '../say.ts';
import type { OutgoingEvent } from './lines.ts';
import type { ListenCommand } from './server-arguments.ts';

/** As long as a webhook waits for its receiver. */
const timeoutMs = 10_000;
const longestWaitMs = 30_000;

type Answer = { status: number } | { failure: string };

/** What a webhook tries again, too. */
const isWorthTrying = (answer: Answer): boolean =>
  'failure' in answer || answer.status >= 500 || answer.status === 408 || answer.status === 429;

/**
 * Posts events as a webhook would be: the same body, signed by Standard Webhooks, each until it is taken or refused for good, so
 * that they arrive in order.
 * @returns a function that answers the status it ended with
 */
export function createForwarder(
  { address, secret = `whsec_${randomBytes(24).toString('base64')}` }: NonNullable<ListenCommand['forward']>,
  { tell, stop }: { tell(text: string): void; stop: AbortSignal },
): (event: OutgoingEvent) => Promise<number> {
  tell(say('cli.listen.forwarding', { address: address.href, secret }));
  return async ({ id, ...event }) => {
    const body = JSON.stringify(event);
    for (let tries = 0; ; tries++) {
      const answer = await post(address, { id, body, secret, stop });
      const why = 'failure' in answer ? answer.failure : String(answer.status);
      const isTriedAgain = isWorthTrying(answer);
      if (!isTriedAgain && 'status' in answer) {
        if (answer.status < 200 || answer.status >= 300)
          tell(say('cli.listen.refused', { sequence: String(event.sequence), why }));
        return answer.status;
      }
      if (tries === 0)
        tell(
          `${say('cli.listen.not_taken', { sequence: String(event.sequence), why })} ${say('cli.server.trying_again')}`,
        );
      await delay(Math.min(longestWaitMs, 500 * 2 ** tries), undefined, { signal: stop });
    }
  };
}

async function post(
  address: URL,
  { id, body, secret, stop }: { id: string; body: string; secret: string; stop: AbortSignal },
): Promise<Answer> {
  const seconds = Math.floor(Date.now() / 1000);
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Readout-Listen/1',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(secret, id, seconds, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch (error) {
    stop.throwIfAborted();
    const { code, message } = ((error as Error).cause ?? error) as { code?: unknown; message?: string };
    return { failure: typeof code === 'string' ? code : (message ?? String(error)) };
  }
}
