import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type ActionFunctionArgs,
  type EntryContext,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { digestContext, nonceContext, servicesContext } from '../server/http/context.ts';
import { currentLocale } from '../server/request/locale.ts';
import { pathForLog } from '../server/request/log-path.ts';
import { DIGEST_COOKIE, DigestContext } from './digest.ts';
import { hostCookie } from './host-cookie.ts';
import { NonceContext } from './nonce.ts';
import { LocaleContext } from './ui/texts.tsx';

const RENDER_TIMEOUT_MS = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const nonce = loadContext.get(nonceContext);
  const digest = loadContext.get(digestContext);
  return new Promise((resolve, reject) => {
    let shellRendered = false;
    const respond = () => {
      shellRendered = true;
      const body = new PassThrough({
        final(done) {
          clearTimeout(timeout);
          done();
        },
      });
      pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <LocaleContext value={currentLocale()}>
          <DigestContext value={digest}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </DigestContext>
        </LocaleContext>
      </NonceContext>,
      {
        nonce,
        // Programs that do not run scripts get the whole page at once.
        ...(isbot(request.headers.get('user-agent')) ? { onAllReady: respond } : { onShellReady: respond }),
        onShellError: reject,
        onError(error) {
          // A failure before the shell is reported by `reject`.
          if (shellRendered) report(error, request, loadContext);
        },
      },
    );
    const timeout = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

function report(error: unknown, request: Request, context: Readonly<RouterContextProvider>): void {
  if (request.signal.aborted) return;
  const digest = randomBytes(5).toString('hex');
  (context as RouterContextProvider).set(digestContext, digest);
  const { log } = context.get(servicesContext);
  log.error(
    { err: error, digest, method: request.method, path: pathForLog(new URL(request.url).pathname) },
    'page failed',
  );
}

/** Unforeseen failures of loaders and actions; what they throw on purpose never comes here. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  report(error, request, context);
}

export function handleDataRequest(
  response: Response,
  { context }: LoaderFunctionArgs | ActionFunctionArgs,
): Response {
  const digest = context.get(digestContext);
  // The router hides a failed loader's response from the page; a short-lived cookie carries the digest there.
  if (digest)
    response.headers.append(
      'Set-Cookie',
      hostCookie(DIGEST_COOKIE, digest, {
        isSecure: context.get(servicesContext).config.isSecure,
        maxAgeSeconds: 30,
        attributes: 'SameSite=Lax',
      }),
    );
  return response;
}
