let audio: AudioContext | undefined;
const listeners = new Set<() => void>();

/** Browsers start sound only after a touch or a key; called in one, it lets the page make sounds. */
export function unlockSound(): void {
  if (!audio) {
    audio = new AudioContext();
    audio.addEventListener('statechange', () => {
      for (const listener of [...listeners]) listener();
    });
  }
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
}

/** Whether the browser lets the page make sounds now; for `useSyncExternalStore`. */
export const soundIsUnlocked = (): boolean => audio?.state === 'running';

export function onSoundUnlocked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param delay seconds from now */
export function tone(hertz: number, seconds: number, delay = 0): void {
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
