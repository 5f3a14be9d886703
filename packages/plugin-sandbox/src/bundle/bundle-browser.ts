// cspell:ignore pluginkit -- sucrase's name of the import
import { limits } from '../limits.ts';
import {
  type BundleProblem,
  type BundleResult,
  kitName,
  maxProblems,
  onlyTheKit,
  sizeProblem,
} from './problem.ts';
import { transpile } from './transpile.ts';

export type { BundleProblem, BundleResult } from './problem.ts';

/**
 * What `bundlePlugin` of `./bundle` does, in a few milliseconds and without esbuild, for while somebody types: the whole
 * kit goes in, nothing is made smaller. Lines of the script are lines of the source. Call it in a worker; nothing of
 * the source is evaluated here, that is the sandbox's part.
 * @param kitScript `kitScript()` of `./bundle`
 */
export function bundlePlugin(source: string, kitScript: string): BundleResult {
  const tooLarge = sizeProblem(source);
  if (tooLarge) return { problems: [tooLarge] };
  const transpiled = transpile(source);
  if ('problem' in transpiled) return { problems: [transpiled.problem] };
  const problems = importProblems(source, transpiled.code, kitScript);
  if (problems.length > 0) return { problems: problems.slice(0, maxProblems) };
  // The source comes first so that its lines keep their numbers; functions are known before they are reached.
  const code = `"use strict";var readoutPlugin={};function readoutSource(exports,require){${transpiled.code}
}
${kitScript}
readoutSource(readoutPlugin,function(){return readoutKit});`;
  return new TextEncoder().encode(code).length > limits.maxCodeBytes
    ? { problems: [{ message: `The plugin is larger than ${limits.maxCodeBytes} bytes` }] }
    : { code };
}

/** Imports of something else than the kit, and of something the kit does not have. */
function importProblems(source: string, code: string, kitScript: string): BundleProblem[] {
  const problems: BundleProblem[] = [];
  const lines = source.split('\n');
  const at = (line: number, text: string): { line: number; column: number } => ({
    line,
    column: Math.max(0, lines[line - 1]?.indexOf(text) ?? 0) + 1,
  });
  const lineOf = (index: number): number => code.slice(0, index).split('\n').length;
  for (const match of code.matchAll(/\brequire\(\s*(['"])(.*?)\1\s*\)/g))
    if (match[2] !== kitName && problems.length < maxProblems)
      problems.push({ message: onlyTheKit(match[2]!), ...at(lineOf(match.index), match[2]!) });
  const known = new Set(/^\/\*exports:([^*]*)\*\//.exec(kitScript)?.[1]?.split(','));
  const missing = new Set<string>();
  for (const [, name] of code.matchAll(/\b_pluginkit\.([A-Za-z_$][\w$]*)/g))
    if (name && !known.has(name)) missing.add(name);
  for (const name of [...missing].slice(0, maxProblems)) {
    const line = lines.findIndex((text) =>
      new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text),
    );
    problems.push({
      message: `"${kitName}" has nothing called "${name}"`,
      ...at(Math.max(1, line + 1), name),
    });
  }
  return problems;
}
