import { expect, test } from 'vitest';
import { backOffMs, holdMs, longestDelayMs, outcomeOf, type Refusal } from './outcome.ts';

const first = { attempts: 0, isOtherCompany: false };
const told = (status: number, code: string): Refusal => ({
  status,
  problem: { status, code, title: 'Title', detail: 'Detail' },
});

test('without an answer everything waits; nothing is counted against the capture', () => {
  expect(outcomeOf({ status: 0 }, first)).toMatchObject({ kind: 'hold', hold: 'offline' });
});

test('what only a person can do holds everything until they did it', () => {
  expect(outcomeOf(told(401, 'sign_in.needed'), first)).toMatchObject({ kind: 'hold', hold: 'signed-out' });
  expect(outcomeOf(told(401, 'upload.other_user'), first)).toMatchObject({ hold: 'signed-out' });
  expect(outcomeOf(told(403, 'terms.not_accepted'), first)).toMatchObject({ hold: 'demands' });
  // Another company's demand holds up only what was taken for it.
  expect(outcomeOf(told(403, 'two_factor.needed'), { attempts: 0, isOtherCompany: true })).toMatchObject({
    kind: 'later',
  });
});

test('maintenance and a server that has no room are waited for, as long as they ask', () => {
  expect(outcomeOf({ ...told(503, 'platform.read_only'), retryAfterMs: 30_000 }, first)).toMatchObject({
    kind: 'hold',
    hold: 'maintenance',
    afterMs: 30_000,
  });
  expect(outcomeOf(told(503, 'store.full'), first)).toMatchObject({ kind: 'hold', hold: 'server' });
  expect(outcomeOf(told(429, 'api.too_many'), first)).toMatchObject({ kind: 'hold' });
});

test('what the server refuses for good is told to the person and tried no more', () => {
  for (const [status, code] of [
    [415, 'image.unsupported_type'],
    [413, 'pdf.too_many_bytes'],
    [403, 'company.suspended'],
    [403, 'company.not_a_member'],
  ] as const)
    expect(outcomeOf(told(status, code), first)).toMatchObject({ kind: 'failed', problem: { code } });
});

test('an upload that is gone, further on or in other hands is found or begun again by the next try', () => {
  for (const [status, code] of [
    [404, 'upload.not_found'],
    [409, 'upload.offset_differs'],
    [503, 'upload.busy'],
  ] as const)
    expect(outcomeOf(told(status, code), first)).toMatchObject({ kind: 'later', problem: { code } });
});

test('an answer that is not Readout’s says nothing about the capture', () => {
  for (const status of [200, 302, 403, 451, 502])
    expect(outcomeOf({ status }, first)).toMatchObject({ kind: 'hold', hold: 'server' });
});

test('page 2 waits for page 1, but not for ever', () => {
  const missing = told(409, 'capture.document_missing');
  expect(outcomeOf(missing, first).kind).toBe('later');
  expect(outcomeOf(missing, { attempts: 9, isOtherCompany: false }).kind).toBe('failed');
});

test('waits grow and end', () => {
  expect([1, 2, 3, 4].map(backOffMs)).toEqual([2000, 4000, 8000, 16_000]);
  expect(backOffMs(1000)).toBe(longestDelayMs);
  expect(holdMs(1)).toBe(1000);
  expect(holdMs(1000)).toBe(60_000);
});
