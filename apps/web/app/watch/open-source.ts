import { type CameraRefusal, classifyCameraError } from '../frames/camera-problem.ts';
import type { FrameSource } from '../frames/frame-source.ts';
import { rememberedLens } from '../frames/lens.ts';
import { screenState, shareScreen } from '../frames/screen.ts';
import { streamSource } from '../frames/stream-source.ts';
import { sourceInUse } from './running.ts';

/**
 * What a watch reads from: the share or camera that another watch of this page reads already, else the browser asks. Call it
 * from a click. @throws an error whose message is a sentence for the person
 */
export async function openSource(kind: FrameSource['kind'], { anew = false } = {}): Promise<FrameSource> {
  const used = anew
    ? undefined
    : (sourceInUse(kind) ?? (kind === 'screen' ? screenState().source : undefined));
  if (used) return used;
  return kind === 'screen' ? shareScreen() : openTripodCamera();
}

/**
 * A camera of its own: the one of `/camera` is given back while its page is hidden, a watch reads on.
 */
async function openTripodCamera(): Promise<FrameSource> {
  if (!window.isSecureContext) throw new Error(sentences.insecure);
  if (!navigator.mediaDevices) throw new Error(sentences.unsupported);
  const lens = rememberedLens();
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        ...(lens ? { deviceId: lens } : { facingMode: 'environment' }),
        width: { ideal: 1920 },
        height: { ideal: 1080 },
      },
    });
    return streamSource(stream, { kind: 'camera', label: stream.getVideoTracks()[0]?.label ?? '' });
  } catch (error) {
    const { reason } = classifyCameraError(error, {
      permission: await navigator.permissions
        ?.query({ name: 'camera' as PermissionName })
        .then(({ state }) => state)
        .catch(() => undefined),
      isAllowedByPolicy: true,
    });
    throw new Error(sentences[reason], { cause: error });
  }
}

const sentences: Record<CameraRefusal, string> = {
  insecure:
    'Browsers give a camera only to pages on HTTPS or on localhost. Open Readout by its HTTPS address.',
  unsupported: 'This browser gives pages no camera.',
  dismissed: 'The camera was not allowed. Press the button again and allow it.',
  denied: 'The camera is blocked for this page. Allow it in the browser’s settings of this site.',
  'denied-by-system':
    'The operating system keeps the camera from this browser. Allow it in the privacy settings.',
  'denied-by-policy': 'An administrator’s setting keeps the camera from this page.',
  'none-found': 'No camera was found. Connect one and try again.',
  'in-use': 'The camera is used by another program. Close that, then try again.',
  failed: 'The camera did not start. Unplug and connect it again, or reload the page.',
};
