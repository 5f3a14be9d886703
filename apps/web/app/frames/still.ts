import { cameraState } from './camera.ts';
import type { FromStillWorker, ToStillWorker } from './still-worker.ts';

/** High enough that small print keeps its edges, at a fifth of the size of the highest. */
const jpegQuality = 0.92;
/** A photo that takes longer would hold up the next: then the frame of the moment of pressing counts. */
const photoTimeoutMs = 300;
/** Photos too slow one after another, until this lens is asked for frames only. */
const maxSlowPhotos = 2;
/** How much longer than the frame's a photo's longer side has to be to be worth its time. */
const worthwhile = 1.2;

export interface Still {
  blob: Blob;
  width: number;
  height: number;
}

/** Missing from the compiler's library. */
interface PhotoTaker {
  takePhoto(): Promise<Blob>;
  getPhotoCapabilities(): Promise<{ imageWidth?: { max: number }; imageHeight?: { max: number } }>;
}

let worker: Worker | undefined;
let nextId = 0;
const waiting = new Map<number, { resolve: (blob: Blob) => void; reject: (error: Error) => void }>();
const slowPhotos = new Map<string, number>();
const photoSides = new WeakMap<MediaStreamTrack, Promise<number>>();

/** Finds out what photos the camera takes and starts the encoder, so that the first press is as quick as the others. */
export function prepareStills(track: MediaStreamTrack): void {
  encoder();
  void photoSide(track);
}

/**
 * Takes a picture of now at the largest size that comes at once: a photo of the camera where it is larger than its video
 * and quick, else the frame that is shown.
 *
 * @param video shows the camera
 * @param isQuick without a photo, which only one can be asked for at a time
 */
export async function takeStill(
  video: HTMLVideoElement,
  { isQuick = false }: { isQuick?: boolean } = {},
): Promise<Still> {
  const { track } = cameraState();
  const [width, height] = [video.videoWidth, video.videoHeight];
  if (!track || width === 0) throw new DOMException('The camera shows no picture yet.', 'InvalidStateError');
  // Taken first: whatever the photo does, this is what was seen when the button was pressed.
  const frame = typeof VideoFrame === 'undefined' ? await createImageBitmap(video) : new VideoFrame(video);
  const photo = isQuick ? undefined : await quickPhoto(track, Math.max(width, height));
  if (photo) {
    frame.close();
    return photo;
  }
  return { blob: await encode(frame), width, height };
}

async function quickPhoto(track: MediaStreamTrack, frameSide: number): Promise<Still | undefined> {
  const lens = track.getSettings().deviceId ?? '';
  if ((slowPhotos.get(lens) ?? 0) >= maxSlowPhotos) return undefined;
  if ((await photoSide(track)) < frameSide * worthwhile) return undefined;
  const taker = photoTaker(track);
  if (!taker) return undefined;
  const late = Symbol('late');
  const photo = await Promise.race([
    taker.takePhoto().catch(() => late),
    new Promise<typeof late>((resolve) => setTimeout(() => resolve(late), photoTimeoutMs)),
  ]);
  if (!(photo instanceof Blob)) {
    slowPhotos.set(lens, (slowPhotos.get(lens) ?? 0) + 1);
    return undefined;
  }
  slowPhotos.set(lens, 0);
  const size = await createImageBitmap(photo).catch(() => undefined);
  if (!size) return undefined;
  const still = { blob: photo, width: size.width, height: size.height };
  size.close();
  return still;
}

function photoTaker(track: MediaStreamTrack): PhotoTaker | undefined {
  const { ImageCapture } = window as { ImageCapture?: new (track: MediaStreamTrack) => PhotoTaker };
  if (!ImageCapture || track.readyState !== 'live') return undefined;
  return new ImageCapture(track);
}

/** Longer side of the camera's photos, 0 where it takes none. */
function photoSide(track: MediaStreamTrack): Promise<number> {
  let side = photoSides.get(track);
  if (!side) {
    side = (photoTaker(track)?.getPhotoCapabilities() ?? Promise.resolve(undefined)).then(
      (capabilities) => Math.max(capabilities?.imageWidth?.max ?? 0, capabilities?.imageHeight?.max ?? 0),
      () => 0,
    );
    photoSides.set(track, side);
  }
  return side;
}

function encoder(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./still-worker.ts', import.meta.url), { type: 'module', name: 'still' });
  worker.addEventListener('message', ({ data }: MessageEvent<FromStillWorker>) => {
    const caller = waiting.get(data.id);
    waiting.delete(data.id);
    if ('blob' in data) caller?.resolve(data.blob);
    else caller?.reject(new Error(data.message));
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values())
      reject(new Error(event.message || 'The encoder did not start.'));
    waiting.clear();
    worker = undefined;
  });
  return worker;
}

function encode(frame: VideoFrame | ImageBitmap): Promise<Blob> {
  const id = nextId++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    encoder().postMessage({ id, frame, quality: jpegQuality } satisfies ToStillWorker, [frame]);
  });
}
