import { createDemoReaders } from './demo-readers.ts';
import { createReadingDevice, type ReadingDevice } from './reading-device.ts';

let device: ReadingDevice | undefined;

/** Engine and the installation's readers for visitors of the start page. Browser only. */
export function demoDevice(): ReadingDevice {
  device ??= createReadingDevice(createDemoReaders());
  return device;
}
