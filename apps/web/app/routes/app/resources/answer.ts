import type { Scope } from '@readout/domain/actor';
import type { RouterContextProvider } from 'react-router';
import { foreseen, problemResponse } from '../../../../server/http/problem.ts';
import type { Services } from '../../../../server/services.ts';
import { requireMember } from '../../../session.ts';

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** Runs one use case for a signed-in member and answers with JSON; a foreseen error becomes `problem+json` (RFC 9457). */
export async function answer<T>(
  { context, request }: Args,
  work: (given: { services: Services; scope: Scope }) => Promise<T>,
): Promise<Response> {
  const { services, scope } = requireMember(context, request);
  try {
    return Response.json((await work({ services, scope })) ?? null, {
      headers: { 'cache-control': 'no-store' },
    });
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    return problemResponse(known);
  }
}

/** The JSON object of a request; anything else becomes an empty object and fails in the use case's own check. */
export async function body(request: Request): Promise<Record<string, unknown>> {
  const value: unknown = await request.json().catch(() => null);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const wholeNumber = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : -1);
export const textList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
