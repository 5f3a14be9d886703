import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** What the service says about somebody. */
export interface OidcClaims {
  email: string;
  email_verified: boolean;
  name: string;
}

/** A real OpenID Connect service on a port of this machine, with a page to sign in on. */
export interface OidcService {
  issuer: string;
  client: { id: string; secret: string };
  people: Map<string, OidcClaims>;
  /**
   * Signs somebody in at the service as a browser would, from the address the service was asked with.
   * @returns the query it sends the browser back with.
   */
  signIn(address: string, login: string): Promise<Record<string, string>>;
  /** Requests so far, as "GET /path". */
  requests: string[];
  close(): Promise<void>;
}

export async function startOidcService({
  callbacks,
  port = 0,
}: {
  callbacks: string[];
  port?: number;
}): Promise<OidcService> {
  const client = { id: 'readout', secret: 'a secret of the test' };
  const people = new Map<string, OidcClaims>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    handle?.(request, response);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: callbacks }],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
  });
  const handle = provider.callback();
  return {
    issuer,
    client,
    people,
    requests,
    async signIn(address, login) {
      const cookies = new Map<string, string>();
      const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
        const answer = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [pair = ''] = cookie.split(';');
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        return answer;
      };
      let url = address;
      let form: Record<string, string> | undefined;
      for (let step = 0; step < 12; step++) {
        const answer = await visit(url, form);
        form = undefined;
        const location = answer.headers.get('location');
        if (location) {
          url = new URL(location, url).href;
          if (!url.startsWith(issuer)) return Object.fromEntries(new URL(url).searchParams);
          continue;
        }
        const page = await answer.text();
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
        const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
        if (!prompt || !action)
          throw new Error(`The service answered ${answer.status}: ${page.slice(0, 500)}`);
        url = new URL(action, url).href;
        form = { prompt, ...(prompt === 'login' ? { login, password: 'any' } : {}) };
      }
      throw new Error('The service did not send the browser back.');
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
