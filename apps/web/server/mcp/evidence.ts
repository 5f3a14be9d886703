import type { Scope } from '@readout/domain/actor';
import { getStoredFile } from '@readout/domain/captures/get-stored-file';
import { AppError } from '@readout/domain/errors';
import { ImageError, type Quad } from '@readout/image-reader';
import type { Crop } from '@readout/image-reader/crop/node';
import { derivedKey } from '@readout/store';
import type { ApiDeps } from '../api/api-deps.ts';
import { createChildOnDemand } from '../child-on-demand.ts';
import type { CropAnswer, CropJob } from './crop-job.ts';

/** Cuts the places where values were seen out of the pictures of pages. */
export interface EvidenceCutter {
  /**
   * @param pageWidth of the upright picture the boxes are on, in pixels
   * @returns one for each box; none where the page has no picture yet
   * @throws AppError `capture.not_found`, `reader.busy`, `reader.crashed`
   */
  cut(input: { scope: Scope; captureId: string; pageWidth: number; boxes: Quad[] }): Promise<Crop[]>;
  close(): Promise<void>;
}

/** Further wishes are refused rather than kept waiting for minutes. */
const maxWaiting = 20;

export function createEvidenceCutter(deps: Pick<ApiDeps, 'db' | 'store'>): EvidenceCutter {
  const child = createChildOnDemand(new URL('./crop-child.ts', import.meta.url));
  let waiting = 0;
  const run = async (job: CropJob): Promise<Crop[]> => {
    if (waiting >= maxWaiting) throw new AppError('reader.busy');
    waiting++;
    try {
      const answer = (await child.run(job)) as CropAnswer;
      if (!answer.ok) throw new ImageError('image.damaged', answer.message);
      return answer.crops;
    } catch (cause) {
      if (!(cause instanceof ImageError)) throw cause;
      throw new AppError('reader.crashed', { message: cause.message }, { cause });
    } finally {
      if (--waiting === 0) child.rest();
    }
  };
  return {
    async cut({ scope, captureId, pageWidth, boxes }) {
      const file = await getStoredFile(deps, { scope, captureId });
      const view = await deps.store.get(derivedKey(scope.companyId, file.captureId, 'view'));
      if (!view || boxes.length === 0) return [];
      const bytes = new Uint8Array(await new Response(view.body).arrayBuffer());
      return run({ bytes, pageWidth, boxes });
    },
    close: () => child.close(),
  };
}
