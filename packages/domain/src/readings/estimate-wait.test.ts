import { expect, test } from 'vitest';
import { estimateWaitMs } from './estimate-wait.ts';

const a = { companyId: 'a', waiting: 1000, running: 1, meanMs: 1000 };
const b = { companyId: 'b', waiting: 1, running: 0, meanMs: 2000 };
const wait = (readers: number, companies: (typeof a)[], companyId: string, ahead: number) =>
  estimateWaitMs({ readers, heldBy: null, companies }, { companyId, ahead, usualMs: 3000 });

test('a single page waits for its own reading and about as much of another company, not for all of it', () => {
  expect(wait(1, [a, b], 'b', 0)).toBe(2000 + 2000 + 500);
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
