import { openAsBlob } from 'node:fs';
import type { OriginalFile } from '@readout/domain/deliveries/begin-delivery';
import { AppError } from '@readout/domain/errors';
import type { Originals } from '../originals.ts';
import { sampleFile, samplePdf } from './sample-file.ts';

/** Gives originals out as they were captured, from the disk: none is ever held in memory whole. */
export const createFileOpener =
  (originals: Pick<Originals, 'open'>) =>
  async (
    companyId: string,
    { sha256, mediaType }: Pick<OriginalFile, 'sha256' | 'mediaType'>,
    opened: AsyncDisposableStack,
  ): Promise<Blob> => {
    if (sha256 === sampleFile.sha256) return new Blob([samplePdf], { type: mediaType });
    const { path, release } = await originals.open({ companyId, sha256 });
    opened.defer(release);
    return openAsBlob(path, { type: mediaType });
  };

/** Whether the file is gone for good; a store that is away comes back. */
export const isGone = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.code === 'capture.bytes_missing' || error.code === 'capture.bytes_altered');
