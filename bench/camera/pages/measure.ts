import type { Measured } from '../measured.ts';

declare global {
  interface Window {
    measured: Measured;
    start: () => Promise<void>;
  }
}

// zxing-js warns on each frame without a code; carrying that to the bench would be held against it.
console.warn = () => undefined;

export const view = document.querySelector<HTMLDivElement>('#view')!;
export const constraints = { width: 1280, height: 720, frameRate: 30 };

/** Which frame of the video is on show; each counts once, however often a reader looks at it. */
let shown = 0;
export function countFrames(video: HTMLVideoElement): void {
  const next = () => {
    shown++;
    video.requestVideoFrameCallback(next);
  };
  video.requestVideoFrameCallback(next);
}

export function read(text: string, frame: number = shown): void {
  window.measured.reads.push({ at: performance.now(), text, frame });
}

export function look(): void {
  window.measured.looks++;
}

/** `load` is everything that can be done before there is a camera. */
export function prepare(load: () => Promise<unknown>, start: () => Promise<void>): void {
  const began = performance.now();
  window.measured = { startedAt: 0, loadedMs: -1, reads: [], looks: 0, painted: [] };
  const paint = (at: number) => {
    window.measured.painted.push(at);
    requestAnimationFrame(paint);
  };
  window.start = async () => {
    requestAnimationFrame(paint);
    window.measured.startedAt = performance.now();
    await start();
  };
  load().then(
    () => {
      window.measured.loadedMs = performance.now() - began;
    },
    (error) => {
      window.measured.failure = String(error);
    },
  );
}

export async function openCamera(): Promise<{ video: HTMLVideoElement; track: MediaStreamTrack }> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: constraints });
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  view.append(video);
  countFrames(video);
  void video.play();
  return { video, track: stream.getVideoTracks()[0]! };
}
