import { useSyncExternalStore } from 'react';
import { deviceReader } from './device-reader.ts';
import type { DeviceReaderState } from './reading-device.ts';

const none: DeviceReaderState = { status: 'off', loadedBytes: 0, totalBytes: 0 };

/** How far reading on this device is; `deviceReader().load()` starts it. */
export function useDeviceReaderState(): DeviceReaderState {
  return useSyncExternalStore(
    (listener) => deviceReader().subscribe(listener),
    () => deviceReader().state(),
    () => none,
  );
}
