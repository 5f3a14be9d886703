import { AppError } from '@readout/domain/errors';
import { ImageError } from '@readout/image-reader';
import { derivedKey, type ObjectStore } from '@readout/store';
import { createChildOnDemand } from '../child-on-demand.ts';
import type { Originals } from '../originals.ts';
import type { FlattenAnswer, FlattenJob } from './flatten-job.ts';

/** What is flattened: a page of stored bytes, and the corners of the document on it. */
export interface FlattenTarget extends Omit<FlattenJob, 'bytes'> {
  companyId: string;
  captureId: string;
  sha256: string;
}

/** Makes flattened pictures when they are asked for, and keeps them in the store. */
export interface Flattener {
  /**
   * Makes the picture and puts it beside the page's other derived pictures. Asked for the same page meanwhile it does
   * the work once.
   * @throws AppError `capture.bytes_altered`, `capture.bytes_missing`, `store.away`, `reader.busy`, `reader.crashed`
   */
  make(target: FlattenTarget): Promise<void>;
  close(): Promise<void>;
}

/** Further wishes are refused rather than kept waiting for minutes. */
const maxWaiting = 20;

export function createFlattener({
  store,
  originals,
}: {
  store: ObjectStore;
  originals: Pick<Originals, 'read'>;
}): Flattener {
  const underWay = new Map<string, Promise<void>>();
  const child = createChildOnDemand(new URL('./flatten-child.ts', import.meta.url));
  const run = async (job: FlattenJob): Promise<FlattenAnswer> => (await child.run(job)) as FlattenAnswer;

  const makeNow = async ({ companyId, captureId, sha256, page, quad }: FlattenTarget): Promise<void> => {
    const bytes = await originals.read({ companyId, sha256 });
    try {
      const answer = await run({ bytes, page, quad });
      if (!answer.ok) throw new ImageError('image.damaged', answer.message);
      await store.put(derivedKey(companyId, captureId, 'flattened'), answer.picture);
    } catch (cause) {
      if (!(cause instanceof ImageError)) throw cause;
      throw new AppError('reader.crashed', { message: cause.message }, { cause });
    }
  };

  return {
    async make(target) {
      const key = `${target.captureId} ${JSON.stringify(target.quad)}`;
      const before = underWay.get(key);
      if (before) return before;
      if (underWay.size >= maxWaiting) throw new AppError('reader.busy', { reason: 'flattening' });
      const made = makeNow(target).finally(() => {
        underWay.delete(key);
        if (underWay.size === 0) child.rest();
      });
      underWay.set(key, made);
      return made;
    },
    close: () => child.close(),
  };
}
