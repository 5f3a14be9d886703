import type { InstalledPlugin } from '@readout/plugin-sandbox/browser';
import { session } from '../api/session.ts';
import { textOfPage } from '../texts/page-text.ts';
import { findKeptReaders, forgetReadersUnless, type KeptReaders, keepReaders } from './kept-readers.ts';
import { demandIntact, type ReadersForDevice } from './readers-for-device.ts';

/** After this time the server is asked whether something changed: a blocked reader must not go on running here. */
const freshForMs = 5 * 60_000;

export interface MemberReaders {
  (): Promise<ReadersForDevice>;
  /** Somebody else is signed in, or the same person for another company. */
  forget(): void;
}

/**
 * The readers of the company that is signed in, asked of the server and checked again every few minutes; what was kept
 * on this device where the server cannot be reached.
 */
export function createMemberReaders(): MemberReaders {
  let current: { readers: KeptReaders; askedAt: number } | undefined;
  let asking: Promise<ReadersForDevice> | undefined;
  let generation = 0;

  const ask = async (): Promise<ReadersForDevice> => {
    const asked = generation;
    const known = current?.readers ?? (await findKeptReaders());
    const readers = (await answer(known)) ?? known;
    if (!readers) throw new Error(textOfPage()('common.device_reader.not_kept'));
    if (readers !== current?.readers) {
      await demandIntact(readers.readers);
      if (readers !== known && globalThis.isSecureContext) await keepReaders(readers);
    }
    if (asked === generation) current = { readers, askedAt: performance.now() };
    return readers;
  };

  const find = () => {
    if (current && performance.now() - current.askedAt < freshForMs) return Promise.resolve(current.readers);
    if (!asking) {
      const mine = ask().finally(() => {
        if (asking === mine) asking = undefined;
      });
      asking = mine;
    }
    return asking;
  };
  // What was blocked meanwhile is not run again once the server can be reached.
  globalThis.addEventListener?.('online', () => {
    if (current) current.askedAt = Number.NEGATIVE_INFINITY;
  });
  return Object.assign(find, {
    forget() {
      generation++;
      current = undefined;
      asking = undefined;
    },
  });
}

/** What the server says; undefined where what is known holds, be it because it did not change or cannot be asked. */
async function answer(known: KeptReaders | undefined): Promise<KeptReaders | undefined> {
  const asked = await session
    .GET('/device/readers', {
      headers: known ? { 'if-none-match': known.etag } : {},
      // The tag is ours to send: what the browser kept may be of another company.
      cache: 'no-store',
    })
    .catch(() => undefined);
  if (!asked) return undefined;
  const { response, data, error } = asked;
  if (response.status === 401 || response.status === 403) {
    await forgetReadersUnless(null);
    throw new Error(error?.detail ?? textOfPage()('common.device_reader.sign_in'));
  }
  if (!data) return undefined;
  const readers = data.readers as InstalledPlugin[];
  return { ...data, readers, etag: response.headers.get('etag') ?? '' };
}
