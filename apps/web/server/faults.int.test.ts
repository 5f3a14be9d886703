import { expect, test } from 'vitest';
import { type FaultPlan, runFaults } from './testing/fault-run.ts';
import { runMachines } from './testing/machines-run.ts';
import { nextRelease } from './testing/next-release.ts';
import { runRollingUpgrade } from './testing/rolling-run.ts';

async function expectNothingLost(plan: FaultPlan): Promise<void> {
  console.log(`seed ${plan.seed}; repeat with FAULT_SEED=${plan.seed}`);
  const { output, ...numbers } = await runFaults(plan);
  const { uploads } = plan;
  expect(numbers, output.slice(-4000)).toMatchObject({
    acknowledged: uploads,
    listed: uploads,
    lost: [],
    doubled: [],
  });
}

test('what was acknowledged while server and database were killed and frozen is there and read, once', () =>
  expectNothingLost({
    uploads: 8,
    faults: ['kill server', 'kill database', 'freeze database'],
    freezeMs: 1_000,
    seed: Number(process.env.FAULT_SEED ?? 20_261_121),
  }));

// `npm run test:long`
if (process.env.READOUT_LONG_TESTS) {
  test('of 200 uploads during 12 kills and a frozen database everything acknowledged is there and read, once', {
    timeout: 1_800_000,
  }, () => {
    const kills = Array.from({ length: 6 }, () => ['kill server', 'kill database'] as const).flat();
    return expectNothingLost({
      uploads: 200,
      faults: [...kills, 'freeze database'],
      // Longer than the server waits for a connection.
      freezeMs: 10_000,
      seed: Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000),
    });
  });

  test('two webs and two workers that share a database and a bucket lose and double nothing, whichever is killed or cut off', {
    timeout: 3_600_000,
  }, async () => {
    const plan = {
      uploads: 400,
      kills: 60,
      cuts: 10,
      seed: Number(process.env.MACHINES_SEED ?? Date.now() % 1_000_000),
    };
    console.log(`seed ${plan.seed}; repeat with MACHINES_SEED=${plan.seed}`);
    const { output, ...report } = await runMachines(plan);
    console.log(JSON.stringify({ ...plan, ...report }));
    const { uploads } = plan;
    expect(report, output).toMatchObject({
      acknowledged: uploads,
      listed: uploads,
      lost: [],
      doubled: [],
      readTwice: [],
    });
  });

  test('two webs and two workers are replaced by the next release one after the other, and no request fails but those a client sends again', {
    timeout: 1_800_000,
  }, async () => {
    const plan = { uploads: 160, seed: Number(process.env.ROLLING_SEED ?? Date.now() % 1_000_000) };
    console.log(`seed ${plan.seed}; repeat with ROLLING_SEED=${plan.seed}`);
    const { output, acknowledgedMeanwhile, ...report } = await runRollingUpgrade(plan);
    console.log(JSON.stringify({ ...plan, acknowledgedMeanwhile, ...report }));
    const all = plan.uploads + 3;
    expect(report, output).toMatchObject({
      acknowledged: all,
      listed: all,
      failed: [],
      lost: [],
      doubled: [],
      readTwice: [],
      release: nextRelease,
    });
    expect(acknowledgedMeanwhile, output).toBeGreaterThan(0);
  });
}
