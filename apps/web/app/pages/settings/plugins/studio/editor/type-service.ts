import type { Completions, Described, TypeProblem, TypeRequest } from './type-worker.ts';

/** Types, completion and problems of a program. Each answer is null where there is none or the service is not there. */
export interface TypeService {
  complete(source: string, at: number): Promise<Completions | null>;
  /** Of a name that `complete` gave for the same text. */
  describe(at: number, name: string): Promise<Described | null>;
  hover(source: string, at: number): Promise<(Described & { from: number; to: number }) | null>;
  check(source: string): Promise<TypeProblem[] | null>;
  close(): void;
}

type Wanted = TypeRequest extends infer Request
  ? Request extends TypeRequest
    ? Omit<Request, 'id'>
    : never
  : never;

/** Types can be written that take for ever to be checked: then the worker is ended and begun again. */
const maxAnswerMs = 15_000;

/** Starts TypeScript in a worker: three megabytes, fetched once and only by who opens the studio. */
export function createTypeService(): TypeService {
  const waiting = new Map<number, (value: unknown) => void>();
  let next = 1;
  // Without types one writes on; nothing of the program depends on them.
  const answerNobody = () => {
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  };
  const startWorker = (): Worker => {
    const made = new Worker(new URL('./type-worker.ts', import.meta.url), { type: 'module' });
    made.onmessage = ({ data }: MessageEvent<{ id: number; value?: unknown }>) => {
      waiting.get(data.id)?.(data.value ?? null);
      waiting.delete(data.id);
    };
    made.onerror = answerNobody;
    return made;
  };
  let worker = startWorker();
  const ask = <T>(request: Wanted): Promise<T | null> =>
    new Promise((resolve) => {
      const id = next++;
      const asked = worker;
      // Only the program is somebody's; starting takes as long as a slow device takes.
      const timer =
        request.kind === 'start'
          ? undefined
          : setTimeout(() => {
              if (asked === worker) startAnew();
            }, maxAnswerMs);
      waiting.set(id, (value) => {
        clearTimeout(timer);
        resolve(value as T | null);
      });
      worker.postMessage({ ...request, id });
    });
  const start = () =>
    import('virtual:studio-types').then(({ default: files }) => ask({ kind: 'start', files }));
  let started = start();
  function startAnew(): void {
    worker.terminate();
    answerNobody();
    worker = startWorker();
    started = start();
  }
  const afterStart = async <T>(request: Wanted): Promise<T | null> => {
    await started;
    return ask<T>(request);
  };
  return {
    complete: (source, at) => afterStart({ kind: 'complete', source, at }),
    describe: (at, name) => afterStart({ kind: 'describe', at, name }),
    hover: (source, at) => afterStart({ kind: 'hover', source, at }),
    check: (source) => afterStart({ kind: 'check', source }),
    close() {
      worker.terminate();
      answerNobody();
    },
  };
}
