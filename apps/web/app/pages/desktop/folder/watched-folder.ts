import { isAcceptedName } from '../../../intake/accepted.ts';
import { captureQueue, QueueFullError } from '../../../queue/capture-queue.ts';
import { inWords } from '../../../queue/device-problem.ts';
import { textOfPage } from '../../../texts/page-text.ts';
import { type FolderOwner, type FolderStore, type LedgerRow, openFolderStore } from './folder-store.ts';
import { type LastLook, lookIntoFolder } from './look-into-folder.ts';

/**
 * - `none`: no folder is connected
 * - `asks`: the browser wants to be asked again, by a click
 * - `watching`, `paused`
 * - `elsewhere`: another tab of this browser watches it
 * - `gone`: the folder was deleted, renamed, or its drive is not there
 */
export type FolderStatus = 'opening' | 'none' | 'asks' | 'watching' | 'paused' | 'elsewhere' | 'gone';

export interface FolderState {
  status: FolderStatus;
  name: string;
  movesDone: boolean;
  doneFolder?: string;
  /** Newest first. */
  rows: readonly LedgerRow[];
  /** Files that are still being written. */
  growing: number;
}

/** A folder of this computer whose new files are taken in while the page is open. */
export interface WatchedFolder {
  state(): FolderState;
  subscribe(listener: () => void): () => void;
  /** After `showDirectoryPicker`. @param takesAll also what is in it already */
  connect(
    handle: FileSystemDirectoryHandle,
    options: { movesDone: boolean; doneFolder: string; takesAll: boolean },
  ): Promise<void>;
  /** Asks the browser for its permission again. From a click. */
  askAgain(): Promise<void>;
  setPaused(isPaused: boolean): Promise<void>;
  disconnect(): Promise<void>;
}

const lookEveryMs = 3000;
/** A file that just appeared is looked at again sooner. */
const settleMs = 1000;
const shownRows = 50;
const nothing: FolderState = { status: 'opening', name: '', movesDone: false, rows: [], growing: 0 };

/** Newer than the compiler's library. */
type Observer = { observe(handle: FileSystemDirectoryHandle): Promise<void>; disconnect(): void };
type ObserverMaker = new (heard: () => void) => Observer;

const folders = new Map<string, WatchedFolder>();

/** The folder of one user in one company on this device; it is watched on while one goes from page to page. */
export function watchedFolder(owner: FolderOwner): WatchedFolder {
  const key = `${owner.companyId}/${owner.userId}`;
  let folder = folders.get(key);
  if (!folder) {
    folder = openFolder(owner, key);
    folders.set(key, folder);
  }
  return folder;
}

function openFolder(owner: FolderOwner, key: string): WatchedFolder {
  let state = nothing;
  const listeners = new Set<() => void>();
  const opened = openFolderStore(owner);
  let handle: FileSystemDirectoryHandle | undefined;
  let stop: (() => void) | undefined;

  const become = (next: Partial<FolderState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const mode = () => (state.movesDone ? 'readwrite' : 'read') as FileSystemPermissionMode;
  const showRows = async (store: FolderStore) => become({ rows: await store.newest(shownRows) });

  const begin = async (store: FolderStore) => {
    if (!handle) return;
    stop?.();
    const granted = (await handle.queryPermission?.({ mode: mode() })) ?? 'granted';
    if (granted !== 'granted') return become({ status: 'asks' });
    stop = watch(handle, store);
  };

  const watch = (directory: FileSystemDirectoryHandle, store: FolderStore): (() => void) => {
    const ended = new AbortController();
    become({ status: 'elsewhere' });
    // One tab takes in; the others wait for their turn.
    navigator.locks
      .request(`readout-folder ${key}`, { signal: ended.signal }, async () => {
        if (ended.signal.aborted) return;
        become({ status: 'watching' });
        const lastLook: LastLook = new Map();
        let wake: () => void = () => undefined;
        const observer = await observe(directory, () => wake());
        while (!ended.signal.aborted) {
          let growing = 0;
          try {
            const result = await lookIntoFolder({
              directory,
              store,
              lastLook,
              doneFolder: state.movesDone ? state.doneFolder : undefined,
              take,
              now: Date.now,
            });
            growing = result.growing;
            if (result.settled > 0) await showRows(store);
            if (growing !== state.growing) become({ growing });
          } catch (error) {
            become({ status: isDenied(error) ? 'asks' : 'gone' });
            break;
          }
          await new Promise<void>((resolve) => {
            wake = resolve;
            ended.signal.addEventListener('abort', () => resolve(), { once: true });
            setTimeout(resolve, growing > 0 ? settleMs : lookEveryMs);
          });
        }
        observer?.disconnect();
      })
      .catch(() => undefined);
    return () => ended.abort();
  };

  void (async () => {
    try {
      const store = await opened;
      const kept = await store.folder();
      if (!kept) return become({ status: 'none' });
      handle = kept.handle;
      become({
        name: kept.handle.name,
        movesDone: kept.movesDone,
        doneFolder: kept.doneFolder ?? 'Readout done',
        status: kept.isPaused ? 'paused' : 'opening',
      });
      await showRows(store);
      if (!kept.isPaused) await begin(store);
    } catch {
      // A private window keeps nothing.
      become({ status: 'none' });
    }
  })();

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async connect(next, { movesDone, doneFolder, takesAll }) {
      const store = await opened;
      stop?.();
      await store.forget();
      if (!takesAll) await noteAll(next, store);
      handle = next;
      await store.keepFolder({ handle: next, isPaused: false, movesDone, doneFolder });
      become({ name: next.name, movesDone, doneFolder, rows: [], growing: 0 });
      await begin(store);
    },
    async askAgain() {
      const store = await opened;
      if (handle?.requestPermission && (await handle.requestPermission({ mode: mode() })) !== 'granted')
        return;
      await begin(store);
    },
    async setPaused(isPaused) {
      const store = await opened;
      if (!handle) return;
      await store.keepFolder({
        handle,
        isPaused,
        movesDone: state.movesDone,
        ...(state.doneFolder ? { doneFolder: state.doneFolder } : {}),
      });
      stop?.();
      if (isPaused) become({ status: 'paused', growing: 0 });
      else await begin(store);
    },
    async disconnect() {
      const store = await opened;
      stop?.();
      handle = undefined;
      await store.forget();
      become({ ...nothing, status: 'none' });
    },
  };
}

async function take(file: File): Promise<void> {
  try {
    await captureQueue().add([file], { source: 'desktop' });
  } catch (error) {
    if (error instanceof QueueFullError)
      throw new Error(inWords(error.problem, textOfPage()).title, { cause: error });
    throw error;
  }
}

/** What is in the folder already is left alone. */
async function noteAll(directory: FileSystemDirectoryHandle, store: FolderStore): Promise<void> {
  for await (const each of directory.values()) {
    if (each.kind !== 'file' || !isAcceptedName(each.name)) continue;
    const file = await each.getFile();
    await store.note({
      file: `${file.name}|${file.size}|${file.lastModified}`,
      name: file.name,
      byteSize: file.size,
      state: 'before',
      at: Date.now(),
    });
  }
}

/** Tells of changes at once where the browser can; elsewhere looking every few seconds is all there is. */
async function observe(
  directory: FileSystemDirectoryHandle,
  heard: () => void,
): Promise<Observer | undefined> {
  const Maker = (globalThis as { FileSystemObserver?: ObserverMaker }).FileSystemObserver;
  if (!Maker) return undefined;
  try {
    const observer = new Maker(heard);
    await observer.observe(directory);
    return observer;
  } catch {
    return undefined;
  }
}

const isDenied = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError';
