import { AppError } from '@readout/domain/errors';
import { data } from 'react-router';

const STATUS: Record<AppError['kind'], number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  limit_reached: 409,
  too_many_requests: 429,
  unavailable: 503,
};

/** Status of the page that shows a foreseen error. */
export const statusOf = (error: AppError): number => STATUS[error.kind];

/** Runs a use case for a page; what it foresaw becomes the page of that error. */
export async function answering<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AppError) {
      throw data({ code: error.code, detail: error.message }, { status: statusOf(error) });
    }
    throw error;
  }
}
