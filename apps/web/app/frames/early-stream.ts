import { rememberedKey } from './lens.ts';

/** What is asked of a camera, no matter who asks. */
export const pictureConstraints: MediaTrackConstraints = {
  width: { ideal: 1920 },
  height: { ideal: 1080 },
  frameRate: { ideal: 30 },
};

interface EarlyCamera {
  lensId: string | undefined;
  stream: Promise<MediaStream>;
}

declare global {
  interface Window {
    /** Put there by the first script below, taken by {@link takeEarlyStream}. */
    readoutCamera?: EarlyCamera | null;
  }
}

/** Inline script at the head of the camera's page: asks for the camera before the page's styles and scripts are there. */
export const earlyCameraScript = `(() => {
  if (!navigator.mediaDevices || window.readoutCamera === null) return;
  let lensId;
  try { lensId = localStorage.getItem('${rememberedKey}') || undefined; } catch {}
  const lens = lensId ? { deviceId: { exact: lensId } } : { facingMode: { ideal: 'environment' } };
  const stream = navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...${JSON.stringify(pictureConstraints)}, ...lens },
  });
  stream.catch(() => {});
  window.readoutCamera = { lensId, stream };
})()`;

/** Inline script right behind the video: shows what the script above got. */
export const earlyPictureScript = `(() => {
  const video = document.currentScript.parentElement.querySelector('video');
  const early = window.readoutCamera;
  if (!video || !early) return;
  early.stream.then((found) => {
    if (video.isConnected && !video.srcObject && window.readoutCamera) {
      video.srcObject = found;
      video.play().catch(() => {});
    }
  }, () => {});
})()`;

/** The stream the page began with, once; undefined where there is none for this lens. */
export function takeEarlyStream(lensId: string | undefined): Promise<MediaStream> | undefined {
  const early = window.readoutCamera;
  // From now on the page's code has the camera; a script that is late leaves it alone.
  window.readoutCamera = null;
  if (!early) return undefined;
  if (early.lensId === lensId) return early.stream;
  // Another lens was chosen meanwhile.
  early.stream.then(
    (stream) => {
      for (const track of stream.getTracks()) track.stop();
    },
    () => undefined,
  );
  return undefined;
}
