import { fileURLToPath } from 'node:url';
import { type BuildFailure, build, type Plugin } from 'esbuild';
import { limits } from '../limits.ts';
import { type BundleResult, kitName, maxProblems, onlyTheKit, sizeProblem } from './problem.ts';

const kitPath = fileURLToPath(import.meta.resolve(kitName));

/** Lets the source import the kit, lets the kit import its own files, and refuses everything else. */
const onlyKit: Plugin = {
  name: 'only-kit',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined;
      if (importer !== '<stdin>') return undefined;
      // Without side effects what the source does not use is left out.
      if (path === kitName) return { path: kitPath, sideEffects: false };
      return { errors: [{ text: onlyTheKit(path) }] };
    });
  },
};

/**
 * The one builder: the script of a plugin out of its source, one TypeScript module that imports the kit and nothing else.
 * The same source and kit give the same script, byte for byte. No file but the kit's is read, nothing is evaluated. Of
 * source that nobody vouches for call `bundlePlugin` of `./bundle`, which ends what takes too long.
 */
export async function buildScript(source: string): Promise<BundleResult> {
  const tooLarge = sizeProblem(source);
  if (tooLarge) return { problems: [tooLarge] };
  try {
    const { outputFiles, metafile } = await build({
      stdin: { contents: source, loader: 'ts', sourcefile: '<stdin>' },
      bundle: true,
      write: false,
      metafile: true,
      format: 'iife',
      globalName: 'readoutPlugin',
      platform: 'neutral',
      target: 'es2023',
      // Parsing is most of a run's cost, and there is one on every picture.
      minify: true,
      charset: 'utf8',
      logLevel: 'silent',
      // Of thousands it would print each with the line it stands in.
      logLimit: maxProblems,
      // A module is strict, and a bundle would not be.
      banner: { js: '"use strict";' },
      tsconfigRaw: {},
      plugins: [onlyKit],
    });
    const kitFolder = kitPath.slice(0, kitPath.lastIndexOf('/'));
    const foreign = Object.keys(metafile.inputs).filter(
      (path) =>
        path !== '<stdin>' && !fileURLToPath(new URL(path, `file://${process.cwd()}/`)).startsWith(kitFolder),
    );
    if (foreign.length > 0) return { problems: foreign.map((path) => ({ message: onlyTheKit(path) })) };
    const code = outputFiles[0]!.text;
    if (Buffer.byteLength(code) > limits.maxCodeBytes)
      return { problems: [{ message: `The plugin is larger than ${limits.maxCodeBytes} bytes` }] };
    return { code };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (!errors || errors.length === 0) throw error;
    return {
      problems: errors.slice(0, maxProblems).map(({ text, location }) => ({
        message: text,
        ...(location ? { line: location.line, column: location.column + 1 } : {}),
      })),
    };
  }
}
