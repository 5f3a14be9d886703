import { classifyCameraError } from '../frames/camera-problem.ts';
import type { FrameSource } from '../frames/frame-source.ts';
import { rememberedLens } from '../frames/lens.ts';
import { screenState, shareScreen } from '../frames/screen.ts';
import { streamSource } from '../frames/stream-source.ts';
import { choiceName } from '../texts/choice-name.ts';
import type { SayText } from '../ui/texts.tsx';
import { sourceInUse } from './running.ts';

/**
 * What a watch reads from: the share or camera that another watch of this page reads already, else the browser asks. Call it
 * from a click. @throws an error whose message is a sentence for the person
 */
export async function openSource(kind: FrameSource['kind'], text: SayText): Promise<FrameSource> {
  const used = sourceInUse(kind) ?? (kind === 'screen' ? screenState().source : undefined);
  if (used) return used;
  return kind === 'screen' ? shareScreen() : openTripodCamera(text);
}

/**
 * A camera of its own: the one of `/camera` is given back while its page is hidden, a watch reads on.
 */
async function openTripodCamera(text: SayText): Promise<FrameSource> {
  if (!window.isSecureContext) throw new Error(text('watch.page.camera_refused', { reason: 'insecure' }));
  if (!navigator.mediaDevices) throw new Error(text('watch.page.camera_refused', { reason: 'unsupported' }));
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
    throw new Error(text('watch.page.camera_refused', { reason: choiceName(reason) }), { cause: error });
  }
}
