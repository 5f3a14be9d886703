import { type AlertPost, sendAlertPosts } from '@readout/domain/platform/alerts/alert-posts';
import { keepAlerts } from '@readout/domain/platform/alerts/keep-alerts';
import { signatureOf } from '@readout/store/webhook-signature';
import { attemptsOf } from '../attempts.ts';
import { exchange } from '../deliveries/exchange.ts';
import type { Services } from '../services.ts';

const everyMs = 60_000;
const withinMs = 15_000;
const userAgent = 'Readout-Alerts/1';

type Deps = Pick<Services, 'config' | 'db' | 'mailer' | 'log' | 'outbound' | 'lookAround'>;

/**
 * Tells the operator once a minute of what began to need attention and what is over. In every process: one of them may be all that is
 * left.
 */
export function startAlerts(deps: Deps): { stop(): Promise<void> } {
  const attempt = attemptsOf(deps.log, 'looking for alerts');
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const begin = () => {
    running = attempt(() => tellAlerts(deps, { signal: stopping.signal })).then(() => {
      if (!stopping.signal.aborted) timer = setTimeout(begin, everyMs);
    });
  };
  let timer = setTimeout(begin, everyMs);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** One round: looks, and sends what waits. */
export async function tellAlerts(
  { config, db, mailer, log, outbound, lookAround }: Deps,
  { signal, ...times }: { signal: AbortSignal; settleMs?: number; overAfterMs?: number },
): Promise<void> {
  const { from, mailTo, post } = config.alerts;
  const news = await keepAlerts(
    { platform: db.platform, mailer },
    { around: await lookAround(), settings: { from, mailTo, isPosted: post !== undefined }, ...times },
  );
  for (const { key, happened, titles } of news)
    log[happened === 'began' ? 'warn' : 'info']({ event: `alert.${happened}`, alert: key }, titles.en);
  if (!post) return;
  const { givenUp } = await sendAlertPosts({ platform: db.platform }, async ({ id, body }: AlertPost) => {
    const seconds = Math.floor(Date.now() / 1000);
    const { failure } = await exchange(
      { dispatcher: outbound, timeoutMs: withinMs, signal },
      {
        method: 'POST',
        address: post.address,
        headers: {
          'content-type': 'application/json',
          'user-agent': userAgent,
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
        },
        ...(post.secret
          ? { secretHeaders: { 'webhook-signature': signatureOf(post.secret, id, seconds, body) } }
          : {}),
        body,
      },
    );
    // Without the address, which may hold a secret.
    if (failure) log.warn({ event: 'alert.not_posted', reason: failure.code }, failure.message);
    return failure === undefined;
  });
  if (givenUp > 0)
    log.error({ event: 'alert.given_up', count: givenUp }, 'alerts were not taken within a day');
}
