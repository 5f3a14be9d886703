import { signatureOf } from '@readout/store/webhook-signature';
import { exchange } from './exchange.ts';
import { type Sender, userAgent } from './sender.ts';

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
