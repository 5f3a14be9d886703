import { forgetReadersUnless, type Owner } from './kept-readers.ts';
import { createMemberReaders } from './member-readers.ts';
import type { ReadersForDevice } from './readers-for-device.ts';
import { createReadingDevice, type ReadingDevice } from './reading-device.ts';

export type { DeviceReaderState, DeviceReading, ReadingDevice } from './reading-device.ts';

const readers = createMemberReaders();
let device: ReadingDevice | undefined;
let shownTo: string | undefined;

/** Engine and the company's readers on this device: one for the visit, made when first asked for. Browser only. */
export function deviceReader(): ReadingDevice {
  device ??= createReadingDevice(readers);
  return device;
}

/** What this device reads with, besides the engine; see `createMemberReaders`. */
export const readersOnDevice = (): Promise<ReadersForDevice> => readers();

/** Says who looks at the pages: what was kept for somebody else, or for a person who signed out, is removed. */
export async function readersBelongTo(owner: Owner | null): Promise<void> {
  const name = owner && `${owner.companyId}/${owner.userId}`;
  if (shownTo !== undefined && shownTo !== name) readers.forget();
  shownTo = name ?? '';
  await forgetReadersUnless(owner);
}
