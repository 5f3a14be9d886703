import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A process of the server as it is started, told apart by what it says. */
export interface StartedProcess {
  pid: number;
  /** All it said, on both outputs. */
  output(): string;
  /** Resolves once it has said this. @throws Error with all it said where it ends before */
  says(text: string): Promise<void>;
  /** Its exit status, once it has ended by itself; null where a signal ended it. */
  ended: Promise<number | null>;
  /** Milliseconds until it was gone. */
  stop(signal?: NodeJS.Signals): Promise<number>;
}

/** @param nodeFlags - of Node, ahead of the program */
export function startProcess(
  environment: Record<string, string>,
  flags: string[] = [],
  nodeFlags: readonly string[] = [],
): StartedProcess {
  const child = spawn(process.execPath, [...nodeFlags, main, ...flags], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let look = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      look();
    });
  const ended = once(child, 'close').then(([status]) => status as number | null);
  return {
    pid: child.pid!,
    output: () => output,
    async says(text) {
      const said = new Promise<void>((resolve) => {
        look = () => {
          if (output.includes(text)) resolve();
        };
        look();
      });
      await Promise.race([
        said,
        ended.then((status) => {
          if (!output.includes(text))
            throw new Error(`It ended with ${status} and never said "${text}":\n${output}`);
        }),
      ]);
    },
    ended,
    async stop(signal = 'SIGTERM') {
      const startedAt = performance.now();
      child.kill(signal);
      await ended;
      return performance.now() - startedAt;
    },
  };
}
