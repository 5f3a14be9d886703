import { AppError } from '../errors.ts';

/** The same for what is not there and what the actor may not see. */
export function captureNotFound(): AppError {
  return new AppError(
    'not_found',
    'capture.not_found',
    'There is no such capture, or it is not yours to see.',
  );
}
