import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Tensor } from './infer.ts';
import type { NetworkAnswer, NetworkRequest, NetworksToOpen } from './network-messages.ts';
import type { OpenNetworks } from './node-sessions.ts';

/**
 * Opens networks in a thread of their own, so that pictures are cut and lines put together while one runs. Runs are carried
 * out one after the other, in the order they are asked for; what goes into one is gone for the caller.
 *
 * @throws where a file is not a model.
 */
export async function startNetworks(networks: NetworksToOpen): Promise<OpenNetworks> {
  const worker = new Worker(new URL('./network-thread.ts', import.meta.url), {
    workerData: networks,
    execArgv: [],
  });
  const waiting = new Map<number, PromiseWithResolvers<Tensor>>();
  let lastId = 0;
  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  await new Promise<void>((resolve, reject) => {
    worker.on('error', (error: Error) => {
      reject(error);
      failAll(error);
    });
    worker.on('exit', () => failAll(new Error('The networks were closed.')));
    worker.on('message', (answer: NetworkAnswer) => {
      if (answer.kind === 'ready') {
        resolve();
        return;
      }
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      // Nothing that waits for it keeps the process running.
      if (waiting.size === 0) worker.unref();
      if (answer.kind === 'output') asked?.resolve(answer.output);
      else asked?.reject(new Error(answer.message));
    });
  });
  worker.unref();
  const say = (request: NetworkRequest, transfer: ArrayBuffer[] = []): void =>
    worker.postMessage(request, transfer);
  return {
    infer(model, input) {
      const id = ++lastId;
      const asked = Promise.withResolvers<Tensor>();
      waiting.set(id, asked);
      worker.ref();
      say({ kind: 'run', id, model, input }, [input.data.buffer as ArrayBuffer]);
      return asked.promise;
    },
    async close() {
      worker.ref();
      const ended = once(worker, 'exit');
      say({ kind: 'close' });
      await ended;
    },
  };
}
