import { placeholder } from '@readout/domain/deliveries/target-input';
import { exchange } from './exchange.ts';
import { type Sender, userAgent } from './sender.ts';

/** A request as a company wants it, with the same JSON as a webhook. */
export const http: Sender<'http'> = async (target, message, { outgoing }) => {
  const { method, headers, secretHeaders } = target;
  if (!secretHeaders) return 'delivery.secret_unreadable';
  const address = addressFor(target.address, message.body);
  if (address === undefined) return 'delivery.field_missing';
  return exchange(outgoing, {
    method,
    address,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'user-agent': userAgent,
      'webhook-id': message.id,
    },
    secretHeaders,
    body: message.body,
  });
};

/**
 * The address with the values of the record's fields, encoded, and `{id}` and `{type}` of the record itself. What would be
 * another place in the path (nothing, `.`, `..`) is not a value.
 */
export function addressFor(template: string, body: string): string | undefined {
  const { data } = JSON.parse(body) as {
    data: { record?: { id: string; type: string; fields: Record<string, { value: unknown }> } };
  };
  let isWhole = true;
  const address = template.replaceAll(placeholder, (_, name: string) => {
    const { fields = {}, id, type } = data.record ?? {};
    const value = Object.hasOwn(fields, name) ? fields[name]?.value : { id, type }[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (/^\.{0,2}$/.test(text) || !text.isWellFormed()) isWhole = false;
    return isWhole ? encodeURIComponent(text) : '';
  });
  return isWhole ? address : undefined;
}
