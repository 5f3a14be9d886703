import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { bearerOf } from '../request/bearer.ts';
import type { Metrics } from './metrics.ts';

/** Answers those who have the token, in a time that tells nothing of it; without a token everybody. */
export function answerMetrics(
  metrics: Pick<Metrics, 'read'>,
  token: string | undefined,
): (c: Context) => Promise<Response> {
  return async (c) => {
    if (token !== undefined && !isSame(bearerOf(c.req.raw.headers) ?? '', token))
      return c.text('Metrics take the token of READOUT_METRICS_TOKEN: Authorization: Bearer …\n', 401, {
        'cache-control': 'no-store',
        'www-authenticate': 'Bearer',
      });
    const { contentType, text } = await metrics.read();
    return c.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' });
  };
}

/** Of hashes: they have one length. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
