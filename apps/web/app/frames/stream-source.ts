import { FrameError, type FrameSource, insideFrame } from './frame-source.ts';

/** Many times what a busy machine needs: a window that is minimised sends none. */
const firstFrameTimeoutMs = 10_000;

/**
 * A frame source over the first video track of a stream. Pictures are taken from a playing video element: it holds the
 * last picture also while nothing moves, where a shared screen sends no new one and `ImageCapture` waits for it, and it
 * keeps running in a background tab in every browser.
 */
export function streamSource(stream: MediaStream, about: Pick<FrameSource, 'kind' | 'label'>): FrameSource {
  const track = stream.getVideoTracks()[0];
  if (!track) throw new FrameError('no_frame');
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  void video.play().catch(() => undefined);

  const listeners = new Set<() => void>();
  let hasEnded = track.readyState === 'ended';
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    video.srcObject = null;
    for (const listener of listeners) listener();
    listeners.clear();
  };
  track.addEventListener('ended', end);

  return {
    ...about,
    stream,
    get width() {
      return video.videoWidth || (track.getSettings().width ?? 0);
    },
    get height() {
      return video.videoHeight || (track.getSettings().height ?? 0);
    },
    async grab(region) {
      if (hasEnded) throw new FrameError('ended');
      if (video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
        await firstFrame(video);
      if (hasEnded) throw new FrameError('ended');
      if (!region) return createImageBitmap(video);
      const cut = insideFrame(region, { width: video.videoWidth, height: video.videoHeight });
      return createImageBitmap(video, cut.x, cut.y, cut.width, cut.height);
    },
    onEnded(listener) {
      if (hasEnded) {
        listener();
        return () => undefined;
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      for (const each of stream.getTracks()) each.stop();
      // Stopping a track oneself tells nobody.
      end();
    },
  };
}

function firstFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      video.removeEventListener('loadeddata', done);
      resolve();
    };
    const timer = setTimeout(() => {
      video.removeEventListener('loadeddata', done);
      reject(new FrameError('no_frame'));
    }, firstFrameTimeoutMs);
    video.addEventListener('loadeddata', done);
    void video.play().catch(() => undefined);
  });
}
