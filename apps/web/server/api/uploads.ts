import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Scope } from '@readout/domain/actor';
import { checkDocument } from '@readout/domain/captures/check-document';
import { checkIntake } from '@readout/domain/captures/check-intake';
import { AppError } from '@readout/domain/errors';
import { FileStore } from '@tus/file-store';
import { MemoryLocker, Server, type Upload } from '@tus/server';
import { foreseen, problemResponse } from '../http/problem.ts';
import type { ApiDeps } from './api-deps.ts';
import { maxFileBytes, tooLarge } from './media-types.ts';
import { parseClientId, parseDocumentPage, parseSource, stageFile, takeIn } from './take-in.ts';

export const uploadsPath = '/api/v1/uploads';
const expiryMs = 24 * 3600_000;
const sweepEveryMs = 3600_000;

/**
 * Resumable uploads (tus 1.0). An upload's id begins with company and user, so that nobody else can go on
 * with it, look at it or end it. Once the last byte is durable as a capture the answer names it in
 * `Readout-Capture`; the upload itself is gone then. An upload whose end was received but not answered
 * (the server was killed) is completed by the client's next request, under the same client-made id.
 */
export function createUploads(deps: ApiDeps): { handle(request: Request, scope: Scope): Promise<Response> } {
  const scopes = new AsyncLocalStorage<Scope>();
  const datastore = new FileStore({
    directory: deps.uploadsFolder,
    expirationPeriodInMilliseconds: expiryMs,
  });
  const locker = new MemoryLocker();

  const complete = async (scope: Scope, upload: Upload): Promise<string> => {
    const { filename, source } = upload.metadata ?? {};
    const { clientId, document } = partsOf(upload);
    const path = upload.storage?.path;
    if (!path) throw new Error('The upload has no file.');
    const staged = await stageFile(deps, createReadStream(path));
    try {
      const { capture } = await takeIn(deps, {
        scope,
        staged,
        fileName: filename,
        source: parseSource(source, 'upload'),
        // Without one of the client's own, the upload's: completing it twice makes one capture.
        clientId: clientId ?? upload.id.slice(-36),
        document,
      });
      await datastore.remove(upload.id);
      return capture.id;
    } catch (error) {
      // What was refused for good will not get better by sending the last byte again.
      const known = foreseen(error);
      if (known && known.kind !== 'unavailable') await datastore.remove(upload.id).catch(() => {});
      throw error;
    }
  };

  const server = new Server({
    path: uploadsPath,
    datastore,
    locker,
    relativeLocation: true,
    maxSize: maxFileBytes,
    exposedHeaders: ['Readout-Capture'],
    namingFunction: () => ownPrefix(scopes.getStore()!) + randomUUID(),
    generateUrl: (_request, { path, id }) => `${path}/${id}`,
    getFileIdFromRequest: (_request, lastPath) =>
      lastPath?.startsWith(ownPrefix(scopes.getStore()!)) ? lastPath : undefined,
    async onUploadCreate(_request, upload) {
      const scope = scopes.getStore()!;
      const { document } = partsOf(upload);
      if (upload.size === undefined)
        throw new AppError(
          'invalid',
          'upload.length_needed',
          'Say at the start how long the upload is (Upload-Length).',
        );
      if (upload.size > maxFileBytes) throw tooLarge(true);
      if (upload.size === 0)
        throw new AppError('invalid', 'image.empty', 'The file is empty. Choose it again.');
      await checkIntake(deps, { scope, byteSize: upload.size });
      if (document) await checkDocument(deps, { scope, document });
      return {};
    },
    async onUploadFinish(_request, upload) {
      const captureId = await complete(scopes.getStore()!, upload);
      // Else an upload that came whole with its first request would be looked up once more to say when it expires.
      upload.creation_date = '';
      return { headers: { 'Readout-Capture': captureId } };
    },
    onResponseError(_request, error) {
      const known = 'status_code' in error && error.status_code === 413 ? tooLarge(true) : foreseen(error);
      if (!known) {
        if (error instanceof Error && !('status_code' in error))
          deps.log.error({ err: error }, 'an upload failed');
        return undefined;
      }
      problems.set(scopes.getStore()!, known);
      return undefined;
    },
  });
  /** The foreseen error of a request, to answer it as everywhere else. */
  const problems = new WeakMap<Scope, AppError>();

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
      const captureId = await complete(scope, again);
      return new Response(null, {
        status: 200,
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': String(again.size),
          'Upload-Length': String(again.size),
          'Readout-Capture': captureId,
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
      try {
        const id = new URL(request.url).pathname.slice(uploadsPath.length + 1);
        if (request.method === 'HEAD' && id.startsWith(ownPrefix(own))) {
          const done = await completeLeftOver(own, id);
          if (done) return done;
        }
        const response = await scopes.run(own, () => server.handleWeb(request));
        const problem = problems.get(own);
        return problem ? tusProblem(problem) : response;
      } catch (error) {
        const known = foreseen(error);
        if (!known) throw error;
        return tusProblem(known);
      }
    },
  };
}

/** Client-made id and place in a document, as the upload's metadata say. @throws AppError where they make no sense */
function partsOf({ metadata }: Upload) {
  const clientId = parseClientId(metadata?.clientId);
  return { clientId, document: parseDocumentPage(metadata?.document, metadata?.page, clientId) };
}

function ownPrefix({ companyId, actor }: Scope): string {
  return `${companyId}_${actor.userId}_`;
}

function tusProblem(error: AppError): Response {
  const response = problemResponse(error);
  response.headers.set('Tus-Resumable', '1.0.0');
  return response;
}
