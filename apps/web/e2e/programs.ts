import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A program on this machine that wants to act for somebody, as it waits for its answer. */
export interface WaitingProgram {
  /** Of the page it opens. */
  address: string;
  /** The query its answer came with. */
  answer: Promise<URLSearchParams>;
  /** Its access token for a code. */
  redeem(code: string): Promise<string>;
  close(): Promise<void>;
}

/** Registers a program at a Readout and lets it wait on a port of this machine. */
export async function startProgram(origin: string, scope: string): Promise<WaitingProgram> {
  let told = (_: URLSearchParams) => {};
  const answer = new Promise<URLSearchParams>((resolve) => {
    told = resolve;
  });
  const listener = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://here');
    response.setHeader('content-type', 'text/html').end('<title>Program</title><p>Back at the program.</p>');
    if (url.pathname === '/callback') told(url.searchParams);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
  const verifier = randomBytes(32).toString('base64url');
  const registered = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Another port than it waits on, as RFC 8252 allows.
    body: JSON.stringify({ client_name: 'Desk assistant', redirect_uris: ['http://127.0.0.1/callback'] }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope,
    state: 'waiting',
  });
  return {
    address: `/oauth/authorize?${query}`,
    answer,
    async redeem(code) {
      const given = await fetch(`${origin}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          code,
          code_verifier: verifier,
          redirect_uri: redirectUri,
        }),
      });
      return ((await given.json()) as { access_token: string }).access_token;
    },
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        listener.closeAllConnections();
      }),
  };
}
