import { rememberedKey } from './lens.ts';

/** What is asked of a camera, whoever asks. */
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
    /** Put there by the script below, taken by {@link takeEarlyStream}. */
    readoutCamera?: EarlyCamera | null;
  }
}

/** Inline script: asks for the camera only where nobody has to be asked, and shows it in the video before it. */
export const earlyCameraScript = `(() => {
  const video = document.currentScript.parentElement.querySelector('video');
  if (!video || !navigator.mediaDevices || !navigator.permissions) return;
  navigator.permissions.query({ name: 'camera' }).then(({ state }) => {
    if (state !== 'granted' || window.readoutCamera === null) return;
    const lensId = localStorage.getItem('${rememberedKey}') || undefined;
    const lens = lensId ? { deviceId: { exact: lensId } } : { facingMode: { ideal: 'environment' } };
    const stream = navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { ...${JSON.stringify(pictureConstraints)}, ...lens },
    });
    window.readoutCamera = { lensId, stream };
    stream.then((found) => {
      if (video.isConnected && !video.srcObject && window.readoutCamera) {
        video.srcObject = found;
        video.play().catch(() => {});
      }
    }, () => {});
  }).catch(() => {});
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
