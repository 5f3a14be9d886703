import { errorCatalogue, statusOf } from '@readout/domain/error-catalogue';
import { data } from 'react-router';
import { foreseen } from '../../../server/http/problem.ts';

/** The use case's answer; a foreseen error becomes the page the route's error boundary shows. */
export async function orProblemPage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    const entry = errorCatalogue[known.code];
    throw data(
      {
        code: known.code,
        title: entry?.title ?? known.message,
        detail: known.message,
        action: entry?.action,
      },
      { status: statusOf[known.kind] },
    );
  }
}
