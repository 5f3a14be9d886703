import type { paths } from '@readout/api-client';
import { type Answer, answerOf, offlineProblem } from './answer.ts';
import type { paths as appPaths } from './schema.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What has to be said with a request. */
type Given<Operation> = (Operation extends { parameters: { path: infer Path } } ? { path: Path } : unknown) &
  (Operation extends { parameters: { query: infer Query } }
    ? { query: Query }
    : Operation extends { parameters: { query?: infer Query } }
      ? { query?: Query }
      : unknown) &
  (Operation extends { requestBody: { content: { 'application/json': infer Body } } }
    ? { body: Body }
    : Operation extends { requestBody: { content: { 'application/octet-stream': unknown } } }
      ? { body: Blob }
      : unknown) & { signal?: AbortSignal };

/** What comes back where it is done. */
type Value<Operation> = Operation extends { responses: infer Responses }
  ? 204 extends keyof Responses
    ? undefined
    : Responses[keyof Responses & (200 | 201 | 202)] extends {
          content: { 'application/json': infer Json };
        }
      ? Json
      : never
  : never;

type PathsOf<Paths, Name extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends Record<Name, { responses: unknown }> ? Path : never;
}[keyof Paths] &
  string;
type OperationOf<Paths, Path extends keyof Paths, Name extends Method> =
  Paths[Path] extends Record<Name, infer Operation> ? Operation : never;

/** The addresses of one interface: a path, a member or a type that does not exist does not compile. */
type Client<Paths> = {
  [Name in Method]: <Path extends PathsOf<Paths, Name>>(
    path: Path,
    ...given: unknown extends Given<OperationOf<Paths, Path, Name>>
      ? []
      : // biome-ignore lint/complexity/noBannedTypes: whether every member of it may be left out
        {} extends Given<OperationOf<Paths, Path, Name>>
        ? [Given<OperationOf<Paths, Path, Name>>?]
        : [Given<OperationOf<Paths, Path, Name>>]
  ) => Promise<Answer<Value<OperationOf<Paths, Path, Name>>>>;
};

interface AnyGiven {
  path?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Always comes back with an answer: a problem where the server refused, and where it was not reached.
 * @throws AbortError where the caller gave up
 */
async function request(method: Method, address: string, { path, query, body, signal }: AnyGiven) {
  const filled = address.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path?.[name] ?? ''),
  );
  const said = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = said.length > 0 ? `?${new URLSearchParams(said)}` : '';
  let response: Response;
  try {
    response = await fetch(filled + search, {
      method: method.toUpperCase(),
      ...(body instanceof Blob
        ? { headers: { 'content-type': 'application/octet-stream' }, body }
        : body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, problem: offlineProblem() };
  }
  return answerOf(response);
}

function clientOf<Paths>(base: string): Client<Paths> {
  const ask =
    (method: Method) =>
    (path: string, given: AnyGiven = {}) =>
      request(method, base + path, given);
  const client = {
    get: ask('get'),
    post: ask('post'),
    put: ask('put'),
    patch: ask('patch'),
    delete: ask('delete'),
  };
  // The description says what each address takes and answers; nothing here could know.
  return client as unknown as Client<Paths>;
}

/** What programs are given too. */
export const api = clientOf<paths>('/api/v1');

/** What only pages and their devices ask. */
export const appApi = clientOf<appPaths>('/api/app');
