/**
 * What a service worker has beyond a page, as far as it is used (W3C Service Workers, WICG Background Sync). The
 * compiler's own library for workers cannot be loaded beside the one for pages.
 */
export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly resultingClientId: string;
  respondWith(response: Promise<Response> | Response): void;
}
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}
export interface MessageFromPage extends ExtendableEvent {
  readonly data: WorkerWord;
  readonly ports: readonly MessagePort[];
}
interface WorkerClient {
  postMessage(word: WordToPage): void;
}
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<WorkerClient | undefined>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void;
}

/** Who looks at the pages. */
export interface WorkerViewer {
  userId: string;
  companyId: string;
  /** BCP 47 tag of the language and region their page is shown in. */
  locale: string;
}

/** What a page tells the worker. */
export type WorkerWord =
  | { kind: 'viewer'; viewer: WorkerViewer }
  /** Take over now: the person asked for the new version. */
  | { kind: 'take-over' }
  /** Keep these files, and of the text models none but these where they are known; progress comes over the port. */
  | { kind: 'keep'; addresses: string[]; models: string[] | undefined }
  /** Forget every page kept for anybody. */
  | { kind: 'forget' };

/** Of `keep`. */
export interface KeepProgress {
  keptFiles: number;
  allFiles: number;
  loadedBytes: number;
  isDone: boolean;
  /** Some could not be fetched now. */
  hasFailed: boolean;
}

/** What the worker tells a page. */
export type WordToPage =
  /** It was served as it was kept; the server has been asked meanwhile. */
  { kind: 'served-as-kept' };
