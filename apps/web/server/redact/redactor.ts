import { AppError } from '@readout/domain/errors';
import { bytesCodes } from '@readout/domain/originals/note-original';
import type { PictureSource, SubmissionMaker } from '@readout/domain/plugins/submissions/rules';
import { ImageError } from '@readout/image-reader';
import { createChildOnDemand } from '../child-on-demand.ts';
import type { Originals } from '../originals.ts';
import type { RedactAnswer, RedactJob } from './redact-job.ts';

/** Makes pictures that leave the company. */
export interface Redactor {
  redact: SubmissionMaker['redact'];
  close(): Promise<void>;
}

/** As fine as a reviewer needs it to see what is read, and small enough for a package of many. */
const maxSide = 2000;
/** Further wishes are refused rather than kept waiting for minutes. */
const maxWaiting = 20;

export function createRedactor({ originals }: { originals: Pick<Originals, 'read'> }): Redactor {
  let waiting = 0;
  const child = createChildOnDemand(new URL('./redact-child.ts', import.meta.url));

  const run = async (job: RedactJob): Promise<Uint8Array> => {
    try {
      const answer = (await child.run(job)) as RedactAnswer;
      if (answer.ok) return answer.picture;
      throw new AppError('submission.picture_failed', { message: answer.message });
    } catch (cause) {
      if (!(cause instanceof ImageError)) throw cause;
      throw new AppError('submission.picture_failed', { message: cause.message }, { cause });
    }
  };

  return {
    async redact(picture, size, regions) {
      if (waiting >= maxWaiting) throw new AppError('reader.busy', { reason: 'redacting' });
      waiting++;
      try {
        const { bytes, page } = await open(originals, picture);
        return { mediaType: 'image/webp', bytes: await run({ bytes, page, size, regions, maxSide }) };
      } finally {
        if (--waiting === 0) child.rest();
      }
    },
    close: () => child.close(),
  };
}

/** What the process is given. */
async function open(
  originals: Pick<Originals, 'read'>,
  picture: PictureSource,
): Promise<Pick<RedactJob, 'bytes' | 'page'>> {
  if (picture.kind === 'packaged') return { bytes: Buffer.from(picture.base64, 'base64'), page: 1 };
  const bytes = await originals.read(picture).catch((error: unknown) => {
    throw error instanceof AppError && bytesCodes.includes(error.code) ? pictureMissing(error) : error;
  });
  return { bytes, page: picture.filePage };
}

function pictureMissing(cause?: AppError): AppError {
  return new AppError('submission.picture_missing', { reason: 'stored' }, { cause });
}
