import { cameraSettings } from './settings.ts';

let audio: AudioContext | undefined;

/** Browsers start sound only after a touch or a key; the first one of the page does it. */
export function unlockSound(): void {
  if (!cameraSettings().sound) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
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

/** @param delay seconds from now */
function tone(hertz: number, seconds: number, delay = 0): void {
  unlockSound();
  if (audio?.state !== 'running') return;
  const from = audio.currentTime + delay;
  const source = audio.createOscillator();
  const loudness = audio.createGain();
  source.frequency.value = hertz;
  loudness.gain.setValueAtTime(0.12, from);
  // To nothing by the end: cut off in full swing it would click.
  loudness.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
  source.connect(loudness).connect(audio.destination);
  source.start(from);
  source.stop(from + seconds);
}
