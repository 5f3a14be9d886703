import { expect, test } from 'vitest';
import type { OutboxState } from './contract.ts';
import { type Answer, runSender } from './sender.ts';

/** Runs over samples that wait until nothing does, or until it has slept too often. */
async function send(
  waiting: number[],
  answer: (items: readonly number[], request: number) => Answer | 'away',
) {
  const [requests, states, aside, slept]: [number[][], OutboxState[], number[], number[]] = [[], [], [], []];
  let rest = [...waiting];
  await runSender<number>({
    next: async (most) => rest.slice(0, most),
    async post(items) {
      requests.push([...items]);
      const given = answer(items, requests.length);
      if (given === 'away') throw new TypeError('Failed to fetch');
      return given;
    },
    async remove(items) {
      rest = rest.filter((item) => !items.includes(item));
    },
    async setAside(item) {
      aside.push(item);
      rest = rest.filter((each) => each !== item);
    },
    count: async () => ({ waiting: rest.length, refused: aside.length }),
    tell: (state) => states.push(state),
    async sleep(ms) {
      slept.push(ms);
      if (slept.length > 100) throw new Error('It never ends.');
    },
    isHeartbeatDue: () => false,
    isOver: () => true,
  });
  return { requests, states, aside, slept, rest };
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const fine: Answer = { status: 200 };

test('a night offline is sent in order, in full requests, and nothing is left', async () => {
  const { requests, rest, states } = await send(range(0, 1234), () => fine);
  expect(requests.flat()).toEqual(range(0, 1234));
  expect(requests.map((items) => items.length)).toEqual([500, 500, 234]);
  expect(rest).toEqual([]);
  expect(states.at(-1)).toMatchObject({ waiting: 0, problem: undefined });
});

test('while the server is away nothing is lost, the waits grow, and the order stays', async () => {
  const { requests, states, slept, rest } = await send(range(0, 3), (_, request) =>
    request <= 8 ? 'away' : fine,
  );
  expect(requests.at(-1)).toEqual([0, 1, 2]);
  expect(states[0]?.problem?.code).toBe('network.away');
  expect(slept.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(rest).toEqual([]);
});

test('a server that asks for patience is given it', async () => {
  const { slept } = await send([1], (_, request) =>
    request === 1 ? { status: 429, retryAfterMs: 17_000 } : fine,
  );
  expect(slept[0]).toBe(17_000);
});

test('one unusable sample is found, set aside and stops no other', async () => {
  const { requests, aside, rest } = await send(range(0, 100), (items) =>
    items.includes(37) ? { status: 422 } : fine,
  );
  expect(aside).toEqual([37]);
  expect(rest).toEqual([]);
  expect(requests.length).toBeLessThan(25);
});

test('signed out, or suspended, the samples stay and the reason is told', async () => {
  let tries = 0;
  const { states, rest } = await send([1, 2], () =>
    ++tries < 3 ? { status: 403, code: 'company.suspended', sentence: 'This company is suspended.' } : fine,
  );
  expect(states[0]).toMatchObject({ waiting: 2, problem: { code: 'company.suspended' } });
  expect(rest).toEqual([]);
});
