import type { KeepProgress, WordToPage, WorkerViewer, WorkerWord } from './worker-types.ts';

/** What the pages know of the worker that lets the camera start without a network. */
export interface OfflineState {
  /** Undefined: not looked at yet, or nothing for this page. */
  progress: KeepProgress | undefined;
  /** A new version of the pages waits to take over. */
  hasUpdate: boolean;
}

let state: OfflineState = { progress: undefined, hasUpdate: false };
const listeners = new Set<() => void>();
const asKeptListeners = new Set<() => void>();
let registering: Promise<ServiceWorkerRegistration | undefined> | undefined;
let isTakingOver = false;

const change = (next: Partial<OfflineState>): void => {
  state = { ...state, ...next };
  for (const listener of [...listeners]) listener();
};

export const offlineState = (): OfflineState => state;

export function subscribeToOffline(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called when this page came from what was kept and the server has been asked meanwhile. */
export function onServedAsKept(listener: () => void): () => void {
  asKeptListeners.add(listener);
  return () => asKeptListeners.delete(listener);
}

/** For pages of signed-in people alone; where the browser has no service workers, nothing happens. */
export async function registerWorker(viewer: WorkerViewer): Promise<void> {
  registering ??= register();
  const registration = await registering;
  if (!registration) return;
  const { active } = await navigator.serviceWorker.ready;
  say(active, { kind: 'viewer', viewer });
}

/** A first worker fetches about a hundred files to keep: it waits until the page that registers it has loaded. */
const whenIdle = (): Promise<void> =>
  new Promise((done) => {
    // WebKit has no idle callbacks.
    if (!('requestIdleCallback' in window)) setTimeout(done, 2000);
    else requestIdleCallback(() => done(), { timeout: 5000 });
  });

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return undefined;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<WordToPage>) => {
    if (data.kind === 'served-as-kept') for (const listener of [...asKeptListeners]) listener();
  });
  serviceWorker.startMessages();
  serviceWorker.addEventListener('controllerchange', () => {
    // In the other pages of the old version nothing is reloaded: somebody may be in the middle of a capture.
    if (isTakingOver) window.location.reload();
  });
  if (!serviceWorker.controller) await whenIdle();
  try {
    const registration = await serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
    const look = (): void =>
      change({ hasUpdate: registration.waiting !== null && registration.active !== null });
    look();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', look);
    });
    return registration;
  } catch {
    // Blocked by the browser's settings, or the script cannot be had now: everything else works without it.
    return undefined;
  }
}

/** Lets the waiting version take over and loads this page again. */
export async function takeUpdate(): Promise<void> {
  const registration = await registering;
  isTakingOver = true;
  if (registration?.waiting) say(registration.waiting, { kind: 'take-over' });
  else window.location.reload();
}

let readying: Promise<void> | undefined;

/** Has the engine's files kept, so that the device reads without a network. Again is free. */
export function makeReadyOffline(): Promise<void> {
  readying ??= (async () => {
    const registration = await registering;
    if (!registration) return;
    const [{ active }, { engineAssets, sandboxWasm }, models] = await Promise.all([
      navigator.serviceWorker.ready,
      import('../device/assets.client.ts'),
      modelsInUse(),
    ]);
    const { zxingWasm, onnxWasm, onnxScript, dictionary, ...networks } = engineAssets;
    const { detect, recognise, classify, findDisplays, readDisplays } = networks;
    const { port1, port2 } = new MessageChannel();
    await new Promise<void>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<KeepProgress>) => {
        change({ progress: data });
        if (data.isDone) resolve();
      };
      say(
        active,
        {
          kind: 'keep',
          addresses: [
            ...[zxingWasm, sandboxWasm, dictionary, onnxScript, onnxWasm],
            ...[detect, recognise, classify, findDisplays, readDisplays],
          ],
          models,
        },
        [port2],
      );
    });
    port1.close();
    // What could not be fetched now is tried again at the next visit.
    if (state.progress?.hasFailed) readying = undefined;
  })();
  return readying;
}

/** Addresses of the files of the installation's text models; undefined where they are not known now. */
async function modelsInUse(): Promise<string[] | undefined> {
  try {
    const [{ readersOnDevice }, { modelAddress }] = await Promise.all([
      import('../device/device-reader.ts'),
      import('../device/readers-for-device.ts'),
    ]);
    const { models = [] } = await readersOnDevice();
    return models.flatMap(({ model, characters }) => [model, characters ?? []].flat().map(modelAddress));
  } catch {
    return undefined;
  }
}

/** Before signing out: no page of this person is served from this device any more. */
export async function forgetKeptPages(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration('/').catch(() => undefined);
  if (registration?.active) say(registration.active, { kind: 'forget' });
}

function say(worker: ServiceWorker | null, word: WorkerWord, ports: MessagePort[] = []): void {
  worker?.postMessage(word, ports);
}
