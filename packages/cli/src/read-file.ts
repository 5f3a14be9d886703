import { createReadStream } from 'node:fs';
import { ImageError, imageLimits } from '@readout/image-reader';
import { say } from './say.ts';

/** A file could not be fetched from the disk. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: 'file.not_found' | 'file.is_folder' | 'file.not_readable';

  constructor(code: FileError['code'], message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Reads a file, or a pipe, whole, but never more than any accepted file may have.
 *
 * @throws FileError
 * @throws ImageError `pdf.too_many_bytes`
 */
export async function readFileWithin(path: string): Promise<Uint8Array> {
  const maxBytes = imageLimits.maxPdfBytes;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) {
        throw new ImageError(
          'pdf.too_many_bytes',
          `The file has more than ${maxBytes / 2 ** 20} MB, the most there may be.`,
        );
      }
    }
  } catch (error) {
    throw error instanceof ImageError ? error : fileError(error);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function fileError(error: unknown): FileError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new FileError('file.not_found', say('cli.file.not_found'), error);
  }
  if (code === 'EISDIR') {
    return new FileError('file.is_folder', say('cli.file.is_folder'), error);
  }
  return new FileError('file.not_readable', say('cli.file.not_readable', { code: code ?? '?' }), error);
}
