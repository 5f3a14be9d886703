import { expect, test } from 'vitest';
import { estimateWaitMs } from './estimate-wait.ts';

const a = { companyId: 'a', waiting: 1000, running: 1, meanMs: 1000, meanCpuMs: 500, startsAt: 50_000 };
const b = { companyId: 'b', waiting: 1, running: 0, meanMs: 2000, meanCpuMs: 1000, startsAt: 49_500 };
const wait = (readers: number, companies: (typeof a)[], companyId: string, ahead: number) =>
  estimateWaitMs({ readers, heldBy: null, clock: 49_500, usualMs: 3000, companies }, { companyId, ahead });

test('a single page waits for what is being read and for its own reading, whatever another company has waiting', () => {
  expect(wait(1, [a, b], 'b', 0)).toBe(500 + 2000);
});

test('a further page waits for as much of another company as its own has had before', () => {
  // In virtual time it starts at 50,500: one page of the other does at 50,000.
  expect(wait(1, [a, { ...b, waiting: 2 }], 'b', 1)).toBe(500 + 2 * 2000 + 1000);
});

test('the last of a thousand waits for the others of its company', () => {
  expect(wait(1, [a], 'a', 999)).toBe(1_000_500);
  expect(wait(4, [a], 'a', 999)).toBe(250_125);
});

test('while another company waits for long, half of the readers are left', () => {
  const other = { ...a, companyId: 'c', running: 0 };
  expect(wait(4, [{ ...a, running: 0 }, other], 'a', 999)).toBe(500_000);
});

test('a company that has read nothing yet is taken at the usual time', () => {
  expect(wait(2, [], 'new', 0)).toBe(3000);
});
