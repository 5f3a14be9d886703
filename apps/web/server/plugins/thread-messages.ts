import { Worker } from 'node:worker_threads';

/**
 * What a thread of its own posts about `task`: `count` messages, or fewer where it ends or `maxMs` are over before that.
 * The thread is ended in any case. `onMessage` hears how many there are after each. @throws what the thread threw
 */
export async function threadMessages<Message>(
  entry: URL,
  {
    task,
    count,
    maxMs,
    onMessage = () => {},
  }: { task: unknown; count: number; maxMs: number; onMessage?: ((done: number) => void) | undefined },
): Promise<Message[]> {
  if (count === 0) return [];
  const messages: Message[] = [];
  const worker = new Worker(entry, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, maxMs);
      worker.on('message', (message: Message) => {
        messages.push(message);
        onMessage(messages.length);
        if (messages.length === count) resolve();
      });
      worker.once('error', reject);
      worker.once('exit', () => resolve());
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
  return messages;
}
