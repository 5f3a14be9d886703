import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccountWorld, password, person, tokenOf } from './testing/test-accounts.ts';

// Two machines, one of which has a clock that is an hour off. The database's is the right one.

const hourMs = 3600_000;
let world: Awaited<ReturnType<typeof createAccountWorld>>;
beforeAll(async () => {
  world = await createAccountWorld();
});
afterAll(() => world.close());
beforeEach(() => world.empty());
afterEach(() => vi.useRealTimers());

/** From here on this process is the machine whose clock is off. */
function onMachine(offMs: number): void {
  vi.useRealTimers();
  if (offMs === 0) return;
  const real = Date.now.bind(Date);
  vi.useFakeTimers({ toFake: ['Date'], now: real() + offMs });
}
const minutesLeft = async (text: string): Promise<number> => {
  const [row] = await world.query<{ minutes: number }>(text);
  return Math.round(row!.minutes);
};
const left = (table: string) =>
  `select extract(epoch from expires_at - now())::float8 / 60 as minutes from ${table}`;

describe.each([
  ['ahead', hourMs],
  ['behind', -hourMs],
])('a clock that is an hour %s', (_, offMs) => {
  test('a link made there is good for its own time, and opens at the other machine', async () => {
    await world.browser().accounts.signUp(person('Ada'));
    await world.mails();
    onMachine(offMs);
    await world.browser().accounts.requestPasswordReset({ email: 'ada@example.com' });
    onMachine(0);
    expect(await minutesLeft(`${left('auth.sent_links')} where purpose = 'reset_password'`)).toBe(60);
    expect(await minutesLeft(left('auth.verification'))).toBe(60);
    const token = tokenOf((await world.mails()).at(-1));
    await world.browser().accounts.resetPassword({ token, password: `${password} anew` });
    await world.browser().accounts.signIn({ email: 'ada@example.com', password: `${password} anew` });
  });

  test('it takes nothing away that another machine just made', async () => {
    await world.browser().accounts.signUp(person('Ada'));
    await world.mails();
    await world.browser().accounts.requestPasswordReset({ email: 'ada@example.com' });
    const token = tokenOf((await world.mails()).at(-1));
    onMachine(offMs);
    const { internalAdapter } = await world.auth.$context;
    await internalAdapter.findVerificationValue('another');
    onMachine(0);
    await world.browser().accounts.resetPassword({ token, password: `${password} anew` });
  });

  test('a session used there is prolonged to thirty days from now, no more and no less', async () => {
    const browser = world.browser();
    browser.keep(await browser.accounts.signUp(person('Ada')));
    await world.query("update auth.session set expires_at = now() + interval '28 days'");
    onMachine(offMs);
    const resolved = await world.sessions.resolve(browser.headers().get('cookie'));
    onMachine(0);
    expect(resolved?.setCookie).toContain('Max-Age=2592000');
    expect(await minutesLeft(left('auth.session'))).toBe(30 * 24 * 60);
  });
});
