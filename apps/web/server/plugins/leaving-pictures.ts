import { AppError } from '@readout/domain/errors';
import { bytesCodes } from '@readout/domain/originals/note-original';
import type { PictureSource, SubmissionMaker } from '@readout/domain/plugins/submissions/rules';
import { ImageError } from '@readout/image-reader';
import { createChildOnDemand } from '../child-on-demand.ts';
import type { Originals } from '../originals.ts';

export interface PictureJob {
  /** The stored file. */
  bytes: Uint8Array;
  /** 1-based page of the file. */
  page: number;
}

/** WebP, or why there is none. */
export type PictureAnswer = { ok: true; picture: Uint8Array } | { ok: false; message: string };

/** Makes pictures that leave the company. */
export interface LeavingPictures {
  make: SubmissionMaker['picture'];
  close(): Promise<void>;
}

/** Further wishes are refused rather than kept waiting for minutes. */
const maxWaiting = 20;

export function createLeavingPictures({
  originals,
}: {
  originals: Pick<Originals, 'read'>;
}): LeavingPictures {
  let waiting = 0;
  const child = createChildOnDemand(new URL('./picture-child.ts', import.meta.url));

  const run = async (job: PictureJob): Promise<Uint8Array> => {
    try {
      const answer = (await child.run(job)) as PictureAnswer;
      if (answer.ok) return answer.picture;
      throw new AppError('submission.picture_failed', { message: answer.message });
    } catch (cause) {
      if (!(cause instanceof ImageError)) throw cause;
      throw new AppError('submission.picture_failed', { message: cause.message }, { cause });
    }
  };

  return {
    async make(picture) {
      if (waiting >= maxWaiting) throw new AppError('reader.busy', { reason: 'pictures' });
      waiting++;
      try {
        return { mediaType: 'image/webp', bytes: await run(await open(originals, picture)) };
      } finally {
        if (--waiting === 0) child.rest();
      }
    },
    close: () => child.close(),
  };
}

/** What the process is given. */
async function open(originals: Pick<Originals, 'read'>, picture: PictureSource): Promise<PictureJob> {
  if (picture.kind === 'packaged') return { bytes: Buffer.from(picture.base64, 'base64'), page: 1 };
  const bytes = await originals.read(picture).catch((cause: unknown) => {
    throw cause instanceof AppError && bytesCodes.includes(cause.code)
      ? new AppError('submission.picture_missing', { reason: 'stored' }, { cause })
      : cause;
  });
  return { bytes, page: picture.filePage };
}
