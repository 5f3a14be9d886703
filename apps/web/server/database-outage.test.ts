import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attemptsOf } from './attempts.ts';
import { createDatabaseOutage } from './database-outage.ts';
import { createLog } from './log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function surroundings() {
  let isThere = true;
  const outage = createDatabaseOutage({ now: () => Date.now() });
  outage.watch(async () => isThere, [5432]);
  const written: string[] = [];
  const log = createLog(
    { logLevel: 'info' },
    { outage, destination: { write: (line) => written.push(line) } },
  );
  const lines = () => written.map((line) => JSON.parse(line) as { event: string });
  return {
    log,
    lines,
    setDatabase(next: boolean) {
      isThere = next;
    },
    away: Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect', port: 5432 }),
  };
}

test('ten minutes without the database are one line at their start and one at their end, no matter who needs it', async () => {
  const { log, lines, setDatabase, away } = surroundings();
  const tasks = ['exports', 'mails', 'usage'].map((name) => attemptsOf(log, `looking for ${name}`));
  setDatabase(false);
  for (let second = 0; second < 600; second++) {
    for (const attempt of tasks) await attempt(() => Promise.reject(away));
    log.warn({ method: 'GET', code: 'database.unavailable' }, 'request refused');
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(lines()).toMatchObject([{ level: 50, event: 'database.away' }]);
  setDatabase(true);
  for (const attempt of tasks) await attempt(async () => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines()).toMatchObject([{}, { level: 40, event: 'database.back', failures: 603, seconds: 600 }]);
});

test('a database that takes some and refuses others is one outage', async () => {
  const { log, lines, away } = surroundings();
  const attempt = attemptsOf(log, 'looking for exports');
  for (let second = 0; second < 60; second++) {
    await attempt(second % 2 ? async () => {} : () => Promise.reject(away));
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(lines().map(({ event }) => event)).toEqual(['database.away']);
});

test('a mail server that refuses and a client that goes away are no outage of the database', () => {
  const { log, lines, away } = surroundings();
  log.warn({ err: Object.assign(new Error('refused'), { ...away, port: 587 }) }, 'mail is tried again later');
  log.error({ err: Object.assign(new Error('broken'), { code: 'EPIPE', syscall: 'write' }) }, 'cut off');
  expect(lines().map(({ event }) => event)).toEqual(['mail_is_tried_again_later', 'cut_off']);
});

test('what fails for a reason of its own says so once, and once when it works again', async () => {
  const { log, lines } = surroundings();
  const attempt = attemptsOf(log, 'looking for exports');
  for (let round = 0; round < 5; round++) await attempt(() => Promise.reject(new Error('a defect')));
  await attempt(async () => {});
  await attempt(async () => {});
  expect(lines()).toMatchObject([
    { event: 'task.failed', what: 'looking for exports' },
    { event: 'task.recovered', failures: 5 },
  ]);
});

test('each line has one name of what happened, its own or one made of its text', () => {
  const { log, lines } = surroundings();
  log.info({ captureId: '1' }, 'page read');
  log.warn('the queue did not follow maintenance');
  log.info({ event: 'mail.sent' }, 'mail sent to somebody');
  expect(lines().map(({ event }) => event)).toEqual([
    'page_read',
    'the_queue_did_not_follow_maintenance',
    'mail.sent',
  ]);
});
