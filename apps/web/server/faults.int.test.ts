import { expect, test } from 'vitest';
import { runFaults } from './testing/fault-run.ts';

const seed = Number(process.env.FAULT_SEED ?? 20_261_121);

test('what was acknowledged while server and database were killed and frozen is there and read, once', {
  timeout: 280_000,
}, async () => {
  console.log(`seed ${seed}; choose another with FAULT_SEED`);
  const report = await runFaults({
    uploads: 20,
    faults: ['kill server', 'kill database', 'freeze database', 'kill server'],
    freezeMs: 10_000,
    seed,
  });
  const { output, ...numbers } = report;
  expect(numbers, output.slice(-4000)).toMatchObject({ acknowledged: 20, listed: 20, lost: [], doubled: [] });
});

// `npm run test:long`
if (process.env.READOUT_LONG_TESTS) {
  const longSeed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
  test('of 200 uploads during 12 kills and a frozen database everything acknowledged is there and read, once', {
    timeout: 1_800_000,
  }, async () => {
    console.log(`seed ${longSeed}; repeat with FAULT_SEED=${longSeed}`);
    const kills = Array.from({ length: 6 }, () => ['kill server', 'kill database'] as const).flat();
    const { output, ...numbers } = await runFaults({
      uploads: 200,
      faults: [...kills, 'freeze database'],
      freezeMs: 10_000,
      seed: longSeed,
    });
    expect(numbers, output.slice(-4000)).toMatchObject({
      acknowledged: 200,
      listed: 200,
      lost: [],
      doubled: [],
    });
  });
}
