import { useSyncExternalStore } from 'react';

export const modes = ['continuous', 'batch', 'document', 'count'] as const;
/**
 * - `continuous`: every picture is on its way at once
 * - `batch`: pictures are collected, looked through and sent together
 * - `document`: pictures are pages of one document
 * - `count`: codes are counted, each once; nothing is sent
 */
export type Mode = (typeof modes)[number];

/** How this device's camera is used; kept on the device. */
export interface CameraSettings {
  mode: Mode;
  /** Light as soon as the camera runs. */
  torch: boolean;
  sound: boolean;
  vibration: boolean;
  /** Take a picture by itself once it holds still and something was read. */
  auto: boolean;
  zoom: number | null;
}

export const defaultSettings: CameraSettings = {
  mode: 'continuous',
  torch: false,
  sound: false,
  vibration: true,
  auto: false,
  zoom: null,
};

const key = 'readout.camera';

/** What was kept, as far as it is what it should be. */
export function parseSettings(kept: string | null): CameraSettings {
  let value: unknown;
  try {
    value = JSON.parse(kept ?? '');
  } catch {
    return defaultSettings;
  }
  if (typeof value !== 'object' || value === null) return defaultSettings;
  const given = value as Partial<Record<keyof CameraSettings, unknown>>;
  const flag = (name: 'torch' | 'sound' | 'vibration' | 'auto'): boolean =>
    typeof given[name] === 'boolean' ? given[name] : defaultSettings[name];
  return {
    mode: modes.find((mode) => mode === given.mode) ?? defaultSettings.mode,
    torch: flag('torch'),
    sound: flag('sound'),
    vibration: flag('vibration'),
    auto: flag('auto'),
    zoom: typeof given.zoom === 'number' && given.zoom > 0 && Number.isFinite(given.zoom) ? given.zoom : null,
  };
}

let settings: CameraSettings | undefined;
const listeners = new Set<() => void>();

/** The same object until it changes. Browser only. */
export function cameraSettings(): CameraSettings {
  if (!settings) {
    let kept: string | null = null;
    try {
      kept = localStorage.getItem(key);
    } catch {
      // Storage is off: the defaults hold for this visit.
    }
    settings = parseSettings(kept);
  }
  return settings;
}

export function changeSettings(change: Partial<CameraSettings>): void {
  settings = { ...cameraSettings(), ...change };
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // Kept for this visit only.
  }
  for (const listener of [...listeners]) listener();
}

export function useCameraSettings(): CameraSettings {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cameraSettings,
    () => defaultSettings,
  );
}
