import { AppError } from '../errors.ts';

/** The same for what is not there and what the actor may not see. */
export function captureNotFound(): AppError {
  return new AppError('capture.not_found');
}
