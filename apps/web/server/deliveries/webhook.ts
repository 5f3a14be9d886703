import { createHmac } from 'node:crypto';
import { exchange } from './exchange.ts';
import { type Sender, userAgent } from './sender.ts';

/** `v1,` and the HMAC-SHA256 over id, time and body (Standard Webhooks 1.0.0). @param secret `whsec_…` */
export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** Standard Webhooks: signed with each secret that counts at the moment. */
export const webhook: Sender<'webhook'> = async (target, message, { outgoing, now }) => {
  const { address, secrets } = target;
  if (!secrets) return 'delivery.secret_unreadable';
  const seconds = Math.floor(now.getTime() / 1000);
  return exchange(outgoing, {
    method: 'POST',
    address,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'webhook-id': message.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': secrets
        .map((secret) => signatureOf(secret, message.id, seconds, message.body))
        .join(' '),
    },
    body: message.body,
  });
};
