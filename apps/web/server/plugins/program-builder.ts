import { createHash } from 'node:crypto';
import { AppError } from '@readout/domain/errors';
import type { PackageContent } from '@readout/plugin-kit/package';
import type { LoadedPlugin } from '@readout/plugin-sandbox';
import { bundlePlugin } from '@readout/plugin-sandbox/bundle';
import { createTurns } from './in-turn.ts';

/** Makes programs of sources, whichever door they came in by. */
export interface ProgramBuilder {
  /**
   * @param companyId whose turn it takes; absent: the platform's
   * @throws AppError `package.no_source`, `package.not_built`, `plugin.busy`
   */
  build(content: Pick<PackageContent, 'manifest' | 'source'>, companyId?: string): Promise<LoadedPlugin>;
}

/** Characters of programs that are kept in memory: what was built at a door is measured, tried and run next. */
const maxKeptCharacters = 8 * 1024 * 1024;

/**
 * What does not build is not tried again for so long where nobody waits for it at a door: a version that was taken in by
 * Readout 0.3, and whose source is made to take long, is asked for with every capture.
 */
const refusedForMs = 10 * 60_000;
const maxRefused = 200;

/** Builds one source at a time, within the limits of `bundlePlugin`. */
export function createProgramBuilder(): ProgramBuilder {
  const inTurn = createTurns();
  const kept = new Map<string, string>();
  let characters = 0;
  const keep = (source: string, code: string) => {
    kept.set(source, code);
    characters += code.length;
    for (const [oldest, { length }] of kept) {
      if (characters <= maxKeptCharacters || oldest === source) break;
      kept.delete(oldest);
      characters -= length;
    }
  };
  /** By the hash of a source: why it does not build, until when (as `performance.now`) that is taken for so. */
  const refused = new Map<string, { error: AppError; until: number }>();
  const codeOf = async (source: string, { isAgain }: { isAgain: boolean }): Promise<string> => {
    const key = createHash('sha256').update(source).digest('hex');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const before = refused.get(key);
    if (isAgain && before && before.until > performance.now()) throw before.error;
    const built = await bundlePlugin(source);
    if ('problems' in built) {
      const error = notBuilt(built.problems[0]);
      refused.delete(key);
      refused.set(key, { error, until: performance.now() + refusedForMs });
      if (refused.size > maxRefused) refused.delete(refused.keys().next().value!);
      throw error;
    }
    if (!kept.has(key)) keep(key, built.code);
    return built.code;
  };
  let last: Promise<unknown> = Promise.resolve();
  /** However many wait: a start after an update builds what is installed, which is nobody's loop. */
  const afterOthers = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    async build({ manifest, source }, companyId) {
      if (source === '') throw new AppError('package.no_source');
      const code = await (companyId === undefined
        ? afterOthers(() => codeOf(source, { isAgain: true }))
        : inTurn(companyId, () => codeOf(source, { isAgain: false })));
      return { manifest, code, sha256: createHash('sha256').update(code).digest('hex') };
    },
  };
}

function notBuilt(problem: { message: string; line?: number } | undefined): AppError {
  const { line, message = '' } = problem ?? {};
  return new AppError(
    'package.not_built',
    line === undefined ? { message } : { reason: 'at', line, message },
  );
}
