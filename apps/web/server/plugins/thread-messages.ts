import { Worker } from 'node:worker_threads';

/** Finds what waits for something that never comes; programs end by their ticks long before, on a busy machine too. */
const hangsAfterMs = 300_000;

/**
 * What a thread of its own posts about `task`: `count` messages, or fewer where it ends before that. The thread is ended in
 * any case. `onMessage` hears how many there are after each. @throws what the thread threw
 */
export async function threadMessages<Message>(
  entry: URL,
  {
    task,
    count,
    onMessage = () => {},
  }: { task: unknown; count: number; onMessage?: ((done: number) => void) | undefined },
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
      timer = setTimeout(resolve, hangsAfterMs);
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
