import type { WorkerViewer } from '../offline/worker-types.ts';
import { plainHeaders, type WorkerBuild } from './kept-assets.ts';

/** Pages that start without a network; everything else is asked of the server. */
const addresses = ['/camera', '/camera/queue'];
/** Whose page it is, told by the server with every page of a signed-in person: user and company. */
const viewerHeader = 'readout-viewer';
const prefix = 'readout-pages ';
/** How long the data of such a page waits for the server before what is kept will do. */
const dataPatienceMs = 4000;

export const isKeptDocument = (path: string): boolean => addresses.includes(path);
export const isKeptData = (path: string): boolean =>
  path.endsWith('.data') && addresses.includes(path.slice(0, -'.data'.length));

/**
 * The camera's pages as the server made them for one person in one company, each with the policy and the nonce it came
 * with. They are forgotten as soon as anything says that somebody else may be there.
 */
export function keptDocuments(build: WorkerBuild, onOtherBuild: () => void) {
  const name = prefix + build.id;

  const forget = async (): Promise<void> => {
    const kept = (await caches.keys()).filter((each) => each.startsWith(prefix));
    await Promise.all(kept.map((each) => caches.delete(each)));
  };

  /** @returns whether it is kept now; undefined: nothing certain was answered. @throws where nothing was answered */
  const refreshOne = async (address: string, viewer?: string): Promise<boolean | undefined> => {
    const response = await fetch(address, {
      headers: { accept: address.endsWith('.data') ? '*/*' : 'text/html' },
      redirect: 'manual',
    });
    // Sent to the sign-in page, to new terms, or told that one may not: none of it is for keeping.
    // (The data of a page tells of a redirect with status 202.)
    if (response.type === 'opaqueredirect' || [202, 401, 403].includes(response.status)) {
      await forget();
      return false;
    }
    if (!response.ok) return undefined;
    const owner = response.headers.get(viewerHeader);
    if (owner === null || (viewer !== undefined && owner !== viewer)) {
      await forget();
      return false;
    }
    const text = await response.text();
    if (!address.endsWith('.data') && !text.includes(build.manifest)) {
      onOtherBuild();
      return false;
    }
    const cache = await caches.open(name);
    const other = await cache.match(address);
    if (other && other.headers.get(viewerHeader) !== owner) await forget();
    await (await caches.open(name)).put(
      address,
      new Response(text, { status: response.status, headers: plainHeaders(response.headers) }),
    );
    return true;
  };

  /** @returns whether the server said how things are, be it that none of it may be kept */
  const refresh = async (viewer?: WorkerViewer): Promise<boolean> => {
    const owner = viewer && `${viewer.userId} ${viewer.companyId}`;
    for (const address of addresses.flatMap((each) => [each, `${each}.data`])) {
      const isKept = await refreshOne(address, owner).catch(() => undefined);
      if (isKept !== true) return isKept === false;
    }
    return true;
  };

  return {
    forget,
    refresh,
    /** Keeps the pages of who looks, unless they are kept already in their language; drops those of anybody else. */
    async belongTo(viewer: WorkerViewer): Promise<void> {
      const kept = await caches.match(addresses[0] as string, { cacheName: name });
      const owner = `${viewer.userId} ${viewer.companyId}`;
      const isTheirs = kept?.headers.get(viewerHeader) === owner;
      if (isTheirs && (await kept?.text())?.includes(`data-locale="${viewer.locale}"`)) return;
      if (!isTheirs) await forget();
      await refresh(viewer);
    },
    /** The company a user's pages are kept for; undefined where none are. */
    async companyOf(userId: string): Promise<string | undefined> {
      const kept = await caches.match(addresses[0] as string, { cacheName: name });
      const [ofUser, companyId] = kept?.headers.get(viewerHeader)?.split(' ') ?? [];
      return ofUser === userId ? companyId : undefined;
    },
    match: (path: string): Promise<Response | undefined> => caches.match(path, { cacheName: name }),
    /** The server's answer where it comes soon, what is kept where it does not. */
    async data(request: Request): Promise<Response> {
      const path = new URL(request.url).pathname;
      const answer = fetch(request);
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, dataPatienceMs, undefined));
      const first = await Promise.race([answer.catch(() => undefined), late]);
      if (first) return first;
      return (await caches.match(path, { cacheName: name })) ?? answer;
    },
    async dropOld(): Promise<void> {
      const old = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name);
      await Promise.all(old.map((each) => caches.delete(each)));
    },
  };
}
