import { expect, test } from 'vitest';
import { type DeliveryPlan, runDeliveries } from '../testing/delivery-run.ts';

async function expectEachInOrder(plan: DeliveryPlan): Promise<void> {
  console.log(`seed ${plan.seed}; repeat with DELIVERY_SEED=${plan.seed}`);
  const report = await runDeliveries(plan);
  console.log(JSON.stringify({ ...plan, ...report }));
  const corrected = Math.floor(plan.records / 10);
  expect(report).toMatchObject({
    events: plan.records + 2 * corrected,
    lost: [],
    disordered: [],
    foreign: [],
    stale: [],
  });
  expect(report.duplicates).toBeGreaterThan(0);
}

test('of 40 records at a receiver that fails at random, while the server is killed, each arrives, in order', () =>
  expectEachInOrder({
    records: 40,
    kills: 1,
    hanging: 0,
    seed: Number(process.env.DELIVERY_SEED ?? 20_261_126),
  }));

// `npm run test:long`
if (process.env.READOUT_LONG_TESTS) {
  test(
    'of 20,000 records, 100 of which hang, during 50 kills, each arrives, in order',
    {
      timeout: 3_600_000,
    },
    () =>
      expectEachInOrder({
        records: 20_000,
        kills: 50,
        hanging: 100,
        seed: Number(process.env.DELIVERY_SEED ?? Date.now() % 1_000_000),
      }),
  );
}
