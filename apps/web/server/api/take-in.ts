import type { Scope } from '@readout/domain/actor';
import { acceptCapture, cleanFileName } from '@readout/domain/captures/accept-capture';
import { type DocumentPage, maxDocumentPages } from '@readout/domain/captures/join-document';
import type { CaptureSource } from '@readout/domain/captures/rules';
import { AppError } from '@readout/domain/errors';
import type { Reservation } from '@readout/domain/ledger/reserve';
import { isUuid } from '@readout/domain/uuid';
import { originalKey, type StagedObject, StoreError } from '@readout/store';
import { noRoom } from '../disk-room.ts';
import { storeAway } from '../originals.ts';
import type { ApiDeps } from './api-deps.ts';
import { checkStaged, maxFileBytes, tooLarge } from './media-types.ts';

const sources: readonly string[] = [
  'upload',
  'paste',
  'camera',
  'desktop',
  'api',
  'sample',
] satisfies CaptureSource[];

export function parseSource(text: string | null | undefined, fallback: CaptureSource): CaptureSource {
  return sources.includes(text ?? '') ? (text as CaptureSource) : fallback;
}

/** @throws AppError `capture.bad_client_id` */
export function parseClientId(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  if (!isUuid(text)) throw new AppError('capture.bad_client_id');
  return text.toLowerCase();
}

/**
 * `document` (client-made id of the first page) and `page` of a picture that is part of a document.
 * @throws AppError `capture.bad_page`
 */
export function parseDocumentPage(
  document: string | null | undefined,
  page: string | null | undefined,
  clientId: string | undefined,
): DocumentPage | undefined {
  if (!document && !page) return undefined;
  const number = /^\d{1,3}$/.test(page ?? '') ? Number(page) : 0;
  if (!document || !isUuid(document) || number < 1 || number > maxDocumentPages)
    throw new AppError('capture.bad_page', { max: maxDocumentPages });
  if (number === 1 && clientId !== undefined && clientId !== document.toLowerCase())
    throw new AppError('capture.bad_page', { reason: 'other_id' });
  return { clientId: document.toLowerCase(), page: number };
}

/** Writes an incoming file down. @throws AppError `pdf.too_many_bytes` while it still comes */
export async function stageFile(
  deps: Pick<ApiDeps, 'store'>,
  source: AsyncIterable<Uint8Array>,
): Promise<StagedObject> {
  try {
    return await deps.store.stage(source, { maxBytes: maxFileBytes });
  } catch (error) {
    throw foreseenInStore(error);
  }
}

/** Durable bytes, then row and job, then the answer. What is refused leaves nothing. */
export async function takeIn(
  deps: Pick<ApiDeps, 'db' | 'store' | 'queue'>,
  {
    scope,
    staged,
    fileName,
    source,
    clientId,
    document,
    reservation,
  }: {
    scope: Scope;
    staged: StagedObject;
    fileName: string | null | undefined;
    source: CaptureSource;
    clientId: string | undefined;
    document?: DocumentPage | undefined;
    reservation?: Reservation | undefined;
  },
) {
  try {
    const mediaType = checkStaged(staged);
    return await acceptCapture(deps, {
      scope,
      file: {
        sha256: staged.sha256,
        byteSize: staged.byteSize,
        mediaType,
        fileName: cleanFileName(fileName, mediaType),
        place: () =>
          staged.commit(originalKey(scope.companyId, staged.sha256)).catch((error: unknown) => {
            throw foreseenInStore(error);
          }),
      },
      source,
      // The first page is found by the id its document goes by.
      clientId: document?.page === 1 ? document.clientId : clientId,
      document,
      reservation,
    });
  } finally {
    await staged.discard();
  }
}

/** What a store can refuse, in the words of the catalogue. */
export function foreseenInStore(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  if (error.code === 'away') return storeAway(error);
  return error.code === 'too_large' ? tooLarge(true) : noRoom(error);
}
