import { createReadoutClient, type ReadoutClient, ReadoutProblem } from '@readout/api-client';
import { CommandError } from '../plugin/command-error.ts';
import type { Credentials } from './credentials.ts';

/** A client that follows no redirect: the key would be shown to whoever it leads to. */
export function connect({ server, key }: Credentials): ReadoutClient {
  return createReadoutClient({
    baseUrl: server.origin,
    key,
    async fetch(request) {
      const answer = await fetch(request, { redirect: 'manual' });
      if (answer.status < 300 || answer.status >= 400 || answer.status === 304) return answer;
      await answer.body?.cancel();
      throw new CommandError(
        `${server.host} sends elsewhere (${answer.status}, to ${answer.headers.get('location') ?? 'nowhere'}). With a key no redirect is followed: log in to the address it leads to, if that is your Readout.`,
      );
    },
  });
}

/** What went wrong between here and the server, in a line; undefined where it is something else. */
export function inWords(error: unknown): string | undefined {
  if (error instanceof ReadoutProblem)
    return error.code.startsWith('http.')
      ? `The server answered ${error.status}, but not as Readout does. Is the address right?`
      : [`${error.code} ${error.message}`, error.action].filter(Boolean).join(' ');
  if (error instanceof CommandError) return error.message;
  // What fetch throws where nobody answers.
  if (error instanceof TypeError && error.cause) {
    const { code, message } = error.cause as { code?: string; message?: string };
    return `The server cannot be reached (${code ?? message}).`;
  }
  return undefined;
}
