import { type Answer, answerOf, offlineProblem } from './answer.ts';
import { type Paths, session } from './session.ts';

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
    : // One that may be left out; `never` where there is none.
      Operation extends { requestBody?: { content: { 'application/json': infer Body extends object } } }
      ? { body?: Body }
      : Operation extends { requestBody: { content: { 'application/octet-stream': unknown } } }
        ? { body: Blob }
        : unknown) &
  (Operation extends { parameters: { header?: infer Header } } ? { header?: Header } : unknown) & {
    signal?: AbortSignal;
  };

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

/** The addresses there are: a path, a member or a type that does not exist does not compile. */
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
  path?: object;
  query?: object;
  header?: object;
  body?: unknown;
  signal?: AbortSignal;
}
interface Told {
  response: Response;
  data?: string;
  error?: unknown;
}

// `Client` says what each address takes and answers; nothing here could know.
const ask = session.request as unknown as (method: Method, path: string, init: object) => Promise<Told>;

/**
 * Always comes back with an answer: a problem where the server refused, and where it was not reached.
 * @throws AbortError where the caller gave up
 */
async function request(method: Method, address: string, given: AnyGiven = {}) {
  const { body, signal, ...params } = given;
  const asFile = {
    headers: { 'content-type': 'application/octet-stream' },
    bodySerializer: (file: unknown) => file,
  };
  try {
    const { response, data, error } = await ask(method, address, {
      params,
      body,
      parseAs: 'text',
      ...(signal ? { signal } : {}),
      ...(body instanceof Blob ? asFile : {}),
    });
    return answerOf(response, async () => (data === undefined ? error : JSON.parse(data)));
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, problem: offlineProblem() };
  }
}

const asking =
  (method: Method) =>
  (path: string, given?: AnyGiven): Promise<unknown> =>
    request(method, path, given);

/** Everything a page asks of the server that is no form. */
export const api = {
  get: asking('get'),
  post: asking('post'),
  put: asking('put'),
  patch: asking('patch'),
  delete: asking('delete'),
} as unknown as Client<Paths>;
