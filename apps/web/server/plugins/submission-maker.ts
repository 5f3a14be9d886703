import { createHash } from 'node:crypto';
import { AppError } from '@readout/domain/errors';
import type { SubmissionMaker } from '@readout/domain/plugins/submissions/rules';
import { openPackage, PackageError, packPlugin } from '@readout/plugin-kit/package';
import { limits } from '@readout/plugin-sandbox';
import type { FixtureRun, FixtureTask } from './fixture-thread.ts';
import { createTurns } from './in-turn.ts';
import type { LeavingPictures } from './leaving-pictures.ts';
import type { ProgramBuilder } from './program-builder.ts';
import { threadMessages } from './thread-messages.ts';

/** All fixtures together; a runaway program is stopped by its ticks long before, but each of them counts. */
const maxTicks = 40 * limits.maxTicks;

/** Makes packages of what a company lets leave. Runs programs in a thread of their own, one submission at a time. */
export function createSubmissionMaker({
  builder,
  picture,
}: {
  builder: ProgramBuilder;
  picture: LeavingPictures['make'];
}): SubmissionMaker {
  const inTurn = createTurns();
  return {
    picture,
    async open(file) {
      return (await openPackage(file)).content;
    },
    async run(content, cases, companyId) {
      if (cases.length === 0) return [];
      const plugin = await builder.build(content, companyId);
      return inTurn(companyId, () => runInThread({ plugin, cases }));
    },
    async pack(content) {
      try {
        const payload = packPlugin(content);
        return { payload, sha256: createHash('sha256').update(payload).digest('hex') };
      } catch (error) {
        if (!(error instanceof PackageError) || error.code !== 'package.too_large') throw error;
        throw new AppError('submission.too_large', { message: error.message }, { cause: error });
      }
    },
  };
}

async function runInThread(given: Omit<FixtureTask, 'maxTicks'>): Promise<FixtureRun[]> {
  const task: FixtureTask = { ...given, maxTicks };
  const count = task.cases.length;
  const thread = new URL('./fixture-thread.ts', import.meta.url);
  const runs = await threadMessages<FixtureRun>(thread, { task, count });
  if (runs.length < count) throw new AppError('submission.run_failed', { count });
  return runs;
}
