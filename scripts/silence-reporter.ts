import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Milliseconds without a result after which what still runs is ended. No test of the gate may take half of it. */
const limitMs = Number(process.env.READOUT_TEST_SILENCE_MS ?? 600_000);

/**
 * A loop that never comes back keeps a test file from ever ending: no limit inside its process is reached. This watches
 * from outside. After `limitMs` without a result of any test it says which files are not done and what their processes do,
 * and kills these processes, so that the run ends and fails; a run that does not end then either is ended whole.
 */
export default class SilenceReporter implements Reporter {
  readonly #running = new Set<string>();
  #heardAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #hasKilled = false;

  onTestRunStart(): void {
    this.#heard();
    this.#timer = setInterval(() => this.#look(), Math.min(limitMs / 3, 5_000));
    this.#timer.unref();
  }
  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#running.add(moduleId);
    this.#heard();
  }
  onTestCaseResult(): void {
    this.#heard();
  }
  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(moduleId);
    this.#heard();
  }
  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  #heard(): void {
    this.#heardAt = performance.now();
    this.#hasKilled = false;
  }

  #look(): void {
    if (performance.now() - this.#heardAt < limitMs) return;
    if (this.#hasKilled) {
      console.error('It still does not end and is ended whole.');
      process.exit(1);
    }
    const files = [...this.#running].map((file) => path.relative(process.cwd(), file));
    const workers = descendants(process.pid);
    console.error(`No result of a test for ${limitMs / 1000} s.`);
    console.error(`Not done: ${files.join(', ') || 'none, but a process of a finished file has not ended'}`);
    console.error(workers.map(({ line }) => line).join('\n'));
    this.#heard();
    this.#hasKilled = true;
    // Vitest itself says of a worker that died which file it ran.
    for (const { pid, isWorker } of workers) if (isWorker) kill(pid);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

/** Processes started by a process and theirs, as ps shows them: number, parent, state, time passed, processor time, command. */
function descendants(root: number): { pid: number; line: string; isWorker: boolean }[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,etime=,time=,args='], { encoding: 'utf8' });
  const all = stdout.split('\n').map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return { pid: pid!, parent: parent!, line: line.slice(0, 200), isWorker: line.includes('workers/forks') };
  });
  const found = new Set([root]);
  // Parents need not come first in the list.
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid, line }) => pid !== root && found.has(pid) && !line.includes(' ps '));
}
