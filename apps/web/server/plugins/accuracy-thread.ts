/** Entry of the thread in which one version is run on its fixtures; answers with one message. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PackagedFixture } from '@readout/plugin-kit/package';
import type { LoadedPlugin } from '@readout/plugin-sandbox';
import { createSandbox } from '@readout/plugin-sandbox/node';
import { measureAccuracy } from './measure-accuracy.ts';

export interface AccuracyTask {
  plugin: LoadedPlugin;
  fixtures: readonly PackagedFixture[];
}

const { plugin, fixtures } = workerData as AccuracyTask;
if (!parentPort) throw new Error('Started by accuracy.ts only.');
const sandbox = await createSandbox();
parentPort.postMessage(measureAccuracy(sandbox, plugin, fixtures));
await sandbox.close();
