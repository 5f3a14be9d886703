import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as an interface of JSON and forms gets it. */
export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  /** Of a body that is one; undefined otherwise. */
  json: unknown;
  form: FormData | undefined;
}

export interface ApiServer {
  url: string;
  /** `GET /api/tags/`, in the order they came. */
  asked: string[];
  /** What was asked that there is nothing for. */
  unknown: string[];
  close(): Promise<void>;
}

interface ApiAnswer {
  status: number;
  /** JSON; undefined: none. */
  body?: unknown;
}

/** A server with an interface for programs. */
export async function startApiServer(
  answer: (request: ApiRequest) => Promise<ApiAnswer | undefined> | ApiAnswer | undefined,
): Promise<ApiServer> {
  const asked: string[] = [];
  const unknown: string[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', headers } = incoming;
    const url = new URL(incoming.url ?? '', 'http://localhost');
    const bytes = Buffer.concat(await incoming.toArray());
    const type = headers['content-type'] ?? '';
    const line = `${method} ${url.pathname}`;
    asked.push(line);
    const answered = await answer({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: headers as Record<string, string>,
      json: type === 'application/json' ? JSON.parse(bytes.toString()) : undefined,
      form: type.startsWith('multipart/form-data')
        ? await new Response(bytes, { headers: { 'content-type': type } }).formData()
        : undefined,
    });
    if (!answered) unknown.push(line);
    const { status, body } = answered ?? { status: 404, body: { detail: 'Not found.' } };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    unknown,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
