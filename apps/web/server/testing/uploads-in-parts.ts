import { Refused, type SentPicture } from './sent-pictures.ts';

const tus = { 'tus-resumable': '1.0.0' };
/** Somebody else holds it at the moment, or it is not known there any more. */
const passing = [404, 408, 409, 410, 423, 429, 460];

/**
 * Sends a picture in two parts, each request to the server that `anyUrl` gives, and goes on where it stopped: a request that
 * makes the upload, and for each part one that asks how far it is and one that sends.
 *
 * @returns one try, as `sendAll` takes it
 */
export function inParts(
  { clientId, bytes }: SentPicture,
  headers: Record<string, string>,
  request: typeof fetch = fetch,
) {
  let location: string | undefined;
  const metadata = Object.entries({ clientId, filename: `${clientId}.jpg` }).map(
    ([key, value]) => `${key} ${btoa(value)}`,
  );
  return async (anyUrl: () => string | Promise<string>): Promise<string | undefined> => {
    const ask = async (at: string, init: RequestInit) => {
      const response = await request((await anyUrl()) + at, {
        ...init,
        headers: { ...headers, ...tus, ...init.headers },
        signal: AbortSignal.timeout(30_000),
      });
      if (!response.ok && response.status < 500 && !passing.includes(response.status))
        throw new Refused(`${init.method} ${response.status} ${await response.text()}`);
      return response;
    };
    if (location === undefined) {
      const created = await ask('/api/v1/uploads', {
        method: 'POST',
        headers: { 'upload-length': String(bytes.length), 'upload-metadata': metadata.join() },
      });
      location = created.headers.get('location') ?? undefined;
    }
    while (location !== undefined) {
      const known = await ask(location, { method: 'HEAD' });
      // Its end was taken in, and the answer lost; or it never began.
      if (known.status === 404 || known.status === 410) location = undefined;
      if (!known.ok || location === undefined) return undefined;
      const id = known.headers.get('readout-capture');
      if (id !== null) return id;
      const offset = Number(known.headers.get('upload-offset'));
      const part = bytes.subarray(offset, offset === 0 ? bytes.length / 2 : undefined);
      const patched = await ask(location, {
        method: 'PATCH',
        headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: part as Uint8Array<ArrayBuffer>,
      });
      if (!patched.ok) return undefined;
      const captureId = patched.headers.get('readout-capture');
      if (captureId !== null) return captureId;
    }
    return undefined;
  };
}
