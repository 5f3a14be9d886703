import { openAsBlob } from 'node:fs';
import type { OriginalFile } from '@readout/domain/deliveries/begin-delivery';
import { AppError } from '@readout/domain/errors';
import { type ObjectStore, originalKey } from '@readout/store';
import { bytesMissing, type Originals } from '../originals.ts';
import { sampleFile, samplePdf } from './sample-file.ts';

/** Gives originals out as they were captured, from the disk where they lie there: none is ever held in memory whole. */
export const createFileOpener =
  ({ store, originals }: { store: ObjectStore; originals: Originals }) =>
  async (
    companyId: string,
    { sha256, mediaType }: Pick<OriginalFile, 'sha256' | 'mediaType'>,
  ): Promise<Blob> => {
    if (sha256 === sampleFile.sha256) return new Blob([samplePdf], { type: mediaType });
    await originals.demandWhole({ companyId, sha256 });
    const key = originalKey(companyId, sha256);
    const local = await store.localFile(key);
    if (local) return openAsBlob(local.path, { type: mediaType });
    const stored = await store.get(key);
    if (!stored) throw bytesMissing();
    return new Response(stored.body, { headers: { 'content-type': mediaType } }).blob();
  };

/** Whether the file is gone for good; a store that is away comes back. */
export const isGone = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'capture.bytes_missing' || error.code === 'capture.bytes_altered');
