import { afterEach, expect, test, vi } from 'vitest';
import { type FrameTeller, framesOf } from './video-frames.ts';

afterEach(() => vi.unstubAllGlobals());

/** Repaints one by one, at 16, 32, … ms. */
function stubRepaints() {
  const waiting = new Map<number, FrameRequestCallback>();
  let at = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    waiting.set(++at, callback);
    return at;
  });
  vi.stubGlobal('cancelAnimationFrame', (handle: number) => waiting.delete(handle));
  let now = 0;
  return {
    repaint() {
      now += 16;
      const due = [...waiting.values()];
      waiting.clear();
      for (const callback of due) callback(now);
    },
    get isAwaited() {
      return waiting.size > 0;
    },
  };
}

test('without a callback of the video a frame is told once, at the repaint after its time moved on', () => {
  const screen = stubRepaints();
  const video: FrameTeller = { currentTime: 0 };
  const seen: number[] = [];
  const frames = framesOf(video, (at) => seen.push(at));
  screen.repaint();
  video.currentTime = 0.033;
  screen.repaint();
  screen.repaint();
  video.currentTime = 0.066;
  screen.repaint();
  expect(seen).toEqual([32, 64]);
  frames.stop();
  expect(screen.isAwaited).toBe(false);
  video.currentTime = 0.1;
  screen.repaint();
  expect(seen).toHaveLength(2);
});

test('with a callback of the video each frame is told, and the last one asked for is given back', () => {
  let next: VideoFrameRequestCallback | undefined;
  const cancelled: number[] = [];
  let handle = 0;
  const video: FrameTeller = {
    currentTime: 0,
    requestVideoFrameCallback: (callback) => {
      next = callback;
      return ++handle;
    },
    cancelVideoFrameCallback: (which) => cancelled.push(which),
  };
  const seen: number[] = [];
  const frames = framesOf(video, (at) => seen.push(at));
  next?.(10, {} as VideoFrameCallbackMetadata);
  next?.(43, {} as VideoFrameCallbackMetadata);
  frames.stop();
  expect(seen).toEqual([10, 43]);
  expect(cancelled).toEqual([3]);
});
