import { aboutCompany } from '../../../server/request/company-marker.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

/** What the server tells, by name (see server/live/live-stream.ts); `resume`: something may have been missed. */
export interface LiveNews {
  change: { documentId: string };
  watch: { watchId: string };
  notification: { unread: number };
  session: { reason: 'ended' | 'suspended' | 'changed' };
  company: object;
  platform: object;
  resume: object;
}
export type LiveName = keyof LiveNews;

/** What a source says: that it is connected or not, or news. */
export type LiveMessage =
  | { kind: 'state'; state: LiveState }
  | { [Name in LiveName]: { kind: 'news'; name: Name; news: LiveNews[Name] } }[LiveName];

export type Tell = (message: LiveMessage) => void;

const retryMs = 5000;
const names = ['change', 'watch', 'notification', 'session', 'company', 'platform'] as const;

/** Opens the connection itself. `mayHaveMissed`: whether somebody else listened before. @returns closes it */
export type OpenSource = (tell: Tell, mayHaveMissed: boolean) => () => void;

/** A connection that hears of this company, and of no other that its person works in by then. */
export const sourceAbout =
  (companyId: string | undefined): OpenSource =>
  (tell, mayHaveMissed) =>
    openSource(aboutCompany('/api/v1/live', companyId), tell, mayHaveMissed);

function openSource(address: string, tell: Tell, mayHaveMissed: boolean): () => void {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wasLost = mayHaveMissed;
  let wasRefused = false;
  let closed = false;

  const connect = (): void => {
    source = new EventSource(address);
    source.addEventListener('open', () => {
      tell({ kind: 'state', state: 'live' });
      if (wasLost) tell({ kind: 'news', name: 'resume', news: {} });
      wasLost = false;
      wasRefused = false;
    });
    for (const name of names)
      source.addEventListener(name, (event) => {
        const message = parseNews(name, (event as MessageEvent<string>).data);
        if (message) tell(message);
      });
    source.addEventListener('error', () => {
      wasLost = true;
      tell({ kind: 'state', state: 'lost' });
      // The browser tries again by itself, except after an answer that is no event stream.
      if (source?.readyState !== EventSource.CLOSED || closed) return;
      again = setTimeout(connect, retryMs);
      // Anyone who is refused may have lost the session or the company before there was a connection to tell them.
      if (!wasRefused) tell({ kind: 'news', name: 'session', news: { reason: 'changed' } });
      wasRefused = true;
    });
  };
  connect();
  return () => {
    closed = true;
    source?.close();
    clearTimeout(again);
  };
}

/** News as the server wrote it, undefined for what this version of the page does not understand. */
export function parseNews(name: LiveName, text: string): LiveMessage | undefined {
  let news: unknown;
  try {
    news = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof news !== 'object' || news === null) return undefined;
  const { documentId, captureId, watchId, unread, reason } = news as Record<string, unknown>;
  switch (name) {
    case 'change': {
      const id = documentId ?? captureId;
      return typeof id === 'string' ? { kind: 'news', name, news: { documentId: id } } : undefined;
    }
    case 'watch':
      return typeof watchId === 'string' ? { kind: 'news', name, news: { watchId } } : undefined;
    case 'notification':
      return typeof unread === 'number' ? { kind: 'news', name, news: { unread } } : undefined;
    case 'session':
      return {
        kind: 'news',
        name,
        news: { reason: reason === 'ended' || reason === 'suspended' ? reason : 'changed' },
      };
    default:
      return { kind: 'news', name, news: {} };
  }
}
