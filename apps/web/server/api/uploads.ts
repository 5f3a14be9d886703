import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Scope } from '@readout/domain/actor';
import { checkDocument } from '@readout/domain/captures/check-document';
import { checkIntake, isRepeat } from '@readout/domain/captures/check-intake';
import { AppError } from '@readout/domain/errors';
import { unfinishedHours } from '@readout/domain/ledger/ledger-limits';
import type { Reservation } from '@readout/domain/ledger/reserve';
import { Server, type Upload } from '@tus/server';
import { foreseen } from '../http/problem.ts';
import type { ApiDeps } from './api-deps.ts';
import { maxFileBytes, tooLarge } from './media-types.ts';
import { parseClientId, parseDocumentPage, parseSource, stageFile, takeIn } from './take-in.ts';
import { giveBack, reserveUnlessRepeat } from './take-room.ts';
import { refusalOfTus } from './tus-refusals.ts';
import { UnfinishedUploads, type WaitingUploads } from './unfinished-uploads.ts';
import { createUploadLocker } from './upload-locker.ts';
import { UploadsInBucket } from './uploads-in-bucket.ts';

export const uploadsPath = '/api/v1/uploads';
const sweepEveryMs = 600_000;

/**
 * Resumable uploads (tus 1.0). An upload's id begins with company and user, so that nobody else can go on
 * with it, look at it or end it. Once the last byte is durable as a capture the answer names it in
 * `Readout-Capture`, and in `Readout-Healed` how stored bytes were that it took the place of (`altered`, `missing`);
 * the upload itself is gone then. An upload whose end was received but not answered
 * (the server was killed) is completed by the client's next request, under the same client-made id.
 */
