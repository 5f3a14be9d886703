import type { Scope } from '@readout/domain/actor';
import { acceptCapture, cleanFileName } from '@readout/domain/captures/accept-capture';
import { isUuid } from '@readout/domain/captures/capture-conditions';
import type { CaptureSource } from '@readout/domain/captures/capture-types';
import { AppError } from '@readout/domain/errors';
import { originalKey } from '../store/keys.ts';
import { type StagedObject, StoreError } from '../store/object-store.ts';
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
  if (!isUuid(text))
    throw new AppError('invalid', 'capture.bad_client_id', 'The client-made id has to be a UUID.');
  return text.toLowerCase();
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

/** Durable bytes, then row and job, then the answer. What is refused leaves nothing but bytes for the sweep. */
export async function takeIn(
  deps: Pick<ApiDeps, 'db' | 'store' | 'queue' | 'usage'>,
  {
    scope,
    staged,
    fileName,
    source,
    clientId,
  }: {
    scope: Scope;
    staged: StagedObject;
    fileName: string | null | undefined;
    source: CaptureSource;
    clientId: string | undefined;
  },
) {
  try {
    const mediaType = checkStaged(staged);
    await staged.commit(originalKey(scope.companyId, staged.sha256)).catch((error: unknown) => {
      throw foreseenInStore(error);
    });
    return await acceptCapture(deps, {
      scope,
      file: {
        sha256: staged.sha256,
        byteSize: staged.byteSize,
        mediaType,
        fileName: cleanFileName(fileName, mediaType),
      },
      source,
      clientId,
    });
  } finally {
    await staged.discard();
  }
}

/** What a store can refuse, in the words of the catalogue. */
function foreseenInStore(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  if (error.code === 'too_large') return tooLarge(true);
  return new AppError(
    'unavailable',
    'store.full',
    'There is no room left where pictures are kept. Nothing was saved.',
    {},
    { cause: error },
  );
}
