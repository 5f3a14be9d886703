import { createReadoutClient, type ReadoutClient, ReadoutProblem } from '@readout/api-client';
import { CommandError } from '../plugin/command-error.ts';
import { locale, say } from '../say.ts';
import type { Credentials } from './credentials.ts';

/** A client that follows no redirect: the key would be shown to those it leads to. */
export function connect({ server, key }: Credentials): ReadoutClient {
  return createReadoutClient({
    baseUrl: server.origin,
    key,
    async fetch(request) {
      request.headers.set('accept-language', locale);
      const answer = await fetch(request, { redirect: 'manual' });
      if (answer.status < 300 || answer.status >= 400 || answer.status === 304) return answer;
      await answer.body?.cancel();
      throw redirected(server.host, answer);
    },
  });
}

/** With a key no redirect is followed. */
export function redirected(host: string, { status, headers }: Response): CommandError {
  const location = headers.get('location')?.slice(0, 1000) ?? '';
  return new CommandError(
    say('cli.server.redirected', { host, status, location, to: location === '' ? 'none' : undefined }),
  );
}

/** What went wrong between here and the server, in a line; undefined where it is something else. */
export function inWords(error: unknown): string | undefined {
  if (error instanceof ReadoutProblem)
    return error.code.startsWith('http.')
      ? say('cli.server.not_readout', { status: error.status })
      : [`${error.code} ${error.message}`, error.action].filter(Boolean).join(' ');
  if (error instanceof CommandError) return error.message;
  // What fetch throws where nobody answers.
  if (error instanceof TypeError && error.cause) {
    const { code, message } = error.cause as { code?: string; message?: string };
    return say('cli.server.not_reached', { why: code ?? message ?? '' });
  }
  return undefined;
}
