import { transform } from 'sucrase';
import type { BundleProblem } from './problem.ts';

/** TypeScript to a CommonJS script, line for line: nothing is checked but the syntax. */
export function transpile(source: string): { code: string } | { problem: BundleProblem } {
  try {
    const { code } = transform(source, {
      transforms: ['typescript', 'imports'],
      // What the interpreter knows itself need not be rewritten.
      disableESTransforms: true,
      production: true,
    });
    return { code };
  } catch (error) {
    if (error instanceof RangeError) return { problem: { message: 'The source is nested too deeply' } };
    const message = error instanceof Error ? error.message : String(error);
    // "Error transforming …: Unexpected token (3:5)", with a column from 1.
    const place = /\((\d+):(\d+)\)\s*$/.exec(message);
    return {
      problem: {
        message: message.replace(/^Error transforming [^:]*: /, '').replace(/\s*\(\d+:\d+\)\s*$/, ''),
        ...(place ? { line: Number(place[1]), column: Number(place[2]) } : {}),
      },
    };
  }
}
