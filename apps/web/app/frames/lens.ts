import type { SayText } from '../ui/texts.tsx';

/** One camera of the device, as the browser names it. */
export interface Lens {
  deviceId: string;
  /** May be empty. */
  label: string;
}

/** Of local storage. */
export const rememberedKey = 'readout.camera.lens';

/** The lens chosen last on this device. */
export function rememberedLens(): string | undefined {
  try {
    return localStorage.getItem(rememberedKey) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberLens(deviceId: string | undefined): void {
  try {
    if (deviceId) localStorage.setItem(rememberedKey, deviceId);
    else localStorage.removeItem(rememberedKey);
  } catch {
    // Storage is off or full: it is chosen again on the next visit.
  }
}

/** Lenses by name; browsers tell names only once a camera was allowed. */
export async function findLenses(): Promise<Lens[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({
      deviceId,
      label,
    }));
}

/**
 * Without what browsers put behind it: `USB Camera (046d:0825)`, `camera2 0, facing back`.
 *
 * @param index among the lenses of the device
 */
export function lensName(label: string, index: number, text: SayText): string {
  const android = /^camera2? (\d+), facing (back|front)$/i.exec(label);
  if (android)
    return text('camera.settings.lens_name', {
      side: android[2]?.toLowerCase() === 'back' ? 'rear' : 'front',
      number: Number(android[1]) + 1,
    });
  const name = label.replace(/\s*\([0-9a-f]{4}:[0-9a-f]{4}\)$/i, '').trim();
  return name || text('camera.settings.lens_name', { number: index + 1 });
}
