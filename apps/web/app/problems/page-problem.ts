import { statusOf } from '@readout/domain/error-catalogue';
import type { AppError } from '@readout/domain/errors';
import { data } from 'react-router';
import { foreseen, toldError } from '../../server/http/problem.ts';

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
export function problemPage(error: AppError) {
  const { title, sentence, action } = toldError(error);
  return data({ code: error.code, title, detail: sentence, action }, { status: statusOf[error.kind] });
}
