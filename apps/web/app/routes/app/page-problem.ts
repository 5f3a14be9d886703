import { errorCatalogue, statusOf } from '@readout/domain/error-catalogue';
import type { AppError } from '@readout/domain/errors';
import { data } from 'react-router';
import { foreseen } from '../../../server/http/problem.ts';

/** The use case's answer; a foreseen error becomes the page the route's error boundary shows. */
export async function orProblemPage<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    throw problemPage(known);
  }
}

/** To be thrown: what the route's error boundary shows. */
export function problemPage({ code, kind, message }: AppError) {
  const entry = errorCatalogue[code];
  return data(
    { code, title: entry?.title ?? message, detail: message, action: entry?.action },
    { status: statusOf[kind] },
  );
}
