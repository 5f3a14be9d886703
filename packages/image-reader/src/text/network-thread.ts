/** Thread in which the networks of a reader run, see `startNetworks`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { NetworkAnswer, NetworkRequest, NetworksToOpen } from './network-messages.ts';
import { openSessions } from './node-sessions.ts';

const { files, threads } = workerData as NetworksToOpen;
const port = parentPort;
if (!port) throw new Error('The networks have to run in a thread of their own.');
const { infer, close } = await openSessions(files, threads);
const say = (answer: NetworkAnswer, transfer: ArrayBuffer[] = []): void => port.postMessage(answer, transfer);

port.on('message', async (request: NetworkRequest) => {
  if (request.kind === 'close') {
    await close();
    port.close();
    return;
  }
  const { id, model, input } = request;
  try {
    const output = await infer(model, input);
    say({ kind: 'output', id, output }, [output.data.buffer as ArrayBuffer]);
  } catch (error) {
    say({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
});
say({ kind: 'ready' });
