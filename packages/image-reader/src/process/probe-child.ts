import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { serveJobs } from './child.ts';

/**
 * The child of the tests beside this file: does on request what a decoder gone wrong could do, and reports
 * what it was allowed.
 */
type Probe =
  | { do: 'echo'; value: unknown }
  | { do: 'init' | 'environment' | 'die' | 'loop' | 'hold-memory' | 'fail' }
  | { do: 'read' | 'write'; path: string }
  | { do: 'loop-within'; cpuMs: number }
  | { do: 'spawn' }
  | { do: 'connect'; port: number }
  | { do: 'wait'; ms: number }
  | { do: 'work-now-and-then'; times: number };

const held: Uint8Array[] = [];

await serveJobs(async (init) => async (job, limitTo) => {
  const probe = job as Probe;
  switch (probe.do) {
    case 'echo':
      return probe.value;
    case 'init':
      return init;
    case 'environment':
      return { ...process.env };
    case 'die':
      return process.abort();
    case 'loop':
      for (;;);
    case 'loop-within':
      limitTo(probe.cpuMs);
      // Sent before it is busy for good.
      await delay(20);
      for (;;);
    case 'work-now-and-then':
      for (let n = 0; n < probe.times; n++) {
        const { user } = process.cpuUsage();
        while (process.cpuUsage().user < user + 5_000);
        await delay(45);
      }
      return 'worked';
    case 'wait':
      await delay(probe.ms);
      return 'waited';
    case 'hold-memory':
      held.push(new Uint8Array(120 * 2 ** 20).fill(1));
      return held.length;
    case 'fail':
      throw Object.assign(new Error('The picture is damaged.'), { code: 'image.damaged' });
    case 'read':
      return refusal(() => readFileSync(probe.path).length);
    case 'write':
      return refusal(() => writeFileSync(probe.path, ''));
    case 'spawn':
      return refusal(() => spawnSync('true').status);
    case 'connect':
      return new Promise((resolve) => {
        try {
          const socket = connect(probe.port, '127.0.0.1');
          socket.on('connect', () => resolve('connected'));
          socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
        } catch (error) {
          resolve((error as NodeJS.ErrnoException).code);
        }
      });
  }
});

function refusal(attempt: () => unknown): unknown {
  try {
    return attempt();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
