import { AppError } from '@readout/domain/errors';
import { packageLimits } from '@readout/plugin-kit/package';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { DiskRoom } from '../disk-room.ts';

const limit = bodyLimit({
  maxSize: packageLimits.maxFileBytes,
  onError: () => {
    throw new AppError('package.too_large', { reason: 'request' });
  },
});

/** Takes in no more than a package may have, and nothing without room on the disk. @throws AppError `package.too_large`, `store.full` */
export function packageBody({ disk }: { disk: DiskRoom }): MiddlewareHandler {
  return async (context, next) => {
    const length = Number(context.req.header('content-length')) || packageLimits.maxFileBytes;
    const hold = await disk.hold(Math.min(length, packageLimits.maxFileBytes));
    try {
      return await limit(context, next);
    } finally {
      hold.release();
    }
  };
}
