import { type CameraProblem, classifyCameraError, isCameraGone } from './camera-problem.ts';
import { pictureConstraints, takeEarlyStream } from './early-stream.ts';
import { findLenses, type Lens, rememberedLens, rememberLens } from './lens.ts';

/**
 * The one camera of a visit. Asking for it again on every page would make some browsers ask the person each time, so it is
 * kept while one goes from page to page, and given back when nobody needs it for a while or the page stays hidden.
 */

export interface CameraAbilities {
  torch: boolean;
  zoom: { min: number; max: number; step: number } | undefined;
  /** Focus on a point of the picture. */
  focusAt: boolean;
}

export interface CameraState {
  /** `interrupted`: another program or a call took the picture away; it comes back by itself. */
  status: 'off' | 'asking' | 'live' | 'interrupted' | 'refused';
  problem: CameraProblem | undefined;
  stream: MediaStream | undefined;
  track: MediaStreamTrack | undefined;
  lenses: readonly Lens[];
  lensId: string | undefined;
  /** Whether it looks at the person: such a picture is shown mirrored. */
  isFront: boolean;
  abilities: CameraAbilities;
  torch: boolean;
  zoom: number;
}

/** Parts of the standard newer than the compiler's library. */
interface Capabilities extends MediaTrackCapabilities {
  torch?: boolean | boolean[];
  zoom?: { min: number; max: number; step: number };
  focusMode?: string[];
}
interface Constraint extends MediaTrackConstraintSet {
  torch?: boolean;
  zoom?: number;
  focusMode?: string;
  pointsOfInterest?: { x: number; y: number }[];
}
interface Settings extends MediaTrackSettings {
  torch?: boolean;
  zoom?: number;
}

/** Nobody needs it: kept for a person who comes back from another page. */
const keptMs = 60_000;
/** Hidden for longer, the camera's light goes out and the battery is spared. */
const hiddenMs = 20_000;
/** A camera that ends again this soon after it was restarted is left alone. */
const restartPauseMs = 3000;

const noAbilities: CameraAbilities = { torch: false, zoom: undefined, focusAt: false };
const off: CameraState = {
  status: 'off',
  problem: undefined,
  stream: undefined,
  track: undefined,
  lenses: [],
  lensId: undefined,
  isFront: false,
  abilities: noAbilities,
  torch: false,
  zoom: 1,
};

let state = off;
let holders = 0;
let opening: Promise<void> | undefined;
let startedAt = 0;
let releaseTimer: ReturnType<typeof setTimeout> | undefined;
let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
let isListening = false;
const listeners = new Set<() => void>();

/** The same object until it changes. */
export const cameraState = (): CameraState => state;
export const noCamera: CameraState = off;

export function subscribeCamera(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(change: Partial<CameraState>): void {
  state = { ...state, ...change };
  for (const listener of [...listeners]) listener();
}

/** Needs the camera until what comes back is called. Starts it where it is off and asks the person where that is needed. */
export function holdCamera(): () => void {
  listen();
  holders++;
  clearTimeout(releaseTimer);
  if (state.status === 'off') void openCamera();
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holders--;
    if (holders === 0) releaseTimer = setTimeout(stopCamera, keptMs);
  };
}

/** Asks (again): after a refusal, from a click. */
export function openCamera(lensId = rememberedLens()): Promise<void> {
  opening ??= open(lensId).finally(() => {
    opening = undefined;
  });
  return opening;
}

/** Takes another lens and keeps to it on later visits. */
export async function chooseLens(deviceId: string): Promise<void> {
  rememberLens(deviceId);
  await opening;
  // Phones open no second camera while the first runs.
  stopTracks();
  await openCamera(deviceId);
}

export function stopCamera(): void {
  stopTracks();
  become({ status: 'off', stream: undefined, track: undefined, problem: undefined, torch: false });
}

export async function setTorch(isOn: boolean): Promise<void> {
  if (!state.abilities.torch) return;
  await constrain({ torch: isOn });
  become({ torch: isOn });
}

export async function setZoom(zoom: number): Promise<void> {
  const range = state.abilities.zoom;
  if (!range) return;
  const within = Math.min(range.max, Math.max(range.min, zoom));
  await constrain({ zoom: within });
  become({ zoom: within });
}

/** @param x,y share of the picture's width and height, before any mirroring */
export async function focusAt(x: number, y: number): Promise<void> {
  if (!state.abilities.focusAt) return;
  const modes = capabilitiesOf(state.track).focusMode ?? [];
  const focusMode = modes.includes('single-shot')
    ? 'single-shot'
    : modes.includes('continuous')
      ? 'continuous'
      : undefined;
  await constrain({ pointsOfInterest: [{ x, y }], ...(focusMode ? { focusMode } : {}) });
}

