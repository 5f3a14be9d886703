/**
 * Kills at any moment, while people upload: 1,000 unless a number is given, with as many uploads. Of the server alone, of
 * everything it started, in the middle of a start, of a reader, of the database. Then everything acknowledged has to be
 * there once, whole, and read: nothing is lost, and nothing failed though it is healthy.
 */
import { type Fault, kills, runFaults } from '../../apps/web/server/testing/fault-run.ts';
import { writeResults } from '../results-file.ts';

const count = Number(process.argv[2] ?? 1000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
console.log(`${count} kills, seed ${seed}`);

const faults = Array.from({ length: count }, (_, index): Fault => kills[index % kills.length]!);
const startedAt = performance.now();
const { output, ...report } = await runFaults({
  uploads: count,
  faults,
  freezeMs: 0,
  pauseMs: 2_000,
  seed,
  onFault: (index) => {
    if (index % 50 === 0)
      console.log(`${index} kills after ${Math.round((performance.now() - startedAt) / 1000)} s`);
  },
});
const minutes = Math.round((performance.now() - startedAt) / 60_000);
if (report.lost.length > 0 || report.doubled.length > 0) console.error(output.slice(-20_000));
await writeResults(
  'faults',
  'Kills at any moment',
  { seed, kills: count, minutes, ...report },
  `| | |
|---|---|
| kills (${kills.map((kind) => kind.replace('kill ', '')).join(', ')}; in turns) | ${count} |
| uploads acknowledged | ${report.acknowledged} |
| attempts without an acknowledgement, sent again | ${report.repeated} |
| captures listed afterwards | ${report.listed} |
| lost, altered, or failed though healthy | ${report.lost.length} |
| more than one capture of an upload | ${report.doubled.length} |
| minutes, with the last reading | ${minutes} |`,
);
process.exit(report.lost.length + report.doubled.length === 0 ? 0 : 1);