export function createUploads(deps: ApiDeps): { handle(request: Request, scope: Scope): Promise<Response> } {
  const scopes = new AsyncLocalStorage<Scope>();
  const expiryMs = unfinishedHours * 3600_000;
  const release = (id: string) => giveBack(deps, reservationOf(id));
  const datastore: WaitingUploads = deps.uploadParts
    ? new UploadsInBucket({ parts: deps.uploadParts, expiryMs, release })
    : new UnfinishedUploads({ directory: deps.uploadsFolder, expiryMs, release });
  const locker = createUploadLocker(deps);

  const complete = async (scope: Scope, upload: Upload): Promise<Record<string, string>> => {
    const { filename, source } = upload.metadata ?? {};
    const { clientId, document } = partsOf(upload);
    // The bytes are there twice until the upload is removed.
    const hold = await deps.disk.hold(upload.size ?? 0);
    try {
      const staged = await stageFile(deps, datastore.bytesOf(upload.id));
      const { capture, healed } = await takeIn(deps, {
        scope,
        staged,
        fileName: filename,
        source: parseSource(source, 'upload'),
        // Without one of the client's own, the upload's: completing it twice makes one capture.
        clientId: clientId ?? upload.id.slice(-36),
        document,
        reservation: reservationOf(upload.id),
      });
      await datastore.remove(upload.id);
      return { 'Readout-Capture': capture.id, ...(healed ? { 'Readout-Healed': healed } : {}) };
    } catch (error) {
      // What was refused for good will not get better by sending the last byte again.
      const known = foreseen(error);
      const isFinal = known !== undefined && known.kind !== 'unavailable';
      await (isFinal ? datastore.remove(upload.id) : datastore.keep(upload.id)).catch(() => {});
      throw error;
    } finally {
      hold.release();
    }
  };

  /** Uploads that go on are not taken by a company that takes in nothing: they end, and nothing of them stays. */
  const demandTaking = async (scope: Scope, id: string): Promise<void> => {
    try {
      await checkIntake(deps, { scope });
    } catch (error) {
      const upload = await datastore.getUpload(id).catch(() => undefined);
      if (!upload) return;
      const { clientId } = partsOf(upload);
      if (clientId && (await isRepeat(deps, { scope, clientId }))) return;
      if (error instanceof AppError) await datastore.remove(id);
      throw error;
    }
  };

  const server = new Server({
    path: uploadsPath,
    datastore,
    locker,
    relativeLocation: true,
    maxSize: maxFileBytes,
    exposedHeaders: ['Readout-Capture', 'Readout-Healed'],
    namingFunction: () => ownPrefix(scopes.getStore()!) + randomUUID(),
    generateUrl: (_request, { path, id }) => `${path}/${id}`,
    getFileIdFromRequest: (_request, lastPath) =>
      lastPath?.startsWith(ownPrefix(scopes.getStore()!)) ? lastPath : undefined,
    async onUploadCreate(_request, upload) {
      const scope = scopes.getStore()!;
      const { clientId, document } = partsOf(upload);
      if (upload.size === undefined) throw new AppError('upload.length_needed');
      if (upload.size > maxFileBytes) throw tooLarge(true);
      if (upload.size === 0) throw new AppError('image.empty');
      if (document) await checkDocument(deps, { scope, document });
      await reserveUnlessRepeat(deps, {
        scope,
        action: 'captures.add',
        kind: 'upload',
        bytes: upload.size,
        captures: 1,
        id: reservationOf(upload.id).id,
        clientId: document?.page === 1 ? document.clientId : clientId,
      });
      begun.set(scope, upload.id);
      return {};
    },
    async onUploadFinish(_request, upload) {
      const headers = await complete(scopes.getStore()!, upload);
      // Else an upload that came whole with its first request would be looked up once more to say when it expires.
      upload.creation_date = '';
      return { headers };
    },
    onResponseError(_request, error) {
      // What the library refuses itself is no error of ours, and is known by its answer.
      if (!('status_code' in error)) failures.set(scopes.getStore()!, error);
      return undefined;
    },
  });
  /** Why a request of ours failed, to answer it as everywhere else. */
  const failures = new WeakMap<Scope, Error>();
  /** What a request began: where it fails nobody knows its address. */
  const begun = new WeakMap<Scope, string>();

  const sweep = setInterval(
    () =>
      void server
        .cleanUpExpiredUploads()
        .catch((err: unknown) => deps.log.error({ err }, 'expired uploads were not removed')),
    sweepEveryMs,
  );
  sweep.unref();
  deps.stopping.addEventListener('abort', () => clearInterval(sweep));

  /** Completes an upload all of whose bytes are there already. */
  const completeLeftOver = async (scope: Scope, id: string): Promise<Response | undefined> => {
    const upload = await datastore.getUpload(id).catch(() => undefined);
    if (!upload?.size || upload.offset !== upload.size) return undefined;
    const lock = locker.newLock(id);
    await lock.lock(AbortSignal.timeout(30_000), () => {});
    try {
      const again = await datastore.getUpload(id).catch(() => undefined);
      if (!again || again.offset !== again.size) return undefined;
      const headers = await complete(scope, again);
      return new Response(null, {
        status: 200,
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': String(again.size),
          'Upload-Length': String(again.size),
          ...headers,
          'Cache-Control': 'no-store',
        },
      });
    } finally {
      await lock.unlock();
    }
  };

  return {
    async handle(request, scope) {
      // One object for each request: errors are found by it.
      const own: Scope = { ...scope };
      const id = new URL(request.url).pathname.slice(uploadsPath.length + 1);
      demandMethod(request.method, id === '' ? ['OPTIONS', 'POST'] : ['DELETE', 'HEAD', 'OPTIONS', 'PATCH']);
      if (request.method === 'HEAD' && id.startsWith(ownPrefix(own))) {
        const done = await completeLeftOver(own, id);
        if (done) return done;
      }
      const isSending = request.method === 'PATCH' && id.startsWith(ownPrefix(own));
      if (isSending) await demandTaking(own, id);
      const hold =
        isSending || request.method === 'POST' ? await deps.disk.hold(bytesOf(request)) : undefined;
      try {
        const response = await scopes.run(own, () => server.handleWeb(request));
        const failure = failures.get(own);
        if (!failure && response.ok) return response;
        const made = begun.get(own);
        if (made !== undefined) await datastore.remove(made);
        throw failure ?? refusalOfTus(response.status, await response.text());
      } finally {
        hold?.release();
      }
    },
  };
}

/** @throws AppError `request.wrong_method` */
function demandMethod(method: string, allowed: readonly string[]): void {
  if (!allowed.includes(method))
    throw new AppError('request.wrong_method', { method, allow: allowed.join(', ') });
}

/** Client-made id and place in a document, as the upload's metadata say. @throws AppError where they make no sense */
function partsOf({ metadata }: Upload) {
  const clientId = parseClientId(metadata?.clientId);
  return { clientId, document: parseDocumentPage(metadata?.document, metadata?.page, clientId) };
}

function ownPrefix({ companyId, actor }: Scope): string {
  return `${companyId}_${actor.userId}_`;
}

/** What an upload was promised is known by the end of its id. */
function reservationOf(uploadId: string): Reservation {
  return { companyId: uploadId.slice(0, 36), id: uploadId.slice(-36) };
}

/** Most that comes of it: in this request, or in those that follow it. */
function bytesOf({ headers }: Request): number {
  const length = Math.max(Number(headers.get('content-length')), Number(headers.get('upload-length')));
  return length > 0 && length <= maxFileBytes ? length : 0;
}
