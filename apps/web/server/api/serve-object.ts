import type { ByteRange, ObjectStore } from '@readout/store';

/** Headers that keep a stored file from being run, whatever is in it. */
const harmless = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

export interface ServedFile {
  mediaType: string;
  /** Changes exactly when the bytes do. */
  etag: string;
  /** Offered as a download under this name; shown in place where absent. */
  downloadAs?: string;
  /** How long the browser may keep it without asking. */
  maxAgeSeconds: number;
}

/** A stored object with its range, its cache and nothing in it that runs; undefined where it is not there. */
export async function serveObject(
  store: ObjectStore,
  key: string,
  file: ServedFile,
  request: Request,
): Promise<Response | undefined> {
  const info = await store.find(key);
  if (!info) return undefined;
  const etag = `"${file.etag}"`;
  const headers = new Headers({
    ...harmless,
    etag,
    'content-type': file.mediaType,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${file.maxAgeSeconds}`,
    vary: 'cookie',
    'content-disposition': file.downloadAs === undefined ? 'inline' : disposition(file.downloadAs),
  });
  if (
    request.headers
      .get('if-none-match')
      ?.split(',')
      .some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
    return new Response(null, { status: 304, headers });
  const ifRange = request.headers.get('if-range');
  const range =
    ifRange === null || ifRange === etag
      ? parseRange(request.headers.get('range'), info.byteSize)
      : undefined;
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${info.byteSize}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('content-length', String(range ? range.end - range.start + 1 : info.byteSize));
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${info.byteSize}`);
  if (request.method === 'HEAD') return new Response(null, { status: range ? 206 : 200, headers });
  const object = await store.get(key, range);
  return object && new Response(object.body, { status: range ? 206 : 200, headers });
}

/** RFC 9110, section 14: one range of bytes. Several at once, which nobody needs here, give the whole file. */
export function parseRange(header: string | null, byteSize: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Number(match[2]);
    return length === 0 ? 'unsatisfiable' : { start: Math.max(0, byteSize - length), end: byteSize - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? byteSize - 1 : Math.min(Number(match[2]), byteSize - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= byteSize ? 'unsatisfiable' : { start, end };
}

/** RFC 6266: the name as it is (UTF-8) and one that old clients take. */
export function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
