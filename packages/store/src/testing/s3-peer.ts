import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '../store-location.ts';

const maxSkewMs = 15 * 60_000;
const keysAPage = 50;

export interface Kept {
  bytes: Buffer;
  etag: string;
  modifiedAt: Date;
}

/** What a request is answered instead of what it asked for. */
export interface Fault {
  status: number;
  code: string;
}

/** An S3 server that holds one bucket in memory, for what a real one does only when it is ill. It knows what the store asks of S3. */
export interface S3Peer {
  settings: BucketSettings;
  /** By key. */
  objects: Map<string, Kept>;
  /** Transfers in parts that have not ended. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer>; beganAt: Date }>;
  /** Methods and keys of what was asked. */
  asked: string[];
  /**
   * Asked first, for each request. `cut`, `silent`: half of what was to come, then the end of the connection or nothing; `cut`
   * also where a transfer in parts has ended.
   */
  answer: (request: {
    method: string;
    key: string;
    query: URLSearchParams;
    headers: IncomingHttpHeaders;
  }) => Fault | 'cut' | 'silent' | undefined;
  /** How far its clock is ahead. */
  aheadMs: number;
  close(): Promise<void>;
}

export async function startS3Peer({ bucket = 'pictures', prefix = 'readout' } = {}): Promise<S3Peer> {
  const peer: Omit<S3Peer, 'settings' | 'close'> = {
    objects: new Map(),
    uploads: new Map(),
    asked: [],
    answer: () => undefined,
    aheadMs: 0,
  };
  const now = () => Date.now() + peer.aheadMs;
  const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
  const keep = (key: string, bytes: Buffer) => {
    const kept = { bytes, etag: etagOf(bytes), modifiedAt: new Date(now()) };
    peer.objects.set(key, kept);
    return kept;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, 'http://peer');
    const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const { searchParams: query } = url;
    const { method = '' } = request;
    const { headers } = request;
    const body = await buffer(request);
    const send = (status: number, text = '', more: Record<string, string> = {}) => {
      response.writeHead(status, { date: new Date(now()).toUTCString(), ...more });
      response.end(method === 'HEAD' ? undefined : text);
    };
    const refuse = ({ status, code }: Fault) =>
      send(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`, {
        'content-type': 'application/xml',
      });
    const answer = (root: string, inner: string) =>
      send(200, `<?xml version="1.0" encoding="UTF-8"?><${root}>${inner}</${root}>`, {
        'content-type': 'application/xml',
      });
    peer.asked.push(`${method} ${key}`);

    const fault = peer.answer({ method, key, query, headers });
    if (typeof fault === 'object') return refuse(fault);
    if (!headers.authorization?.includes('Credential=key/'))
      return refuse({ status: 403, code: 'InvalidAccessKeyId' });
    const signedAt = String(headers['x-amz-date']).replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
      '$1-$2-$3T$4:$5:$6Z',
    );
    if (Math.abs(Date.parse(signedAt) - now()) > maxSkewMs)
      return refuse({ status: 403, code: 'RequestTimeTooSkewed' });
    if (name !== bucket) return refuse({ status: 404, code: 'NoSuchBucket' });
    const { 'x-amz-checksum-sha256': checksum, 'x-amz-content-sha256': signed } = headers;
    const sha256 = createHash('sha256').update(body);
    if (checksum !== undefined && sha256.copy().digest('base64') !== checksum)
      return refuse({ status: 400, code: 'BadDigest' });
    if (signed !== 'UNSIGNED-PAYLOAD' && signed !== undefined && sha256.digest('hex') !== signed)
      return refuse({ status: 400, code: 'XAmzContentSHA256Mismatch' });

    const uploadId = query.get('uploadId');
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      peer.uploads.set(id, { key, parts: new Map(), beganAt: new Date(now()) });
      return answer('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
    }
    if (uploadId !== null) {
      const upload = peer.uploads.get(uploadId);
      if (!upload) return refuse({ status: 404, code: 'NoSuchUpload' });
      if (method === 'PUT') {
        // Without one nobody would notice what happened on the way.
        if (checksum === undefined) return refuse({ status: 400, code: 'InvalidRequest' });
        upload.parts.set(Number(query.get('partNumber')), body);
        return send(200, '', { etag: etagOf(body) });
      }
      peer.uploads.delete(uploadId);
      if (method === 'DELETE') return send(204);
      const parts = [...upload.parts].sort(([a], [b]) => a - b);
      const { etag } = keep(key, Buffer.concat(parts.map(([, bytes]) => bytes)));
      if (fault === 'cut') return void response.destroy();
      return answer('CompleteMultipartUploadResult', `<ETag>${etag}</ETag>`);
    }
    if (method === 'GET' && query.has('uploads'))
      return answer(
        'ListMultipartUploadsResult',
        [...peer.uploads]
          .map(
            ([id, upload]) =>
              `<Upload><Key>${upload.key}</Key><UploadId>${id}</UploadId><Initiated>${upload.beganAt.toISOString()}</Initiated></Upload>`,
          )
          .join(''),
      );
    if (method === 'GET' && key === '') {
      const after = query.get('continuation-token') ?? '';
      const keys = [...peer.objects.keys()]
        .filter((each) => each.startsWith(query.get('prefix') ?? '') && each > after)
        .sort((a, b) => (a < b ? -1 : 1));
      const page = keys.slice(0, keysAPage);
      const isTruncated = keys.length > page.length;
      return answer(
        'ListBucketResult',
        `<IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}` +
          page
            .map((each) => {
              const { bytes, etag, modifiedAt } = peer.objects.get(each)!;
              return `<Contents><Key>${each}</Key><Size>${bytes.length}</Size><ETag>${etag}</ETag><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`;
            })
            .join(''),
      );
    }
    if (method === 'DELETE') {
      peer.objects.delete(key);
      return send(204);
    }
    const source = headers['x-amz-copy-source'];
    if (method === 'PUT' && source !== undefined) {
      const from = peer.objects.get(decodeURIComponent(String(source)).replace(/^\/?[^/]*\//, ''));
      if (!from) return refuse({ status: 404, code: 'NoSuchKey' });
      return answer('CopyObjectResult', `<ETag>${keep(key, from.bytes).etag}</ETag>`);
    }
    if (method === 'PUT') {
      if (checksum === undefined) return refuse({ status: 400, code: 'InvalidRequest' });
      return send(200, '', { etag: keep(key, body).etag });
    }
    const kept = peer.objects.get(key);
    if (!kept) return refuse({ status: 404, code: 'NoSuchKey' });
    if (headers['if-match'] !== undefined && headers['if-match'] !== kept.etag)
      return refuse({ status: 412, code: 'PreconditionFailed' });
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
    const bytes = range ? kept.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : kept.bytes;
    response.writeHead(range ? 206 : 200, {
      date: new Date(now()).toUTCString(),
      etag: kept.etag,
      'last-modified': kept.modifiedAt.toUTCString(),
      'content-length': String(bytes.length),
      ...(range ? { 'content-range': `bytes ${range[1]}-${range[2]}/${kept.bytes.length}` } : {}),
    });
    if (method === 'HEAD') response.end();
    else if (fault === 'cut') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    else if (fault === 'silent') response.write(bytes.subarray(0, bytes.length / 2));
    else response.end(bytes);
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(peer, {
    settings: {
      bucket,
      prefix,
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      isPathStyle: true,
      encryption: undefined,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret of the key' },
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
