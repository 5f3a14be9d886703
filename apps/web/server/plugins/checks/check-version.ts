import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { AppError } from '@readout/domain/errors';
import { remarkOf } from '@readout/domain/platform/review/remark';
import type { Check, CheckReport } from '@readout/domain/platform/review/rules';
import type { VersionToCheck } from '@readout/domain/platform/review/take-check';
import { openPackage, type PackageContent } from '@readout/plugin-kit/package';
import type { LoadedPlugin } from '@readout/plugin-sandbox';
import type { CheckAnswer, CheckTask } from './check-thread.ts';
import {
  browserCheck,
  manifestCheck,
  nodeCheck,
  patternsCheck,
  permissionsCheck,
  rebuildCheck,
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
 * @param options.verify - opens the package where its publisher signed these bytes, with a key that still counts
 * @param options.signal - ends it early; what it then reports counts for nothing
 */
export async function checkVersion(
  version: VersionToCheck,
  {
    verify,
    signal,
  }: {
    verify: (version: VersionToCheck) => Promise<{ content: PackageContent; sha256: string }>;
    signal?: AbortSignal;
  },
): Promise<CheckReport> {
  let opened: { content: PackageContent; sha256: string };
  try {
    opened = await verify(version);
  } catch (error) {
    // The database was not there, for instance: that says nothing of the package.
    if (!(error instanceof AppError)) throw error;
    const check: Check = { name: 'manifest', status: 'failed', detail: [remarkOf(error)] };
    return { checks: [check, ...unknownChecks()], fixtures: [], accuracy: null };
  }
  const { content } = opened;
  const manifest = await timed(() => manifestCheck(version, opened));
  const size = await timed(() => sizeCheck(content, version.package.length));
  // Each in a thread of its own.
  const rebuilding = timed(() => rebuildCheck(content));
  const found = await runInThread(
    {
      content: { ...content, fixtures: content.fixtures.map(({ picture: _, ...fixture }) => fixture) },
      plugin: pluginOf(content),
      previous: version.previous ? await previousOf(version.previous.package) : null,
    },
    signal,
  );
  return {
    checks: [
      manifest,
      size,
      permissionsCheck(content, found),
      { ...nodeCheck(content, found), ms: Math.round(found.fixturesMs) },
      browserCheck(content),
      timeCheck(content, found),
      { ...patternsCheck(found), ms: Math.round(found.patternsMs) },
      await rebuilding,
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

function pluginOf({ manifest, code }: PackageContent): LoadedPlugin {
  return { manifest, code, sha256: createHash('sha256').update(code).digest('hex') };
}

/** Published bytes that do not open are another defect: then there is nothing to hold the new version against. */
async function previousOf(file: Uint8Array): Promise<LoadedPlugin | null> {
  try {
    return pluginOf((await openPackage(file)).content);
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