async function open(lensId: string | undefined): Promise<void> {
  if (state.track?.readyState === 'live' && (!lensId || lensId === state.lensId)) return;
  if (!window.isSecureContext || typeof navigator.mediaDevices?.getUserMedia !== 'function') {
    refuse({ reason: window.isSecureContext ? 'unsupported' : 'insecure' });
    return;
  }
  become({ status: 'asking', problem: undefined });
  startedAt = performance.now();
  try {
    const stream = await request(lensId);
    const track = stream.getVideoTracks()[0];
    if (!track) throw new DOMException('The camera gave no picture.', 'NotReadableError');
    if (holders === 0) {
      // Nobody waits any more: the page was left while the person was asked.
      track.stop();
      become({ status: 'off' });
      return;
    }
    adopt(stream, track);
    become({ lenses: await findLenses() });
  } catch (error) {
    const permission = await cameraPermission();
    refuse(
      classifyCameraError(error, { permission: permission?.state, isAllowedByPolicy: isAllowedByPolicy() }),
    );
  }
}

async function request(lensId: string | undefined): Promise<MediaStream> {
  try {
    const early = await takeEarlyStream(lensId);
    if (early?.getVideoTracks()[0]?.readyState === 'live') return early;
  } catch {
    // Asked again in the usual way, which tells why.
  }
  if (lensId) {
    try {
      return await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { ...pictureConstraints, deviceId: { exact: lensId } },
      });
    } catch (error) {
      if (!isCameraGone(error)) throw error;
      // Any other will do.
      rememberLens(undefined);
    }
  }
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...pictureConstraints, facingMode: { ideal: 'environment' } },
  });
}

function adopt(stream: MediaStream, track: MediaStreamTrack): void {
  stopTracks();
  // What is read is still: the browser is to keep detail rather than motion when it has to choose.
  if ('contentHint' in track) track.contentHint = 'detail';
  track.addEventListener('ended', () => {
    if (state.track === track) restart();
  });
  track.addEventListener('mute', () => {
    if (state.track === track) become({ status: 'interrupted' });
  });
  track.addEventListener('unmute', () => {
    if (state.track === track) become({ status: 'live' });
  });
  const settings: Settings = track.getSettings();
  const capabilities = capabilitiesOf(track);
  const { zoom } = capabilities;
  become({
    status: track.muted ? 'interrupted' : 'live',
    problem: undefined,
    stream,
    track,
    lensId: settings.deviceId,
    // Webcams of desktops say nothing and look at the person; what is held before them is to be read, not admired.
    isFront: settings.facingMode === 'user',
    abilities: {
      torch: Array.isArray(capabilities.torch)
        ? capabilities.torch.includes(true)
        : capabilities.torch === true,
      zoom:
        zoom && zoom.max > zoom.min ? { min: zoom.min, max: zoom.max, step: zoom.step || 0.1 } : undefined,
      focusAt:
        'pointsOfInterest' in navigator.mediaDevices.getSupportedConstraints() &&
        (capabilities.focusMode?.some((mode) => mode === 'single-shot' || mode === 'continuous') ?? false),
    },
    torch: settings.torch ?? false,
    zoom: settings.zoom ?? 1,
  });
}

function restart(): void {
  stopTracks();
  if (document.visibilityState === 'hidden' || holders === 0) {
    stopCamera();
  } else if (performance.now() - startedAt < restartPauseMs) {
    refuse({ reason: 'in-use', detail: 'The camera ended by itself right after it was started.' });
  } else {
    become({ status: 'off', stream: undefined, track: undefined });
    void openCamera();
  }
}

function stopTracks(): void {
  const { stream } = state;
  // First, so that nobody takes the end for one that came from outside.
  state = { ...state, stream: undefined, track: undefined };
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function refuse(problem: CameraProblem): void {
  stopTracks();
  become({ status: 'refused', problem, stream: undefined, track: undefined });
}

/** Follows devices, the permission and whether the page is seen; once for the visit. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(stopCamera, hiddenMs);
    else if (holders > 0 && state.status === 'off') void openCamera();
  });
  navigator.mediaDevices?.addEventListener?.('devicechange', () => {
    if (
      state.status === 'refused' &&
      (state.problem?.reason === 'none-found' || state.problem?.reason === 'in-use')
    )
      void openCamera();
    else if (state.track) void findLenses().then((lenses) => become({ lenses }));
  });
  void cameraPermission().then((permission) => {
    permission?.addEventListener('change', () => {
      if (permission.state === 'granted' && state.status === 'refused' && holders > 0) void openCamera();
      if (permission.state === 'denied' && state.status !== 'refused' && holders > 0)
        refuse({ reason: 'denied', errorName: 'NotAllowedError' });
    });
  });
}

async function cameraPermission(): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions.query({ name: 'camera' });
  } catch {
    // Not every browser answers for the camera.
    return undefined;
  }
}

function isAllowedByPolicy(): boolean {
  const { featurePolicy } = document as Document & {
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return featurePolicy?.allowsFeature('camera') ?? true;
}

function capabilitiesOf(track: MediaStreamTrack | undefined): Capabilities {
  // Firefox has it since 2024 only.
  return typeof track?.getCapabilities === 'function' ? track.getCapabilities() : {};
}

async function constrain(constraint: Constraint): Promise<void> {
  await state.track?.applyConstraints({ advanced: [constraint] });
}
