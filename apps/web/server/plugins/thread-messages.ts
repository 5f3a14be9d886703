import { Worker } from 'node:worker_threads';

/**
 * What a thread of its own posts about `task`: `count` messages, or fewer where it ends or `maxMs` are over before that.
 * The thread is ended in any case. @throws what the thread threw
 */
export async function threadMessages<Message>(
  entry: URL,
  { task, count, maxMs }: { task: unknown; count: number; maxMs: number },
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
