import { Worker } from 'node:worker_threads';
import { AppError } from '@readout/domain/errors';
import { remarkOf } from '@readout/domain/platform/review/remark';
import type { Check, CheckReport } from '@readout/domain/platform/review/rules';
import type { VersionToCheck } from '@readout/domain/platform/review/take-check';
import type { VerifiedPackage } from '@readout/domain/plugins/packages';
import { openPackage } from '@readout/plugin-kit/package';
import type { LoadedPlugin } from '@readout/plugin-sandbox';
import type { ProgramBuilder } from '../program-builder.ts';
import type { CheckAnswer, CheckTask } from './check-thread.ts';
import {
  manifestCheck,
  nodeCheck,
  patternsCheck,
  permissionsCheck,
  sizeCheck,
  timeCheck,
  unknownChecks,
} from './conclusions.ts';
import type { ThreadFindings } from './thread-findings.ts';

/** Running fixtures and looking the program through, together. */
const maxThreadMs = 120_000;

/**
 * Makes every automatic check of a version. Nothing a package holds ends the process or takes longer than some two
 * minutes; what could not be found out counts as failed.
 * @param options.open - the package, where its publisher signed these bytes with a key that still counts, and its program
 * @param options.build - the program of what was published before
 * @param options.signal - ends it early; what it then reports counts for nothing
 */
export async function checkVersion(
  version: VersionToCheck,
  {
    open,
    build,
    signal,
  }: {
    open: (version: VersionToCheck) => Promise<{ opened: VerifiedPackage; program: LoadedPlugin }>;
    build: ProgramBuilder['build'];
    signal?: AbortSignal;
  },
): Promise<CheckReport> {
  let opened: VerifiedPackage;
  let program: LoadedPlugin;
  try {
    ({ opened, program } = await open(version));
  } catch (error) {
    // The database was not there, for instance: that says nothing of the package.
    if (!(error instanceof AppError)) throw error;
    const check: Check = { name: 'manifest', status: 'failed', detail: [remarkOf(error)] };
    return { checks: [check, ...unknownChecks()], fixtures: [], accuracy: null };
  }
  const { content } = opened;
  const manifest = await timed(() => manifestCheck(version, opened));
  const size = await timed(() => sizeCheck(content, program, version.package.length));
  const found = await runInThread(
    {
      content: { ...content, fixtures: content.fixtures.map(({ picture: _, ...fixture }) => fixture) },
      plugin: pick(program),
      previous: version.previous ? await previousOf(version.previous.package, build) : null,
    },
    signal,
  );
  return {
    checks: [
      manifest,
      size,
      permissionsCheck(content, found),
      { ...nodeCheck(content, found), ms: Math.round(found.fixturesMs) },
      timeCheck(content, found),
      { ...patternsCheck(found), ms: Math.round(found.patternsMs) },
    ],
    fixtures: found.fixtures,
    accuracy: found.accuracy,
  };
}

async function timed(check: () => Check | Promise<Check>): Promise<Check> {
  const startedAt = performance.now();
  const made = await check();
  return { ...made, ms: Math.round(performance.now() - startedAt) };
}

/** Without what else goes along: it is handed to a thread. */
const pick = ({ manifest, code, sha256 }: LoadedPlugin): LoadedPlugin => ({ manifest, code, sha256 });

/** Published bytes that do not open or build are another defect: then there is nothing to hold the new version against. */
async function previousOf(file: Uint8Array, build: ProgramBuilder['build']): Promise<LoadedPlugin | null> {
  try {
    return await build((await openPackage(file)).content);
  } catch {
    return null;
  }
}

async function runInThread(task: CheckTask, signal?: AbortSignal): Promise<ThreadFindings> {
  const found: ThreadFindings = {
    fixtures: [],
    accuracy: null,
    needed: null,
    findings: null,
    fixturesMs: 0,
    patternsMs: 0,
    isWhole: false,
  };
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 384 },
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxThreadMs);
      signal?.addEventListener('abort', () => resolve(), { once: true });
      if (signal?.aborted) resolve();
      worker.on('message', (answer: CheckAnswer) => {
        if (answer.part === 'fixture') found.fixtures.push(answer.fixture);
        else if (answer.part === 'patterns') {
          found.findings = answer.findings;
          found.patternsMs = answer.ms;
        } else if (answer.part === 'fixtures') {
          found.accuracy = answer.accuracy;
          found.needed = answer.needed;
          found.fixturesMs = answer.ms;
        } else {
          found.isWhole = true;
          resolve();
        }
      });
      // Out of memory, or a defect of ours: what was found until then stands, the rest is not known.
      worker.once('error', () => resolve());
      worker.once('exit', () => resolve());
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
  return found;
}
