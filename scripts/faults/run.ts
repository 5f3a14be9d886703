/**
 * Whether the tests of the gate see what they are for: applies each fault to a copy of the project and runs the tests that
 * have to see it. Nothing is run twice.
 *
 *   npm run test:faults [-- names …] [--journeys] [--seed N [--count 20] [--keep]] [--passed] [--write NAME]
 *
 * Without names all of `written/` and `made/`. `--journeys`: also those that only a journey sees; each builds the pages first.
 * `--seed` makes others by a script instead, the same ones for the same seed and code; `--keep` keeps them in `made/`.
 * `--passed`: the gate has just passed on this code, so the tests are not run without a fault first.
 * `--write` keeps the result in `results/NAME.json`. Ends with 1 where a fault of `written/` is not caught, or one that was
 * caught when it was made.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { copyProject, type ProjectCopy } from './copy-of-project.ts';
import { type Fault, faultFolders, readFaults } from './fault.ts';
import { makeFaults } from './make-faults.ts';

const { values: args, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    journeys: { type: 'boolean', default: false },
    seed: { type: 'string' },
    count: { type: 'string', default: '20' },
    keep: { type: 'boolean', default: false },
    passed: { type: 'boolean', default: false },
    write: { type: 'string' },
  },
});

interface Outcome {
  name: string;
  kind: keyof typeof faultFolders;
  fault: string;
  isCaught: boolean;
  /** The first test that failed. */
  by: string | null;
  seconds: number;
}

const root = path.resolve(import.meta.dirname, '../..');
const results = path.join(import.meta.dirname, 'results');
const copy = copyProject(root);
const outcomes: Outcome[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    copy.remove();
    process.exit(1);
  });

try {
  const faults = chooseFaults();
  if (!args.passed) refuseFailing(faults.flatMap(({ tests }) => tests));
  for (const fault of faults) {
    const outcome = judge(copy, fault);
    outcomes.push(outcome);
    const { isCaught, by, seconds } = outcome;
    console.log(
      `${isCaught ? 'caught' : 'MISSED'} ${fault.kind}/${fault.name} (${seconds} s)${by ? ` by ${by}` : ''}`,
    );
  }
} finally {
  copy.remove();
}

if (args.write) {
  mkdirSync(results, { recursive: true });
  writeFileSync(path.join(results, `${args.write}.json`), `${JSON.stringify(outcomes, null, 2)}\n`);
}
for (const kind of ['written', 'made'] as const) {
  const mine = outcomes.filter((each) => each.kind === kind);
  if (mine.length > 0)
    console.log(`${kind}: ${mine.filter(({ isCaught }) => isCaught).length} of ${mine.length} caught`);
}
const wereCaught = new Set(
  existsSync(path.join(results, 'made.json'))
    ? (JSON.parse(readFileSync(path.join(results, 'made.json'), 'utf8')) as Outcome[])
        .filter(({ isCaught }) => isCaught)
        .map(({ name }) => name)
    : [],
);
const missed = outcomes.filter(
  ({ isCaught, kind, name }) => !isCaught && (kind === 'written' || wereCaught.has(name)),
);
process.exit(missed.length === 0 ? 0 : 1);

function chooseFaults(): (Fault & { kind: Outcome['kind'] })[] {
  if (args.seed) {
    const seed = Number(args.seed);
    console.log(`seed ${seed}`);
    return makeFaults(copy.folder, {
      seed,
      count: Number(args.count),
      into: path.join(args.keep ? root : copy.folder, faultFolders.made),
    }).map((fault) => ({ ...fault, kind: 'made' }));
  }
  const all = (['written', 'made'] as const).flatMap((kind) =>
    readFaults(root, faultFolders[kind]).map((fault) => ({ ...fault, kind })),
  );
  const unknown = names.filter((name) => !all.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}.`);
  return all.filter(
    ({ name, journey }) => (names.length === 0 && (!journey || args.journeys)) || names.includes(name),
  );
}

/** A test that fails anyway would be taken for one that sees a fault. */
function refuseFailing(tests: string[]): void {
  const failed = failingTest(copy, [...new Set(tests)]);
  if (failed !== undefined) throw new Error(`Fails without any fault: ${failed}`);
}

function judge(
  copy: ProjectCopy,
  { kind, name, file, says, tests, journey }: Fault & { kind: Outcome['kind'] },
): Outcome {
  const startedAt = performance.now();
  copy.apply(file);
  try {
    const by = failingTest(copy, tests) ?? (journey && failingJourney(copy, journey));
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    return { name, kind, fault: says, isCaught: by !== undefined, by: by ?? null, seconds };
  } finally {
    copy.takeBack(file);
  }
}

/** The first test of these files that fails; undefined where all pass. @throws Error where nothing was run */
function failingTest({ folder }: ProjectCopy, tests: string[]): string | undefined {
  // One that is gone sees nothing.
  const there = tests.filter((test) => existsSync(path.join(folder, test)));
  if (there.length === 0) return undefined;
  const report = path.join(folder, 'vitest-report.json');
  rmSync(report, { force: true });
  const { stdout, stderr } = runTool('vitest', [
    'run',
    '--bail=1',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...there,
  ]);
  if (!existsSync(report)) throw new Error(`Vitest made no report:\n${stdout}${stderr}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      name: string;
      status: string;
      message: string;
      assertionResults: { status: string; fullName: string }[];
    }[];
  };
  const ran = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = testResults
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map((each) => ({ ...each, file: path.relative(folder, name) })),
    )
    .find(({ status }) => status === 'failed');
  if (failed) return `${failed.file} › ${failed.fullName}`;
  const unloaded = testResults.find(({ status }) => status === 'failed');
  if (unloaded) return `${path.relative(folder, unloaded.name)}: ${unloaded.message.split('\n')[0]}`;
  if (ran.length === 0) throw new Error(`No test was run of ${there.join(', ')}:\n${stdout}${stderr}`);
  return undefined;
}

function failingJourney(
  { folder }: ProjectCopy,
  { file, title }: NonNullable<Fault['journey']>,
): string | undefined {
  const built = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', "(await import('./scripts/build.js')).ensureBuilt()"],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (built.status !== 0) throw new Error(`The pages could not be built:\n${built.stderr}`);
  const escaped = title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const { status, stdout, stderr } = runTool('playwright', [
    'test',
    '--config=apps/web/e2e/playwright.config.ts',
    '--reporter=line',
    file,
    `--grep=${escaped}`,
  ]);
  if (/No tests found/.test(stdout + stderr)) throw new Error(`There is no journey ${file}: ${title}`);
  return status === 0 ? undefined : `${file} › ${title}`;
}

function runTool(tool: string, options: string[]): { status: number | null; stdout: string; stderr: string } {
  const bin = path.join(copy.folder, 'node_modules/.bin');
  return spawnSync(process.execPath, [path.join(bin, tool), ...options], {
    cwd: copy.folder,
    encoding: 'utf8',
    maxBuffer: 256 * 2 ** 20,
    env: {
      ...process.env,
      E2E_ONCE: 'yes',
      PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    },
  });
}
