import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../node.ts';
import { input, plugin } from '../probe-plugins.ts';
import { note } from './hostile-case.ts';
import { hostileCases } from './index.ts';

/** 10,000 runs in `npm run test:long`; otherwise as many as fill what is kept of loaded plugins, and more. */
const runs = process.env.READOUT_LONG_TESTS ? 10_000 : 3_000;
const seed = 20_261_121;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ maxCpuMs: 200 });
});
afterAll(() => sandbox.close());

it(`survives ${runs} runs good and bad (seed ${seed}) with flat memory, and every good one is right`, () => {
  const random = mulberry32(seed);
  // The ones the clock has to end would take half of an hour.
  const hostile = hostileCases
    .filter(([, , codes]) => !codes.includes('|') && codes !== 'plugin.timed_out')
    .concat(
      hostileCases.filter(([name]) => /^(allocates|doubles a list|keeps buffers|loops for ever)/.test(name)),
    )
    .map(([, body]) => plugin(body, { limits: { ticks: 20 } }));
  const good = Array.from({ length: 8 }, (_, at) =>
    plugin(`const t = '${at}'.repeat(${(at + 1) * 500}); return [${note('t.length + input.today')}]`),
  );
  const kept: number[] = [];
  const resident: number[] = [];
  for (let i = 0; i < runs; i++) {
    if (i % (runs / 10) === 0) {
      collectGarbage();
      const { heapUsed, external, rss } = process.memoryUsage();
      kept.push((heapUsed + external) / 2 ** 20);
      resident.push(rss / 2 ** 20);
    }
    if (random() < 0.5) sandbox.run(hostile[Math.floor(random() * hostile.length)]!, input);
    else {
      const at = Math.floor(random() * good.length);
      const run = sandbox.run(good[at]!, input);
      if (!run.ok) throw new Error(`run ${i}: ${run.code}: ${run.message}`);
      expect(run.records[0]?.fields.text?.value).toBe(`${(at + 1) * 500}2026-03-05`);
    }
  }
  expect(growth(kept), kept.map(Math.round).join(' ')).toBeLessThan(8);
  // What scripts run in is counted here only, and so is compiled code, which comes and goes in tens of megabytes: one
  // memory of a script that stays in every hundred runs is more.
  expect(growth(resident), resident.map(Math.round).join(' ')).toBeLessThan(120);
}, 1_200_000);

/** The first fifth warms up; of the rest, how much more the second half holds at its most than the first. */
function growth([, , ...settled]: number[]): number {
  return Math.max(...settled.slice(4)) - Math.max(...settled.slice(0, 4));
}

/** All that nothing refers to goes; how much of it waits depends on what else the machine does. */
function collectGarbage(): void {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
}

function mulberry32(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
