import { AppError } from '@readout/domain/errors';
import { packageLimits } from '@readout/plugin-kit/package';
import { bodyLimit } from 'hono/body-limit';

/** Takes in no more than a package may have. @throws AppError `package.too_large` */
export const packageBodyLimit = bodyLimit({
  maxSize: packageLimits.maxFileBytes,
  onError: () => {
    throw new AppError('too_large', 'package.too_large', 'A package has at most 20 MB.');
  },
});
