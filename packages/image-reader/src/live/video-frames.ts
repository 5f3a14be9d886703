/** The part of a video element that tells of its frames; browsers before 2022 to 2024 have no callback for them. */
export type FrameTeller = Pick<HTMLVideoElement, 'currentTime'> &
  Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'>>;

/**
 * Calls for each new frame of a video until stopped: as the video tells of them, and where it cannot, before each repaint
 * at which its time has moved on.
 *
 * @param onFrame gets the time of the frame, milliseconds as `performance.now()`
 */
export function framesOf(video: FrameTeller, onFrame: (at: number) => void): { stop(): void } {
  let isStopped = false;
  let handle = 0;
  if (video.requestVideoFrameCallback) {
    const next = () => {
      if (!isStopped) handle = video.requestVideoFrameCallback!(take);
    };
    const take = (at: number) => {
      next();
      onFrame(at);
    };
    next();
    return {
      stop() {
        isStopped = true;
        video.cancelVideoFrameCallback?.(handle);
      },
    };
  }
  let seen = video.currentTime;
  const look = (at: number) => {
    if (isStopped) return;
    handle = requestAnimationFrame(look);
    if (video.currentTime === seen) return;
    seen = video.currentTime;
    onFrame(at);
  };
  handle = requestAnimationFrame(look);
  return {
    stop() {
      isStopped = true;
      cancelAnimationFrame(handle);
    },
  };
}
