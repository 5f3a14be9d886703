import { parentPort, workerData } from 'node:worker_threads';

/** The same script in V8, in a thread of its own: what isolation costs without limits on memory, ticks or what it may reach. */
interface Message {
  input: string;
}

const { code } = workerData as { code: string };
const plugin = new Function(`${code};return readoutPlugin;`)() as {
  default: { read(input: unknown): unknown };
};
parentPort!.on('message', ({ input }: Message) => {
  parentPort!.postMessage(JSON.stringify(plugin.default.read(JSON.parse(input))));
});
