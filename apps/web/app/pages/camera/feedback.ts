import { tone, unlockSound as unlock } from '../../device/tone.ts';
import { cameraSettings } from './settings.ts';

/** Browsers start sound only after a touch or a key; the first one of the page does it. */
export function unlockSound(): void {
  if (cameraSettings().sound) unlock();
}

/** Browsers refuse it, aloud, before the first touch. */
function vibrate(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(pattern);
}

/** Something new was read. */
export function feelRead(): void {
  if (cameraSettings().vibration) vibrate(25);
  if (cameraSettings().sound) tone(1320, 0.07);
}

/** A picture was taken and is kept. */
export function feelKept(): void {
  if (cameraSettings().vibration) vibrate([15, 40, 30]);
  if (!cameraSettings().sound) return;
  tone(880, 0.05);
  tone(660, 0.08, 0.06);
}

/** It did not work: something to notice without looking. */
export function feelFailed(): void {
  if (cameraSettings().vibration) vibrate([120, 60, 120]);
  if (cameraSettings().sound) tone(220, 0.25);
}
