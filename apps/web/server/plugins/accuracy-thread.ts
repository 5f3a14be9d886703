/** Entry of the thread in which one version is run on its fixtures; answers with one message, or none where it never ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PackagedFixture } from '@readout/plugin-kit/package';
import { type LoadedPlugin, limits } from '@readout/plugin-sandbox';
import { measureAccuracy } from './measure-accuracy.ts';
import { withinTicks } from './within-ticks.ts';

export interface AccuracyTask {
  plugin: LoadedPlugin;
  fixtures: readonly PackagedFixture[];
}

/** All fixtures of a version together. */
const maxTicks = 20 * limits.maxTicks;

const { plugin, fixtures } = workerData as AccuracyTask;
if (!parentPort) throw new Error('Started by accuracy.ts only.');
const port = parentPort;
await withinTicks(maxTicks, (sandbox) => port.postMessage(measureAccuracy(sandbox, plugin, fixtures)));
