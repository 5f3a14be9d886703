import type { FetchEvent, WorkerScope } from '../offline/worker-types.ts';
import { drainQueue, keepShared, lockQueue } from './device-queue.ts';
import {
  dropOldShells,
  dropOtherModels,
  isModelAddress,
  keepAssets,
  keepShell,
  keptAsset,
  type WorkerBuild,
} from './kept-assets.ts';
import { isKeptData, isKeptDocument, keptDocuments } from './kept-documents.ts';
import { offlinePage } from './offline-page.ts';

/** Put in by build-worker.ts. */
declare const readoutBuild: WorkerBuild;

const scope = self as unknown as WorkerScope;
const documents = keptDocuments(readoutBuild, () => void scope.registration.update().catch(() => {}));
const shell = new Set(readoutBuild.shell);

// A new version waits until no page of the old one is open, or the person asks for it.
scope.addEventListener('install', (event) => event.waitUntil(keepShell(readoutBuild)));

scope.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      await dropOldShells(readoutBuild);
      await documents.dropOld();
      await scope.clients.claim();
    })(),
  ),
);

scope.addEventListener('message', (event) => {
  const word = event.data;
  switch (word.kind) {
    case 'viewer':
      event.waitUntil(documents.belongTo(word.viewer).catch(() => {}));
      break;
    case 'take-over':
      event.waitUntil(scope.skipWaiting());
      break;
    case 'keep':
      event.waitUntil(keep(word.addresses, word.models, event.ports[0]));
      break;
    case 'forget':
      event.waitUntil(documents.forget());
      break;
  }
});

scope.addEventListener('sync', (event) => {
  if (event.tag === 'readout-queue') event.waitUntil(drainQueue());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname: path } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method !== 'GET') {
    if (request.method !== 'POST') return;
    // Signing out goes its own way; nothing of who was here stays behind.
    if (/^\/auth\/sign-out(\.data)?$/.test(path))
      event.waitUntil(Promise.all([documents.forget(), lockQueue().catch(() => {})]));
    else if (path === '/desktop/open' && request.mode === 'navigate') event.respondWith(shared(request));
    return;
  }
  if (isModelAddress(path)) return event.respondWith(keptAsset(request));
  // Programs' answers are never kept here.
  if (path.startsWith('/api/')) return;
  if (path.startsWith('/assets/') || shell.has(path)) event.respondWith(keptAsset(request));
  else if (request.mode === 'navigate') event.respondWith(page(event, path));
  else if (isKeptData(path)) event.respondWith(documents.data(request));
});

async function keep(
  addresses: readonly string[],
  models: readonly string[] | undefined,
  port: MessagePort | undefined,
): Promise<void> {
  if (models) await dropOtherModels(models);
  await keepAssets([...addresses, ...(models ?? [])], (progress) => port?.postMessage(progress));
}

/** The page that was just served goes first. */
const patience = (): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, 1500));

async function page(event: FetchEvent, path: string): Promise<Response> {
  const kept = isKeptDocument(path) ? await documents.match(path) : undefined;
  if (kept) {
    event.waitUntil(
      patience()
        .then(() => documents.refresh())
        .then(async (isAnswered) => {
          const client = isAnswered ? await scope.clients.get(event.resultingClientId) : undefined;
          client?.postMessage({ kind: 'served-as-kept' });
        }),
    );
    return kept;
  }
  try {
    const response = await fetch(event.request);
    // Sent elsewhere, perhaps to sign in: then the camera's pages are nobody's any more either.
    if (response.type === 'opaqueredirect' && (await documents.match('/camera')))
      event.waitUntil(documents.refresh());
    return response;
  } catch {
    const camera = await documents.match('/camera');
    return offlinePage(readoutBuild.offline, await languageOfReader(camera), camera !== undefined);
  }
}

/** Of the pages that are kept, else of the browser. */
async function languageOfReader(kept: Response | undefined): Promise<string> {
  const shown = /<html[^>]* lang="([\w-]+)"/.exec((await kept?.text()) ?? '')?.[1];
  return shown ?? navigator.language.split('-')[0] ?? 'en';
}

/** What the system's share sheet sends: kept first, then shown. */
async function shared(request: Request): Promise<Response> {
  const to = (result: string): Response => Response.redirect(`/desktop/open?${result}`, 303);
  try {
    const form = await request.formData();
    const files = form.getAll('files').filter((each) => each instanceof File && each.size > 0) as File[];
    if (files.length === 0) return to('shared=none');
    const kept = await keepShared(files, documents.companyOf);
    return to(kept === undefined ? 'shared=signed-out' : `shared=${kept}`);
  } catch {
    return to('shared=failed');
  }
}
