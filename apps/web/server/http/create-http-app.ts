import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { isDatabaseUnavailable, tooOldCode } from '@readout/database';
import { AppError } from '@readout/domain/errors';
import { type Context, Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { matchedRoutes } from 'hono/route';
import { RouterContextProvider } from 'react-router';
import { accountSecurityFor } from '../accounts/account-security.ts';
import { accountsFor } from '../accounts/accounts.ts';
import type { ResolvedSession } from '../accounts/session.ts';
import { answerMetrics } from '../metrics/metrics-app.ts';
import { createOauth, isForOauthPrograms } from '../oauth/oauth-app.ts';
import { bearerOf } from '../request/bearer.ts';
import { clientOf } from '../request/client.ts';
import { inLocale, languageOfViewer, localeOf } from '../request/locale.ts';
import { pathForLog } from '../request/log-path.ts';
import type { Services } from '../services.ts';
import { failed, inSpan } from '../tracing/in-span.ts';
import { accountRoutes } from './account-routes.ts';
import { otherCompanyRefusal, withoutMarker } from './company-of-request.ts';
import {
  accountSecurityContext,
  accountsContext,
  clientAddressContext,
  clientOriginContext,
  nonceContext,
  policyContext,
  refusalContext,
  servicesContext,
  sessionContext,
  shownSessionContext,
} from './context.ts';
import { diskRefusal } from './disk-refusal.ts';
import type { HttpEnv } from './env.ts';
import { withPresentNames } from './former-cookies.ts';
import { noteActing } from './note-acting.ts';
import { isForPhones } from './paired-phones.ts';
import { foreseen, problemResponse, unforeseenResponse, unusableText } from './problem.ts';
import { isForSearchEngines, publicPages } from './public-pages.ts';
import { readOnlyRefusal } from './read-only.ts';
import { demandSameOrigin } from './same-origin.ts';
import { keepPrivate, pagePolicy, setSecurityHeaders } from './security-headers.ts';
import { securityTxt } from './security-txt.ts';
import { sessionDemands } from './session-demands.ts';
import { staticFiles } from './static-files.ts';
import { unavailablePage } from './unavailable-page.ts';

export interface HttpParts {
  services: Services;
  /** React Router's handler of the pages. */
  pages: (request: Request, context: RouterContextProvider) => Promise<Response>;
  /** Mounted at /api/v1. */
  api: Hono<HttpEnv>;
  /** Mounted at /api/mcp. */
  mcp: Hono<HttpEnv>;
  /** Folder of the built browser files; undefined where the development server has them. */
  clientFolder: string | undefined;
  /** The pattern of a page's address; undefined where there is no such page. */
  pageRoute: (path: string) => string | undefined;
}

/** Forms and JSON of pages; files go through the API. */
const maxPageBodyBytes = 8 * 2 ** 20;
/** How long a request waits for a database that is being restarted. */
const databasePatienceMs = 3000;

/** Everything the web role answers: API, sign-in, pages, files, health. */
export function createHttpApp({
  services,
  pages,
  api,
  mcp,
  clientFolder,
  pageRoute,
}: HttpParts): Hono<HttpEnv> {
  const { config, log } = services;
  const app = new Hono<HttpEnv>();
  // A certificate of our own is for this port; the promise would bind every port of the host, for a year.
  const promisesHttps = config.isSecure && config.https === undefined;
  const secure = (c: Context<HttpEnv>, response: Response) =>
    setSecurityHeaders(response.headers, {
      nonce: c.get('nonce') ?? '',
      promisesHttps,
      isDevelopment: !clientFolder,
    });

  app.use(async (c, next) => {
    const startedAt = performance.now();
    await next();
    services.metrics.request({
      method: c.req.method,
      route: c.get('route') ?? routeOf(c, pageRoute),
      status: isGone(c.req) ? clientGone : c.res.status,
      seconds: (performance.now() - startedAt) / 1000,
    });
  });
  app.use(async (c, next) => {
    // No path, filter or form has a NUL; the database would refuse it later, as a failure of ours. The programs' interface
    // looks for itself, once it knows who asks.
    const { pathname, search } = new URL(c.req.raw.url);
    if (!pathname.startsWith('/api/v1/')) {
      if (pathname.includes('%00')) throw nothingHere();
      if (search.includes('%00')) throw unusableText();
    }
    await next();
    secure(c, c.res);
  });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const [isReady, rooms, isTooOld] = await Promise.all([
      services.isDatabaseReady(),
      services.disk.look(),
      services.release.look(),
    ]);
    // Without room for uploads, or without readers, all else is served: a balancer that turned away would only make more
    // of it fail.
    const uploads = rooms.some(({ isFull }) => isFull) ? 'store.full' : 'ready';
    const reading = isReady ? await services.reading.look() : 'unknown';
    const status = isTooOld ? tooOldCode : isReady ? 'ready' : 'database unavailable';
    const clock = services.clock.aheadSeconds() === 0 ? 'ready' : 'clock.differs';
    return c.json({ status, uploads, reading, clock }, status === 'ready' ? 200 : 503, {
      'cache-control': 'no-store',
    });
  });
  const { securityContact, baseUrl } = config;
  if (securityContact !== undefined)
    app.get('/.well-known/security.txt', (c) =>
      c.text(securityTxt(securityContact, { baseUrl }), 200, { 'cache-control': 'public, max-age=3600' }),
    );
  if (config.metrics.token !== undefined)
    app.get('/metrics', answerMetrics(services.metrics, config.metrics.token));
  if (clientFolder) app.use(staticFiles(clientFolder));
  // Not what is live: a compressed stream of events would reach nobody before its end.
  app.use(
    compress({ contentTypeFilter: /^(text\/(html|x-script|plain|csv)|application\/(.+\+)?(json|xml))\b/ }),
  );

  // Nothing that it would do or show is sure to be right.
  app.use(async (_, next) => {
    if (services.release.isTooOld()) throw new AppError(tooOldCode);
    await next();
  });
  // Until it is known who asks.
  app.use((c, next) => inLocale(localeOf(c.req.raw.headers), next));
  app.use(async (c, next) => {
    const startedAt = performance.now();
    const { headers } = c.req.raw;
    const cookies = withPresentNames(headers.get('cookie'), config.isSecure);
    if (cookies !== null) headers.set('cookie', cookies);
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('nonce', randomBytes(16).toString('base64'));
    c.set('session', null);
    c.set('client', clientOf({ ...connectionOf(c.env), headers }, config));
    // A program with a key has no cookies that another site's page could use, and where it has some they count nothing.
    const isProgram =
      c.req.path === '/api/mcp' ||
      isForOauthPrograms(c.req.path) ||
      (c.req.path.startsWith('/api/v1/') && bearerOf(headers) !== undefined);
    if (!isProgram) demandSameOrigin(c.req.method, headers, c.get('client').origin);
    const resolved = isProgram
      ? null
      : await patiently(() => services.sessions.resolve(headers.get('cookie')));
    c.set('session', resolved?.session ?? null);
    if (resolved?.session.phone && !isForPhones(c.req.path)) {
      if (isPageRequest(c.req) && c.req.method === 'GET' && !c.req.path.endsWith('.data'))
        return c.redirect('/camera', 303);
      throw new AppError('pairing.not_on_phones');
    }
    const otherCompany = otherCompanyRefusal(c.req.raw, c.get('session'));
    const length = Number(headers.get('content-length')) || 0;
    const refusal =
      otherCompany ??
      readOnlyRefusal(c.req, services.platform.current()) ??
      (await diskRefusal({ method: c.req.method, path: c.req.path, length }, services.disk));
    // A page keeps its frame and says why; see the root route's middleware. Its scripts ask the person which company they mean.
    if (refusal && (!isPageRequest(c.req) || (otherCompany && c.req.path.endsWith('.data')))) throw refusal;
    c.set('refusal', refusal ?? null);
    await noteActing(services.db.app, c.req, c.get('session'), c.get('client'));
    await inSpan(
      c.req.method,
      { kind: 'server', attributes: { 'http.request.method': c.req.method }, caller: headers },
      async (span) => {
        await inLocale(localeOf(headers, languageOfViewer(c.get('session'))), next);
        const pattern = routeOf(c, pageRoute);
        c.set('route', pattern);
        span.updateName(`${c.req.method} ${pattern}`);
        span.setAttributes({
          'http.route': pattern,
          'http.response.status_code': c.res.status,
          'readout.request_id': requestId,
        });
        if (c.res.status >= 500) failed(span, (c.error && foreseen(c.error)?.code) ?? String(c.res.status));
      },
    );
    if (resolved?.setCookie && !c.res.headers.has('set-cookie'))
      c.res.headers.append('set-cookie', resolved.setCookie);
    c.res.headers.set('x-request-id', requestId);
    const viewer = c.get('session');
    // For the service worker, which keeps the camera's pages for this person in this company and for nobody else.
    if (viewer?.company && !viewer.impersonatedBy && isPageRequest(c.req))
      c.res.headers.set('readout-viewer', `${viewer.user.id} ${viewer.company.id}`);
    if (!isForSearchEngines(c.req.path)) c.res.headers.set('x-robots-tag', 'noindex');
    keepPrivate(c.res.headers);
    const status = isGone(c.req) ? clientGone : c.res.status;
    if (config.logRequests || status >= 500 || refusals.has(status)) {
      const code = c.error && foreseen(c.error)?.code;
      log[status >= 500 ? 'warn' : 'info'](
        {
          requestId,
          method: c.req.method,
          path: pathForLog(c.req.path),
          status,
          ...(code ? { code } : {}),
          ms: Math.round(performance.now() - startedAt),
          address: c.get('client').address,
          userId: c.get('session')?.user.id ?? c.get('apiKey')?.scope.actor.userId,
        },
        'request',
      );
    }
  });

  // From a share sheet, before the service worker that takes it in was there: the page says what to do.
  app.post('/desktop/open', (c) => c.redirect('/desktop/open?shared=too-early', 303));
  app.route('/api/auth', accountRoutes(services));
  app.use('/api/v1/*', sessionDemands(services.legal));
  app.route('/api/v1', api);
  app.route('/', createOauth({ db: services.db.app, auth: services.db.auth }));
  // Where pages up to 0.3 asked: one that is still open shows what it is told, and keeps what was typed.
  app.all('/api/app/*', () => {
    throw new AppError('page.outdated');
  });
  app.route('/api/mcp', mcp);
  app.all('/api/*', () => {
    throw nothingHere();
  });

  app.use(
    bodyLimit({
      maxSize: maxPageBodyBytes,
      onError: () => {
        throw new AppError('request.too_large');
      },
    }),
  );
  if (clientFolder) {
    app.use(
      publicPages({
        legalFolder: path.join(config.dataFolder, 'legal'),
        legalRevision: () => services.legal.revision(),
        render({ address, origin, nonce, locale }) {
          const context = new RouterContextProvider();
          context.set(servicesContext, services);
          context.set(nonceContext, nonce);
          return inLocale(locale, () =>
            pages(new Request(origin + address, { headers: { 'accept-language': locale } }), context),
          );
        },
      }),
    );
  }
  app.all('*', async (c) => {
    demandForm(c.req);
    await demandText(c.req);
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(sessionContext, c.get('session'));
    context.set(shownSessionContext, async () => {
      if (c.req.method === 'GET' || c.req.method === 'HEAD') return c.get('session');
      // A new password ends the session that asked for it, and the answer brings another: it is shown as it was.
      return (await services.sessions.resolve(c.req.raw.headers.get('cookie')))?.session ?? c.get('session');
    });
    context.set(nonceContext, c.get('nonce'));
    context.set(policyContext, (formTarget) =>
      pagePolicy({ nonce: c.get('nonce'), isDevelopment: !clientFolder, formTarget }),
    );
    context.set(refusalContext, c.get('refusal'));
    const session = c.get('session');
    context.set(
      accountSecurityContext,
      session &&
        accountSecurityFor(services, {
          headers: c.req.raw.headers,
          session,
          clientAddress: c.get('client').address,
        }),
    );
    context.set(clientAddressContext, c.get('client').address);
    context.set(clientOriginContext, c.get('client').origin);
    context.set(
      accountsContext,
      accountsFor(services.accounts, { headers: c.req.raw.headers, client: c.get('client') }),
    );
    return pages(withoutMarker(c.req.raw), context);
  });

  app.onError((error, c) => {
    const known = foreseen(error);
    const requestId = c.get('requestId') ?? randomUUID();
    const { method, path } = c.req;
    let response: Response;
    if (isGone(c.req)) {
      // What they sent ends in the middle, and what is done for them is broken off: no defect, and nobody reads the answer.
      log.debug({ err: error, requestId, method, path: pathForLog(path) }, 'the client went away');
      response = new Response(null, { status: clientGone });
    } else if (!known) {
      log.error({ err: error, requestId, method, path: pathForLog(path) }, 'request failed');
      response = unforeseenResponse(requestId);
    } else {
      if (known.kind === 'unavailable')
        log.warn(
          { requestId, method, path: pathForLog(path), code: known.code, cause: String(known.cause) },
          'request refused',
        );
      const isPage = isPageRequest(c.req) && !path.endsWith('.data');
      response =
        isPage && known.kind === 'unavailable'
          ? unavailablePage(known.message, { retryAfterSeconds: 2, nonce: c.get('nonce') ?? '' })
          : problemResponse(known, requestId);
    }
    keepPrivate(response.headers);
    secure(c, response);
    return response;
  });
  return app;
}

/**
 * Pages are sent forms, their data requests below /app/ JSON: anything else would fail where it is read.
 * @throws AppError `request.not_form`
 */
function demandForm(request: HonoRequest): void {
  const { method, path } = request;
  if (method === 'GET' || method === 'HEAD') return;
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || type === 'application/x-www-form-urlencoded') return;
  if (type === 'application/json' && path.startsWith('/app/')) return;
  throw new AppError('request.not_form');
}

/** The pattern a request was answered by: of the innermost handler that has one, else of its page. */
function routeOf(c: Context, pageRoute: HttpParts['pageRoute']): string {
  const own = matchedRoutes(c)
    .map(({ path: pattern }) => pattern)
    .findLast((pattern) => !pattern.endsWith('*'));
  if (own !== undefined) return own;
  if (c.req.path.startsWith('/api/')) return '/api/*';
  return pageRoute(c.req.path.replace(/\.data$/, '')) ?? 'none';
}

/** Logged always, so that who tries what they may not leaves a trace: not allowed, malformed, too large, too often. */
const refusals = new Set([400, 401, 403, 413, 415, 422, 429]);

/** In the log, where the client went away before it was answered; as nginx has it. */
const clientGone = 499;
const isGone = (request: HonoRequest): boolean => request.raw.signal.aborted;

function nothingHere(): AppError {
  return new AppError('address.not_found');
}

/** @throws AppError `request.unusable_text` */
async function demandText({ method, raw }: HonoRequest): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return;
  const text = await raw.clone().text();
  if (/%00|\0|(?<!\\)(\\\\)*\\u0000/.test(text)) throw unusableText();
}

/** Whether a person sees the answer as a page: a document, or the data of one for the scripts of the pages. */
function isPageRequest(request: HonoRequest): boolean {
  const { path } = request;
  if (path.startsWith('/api/')) return false;
  return path.endsWith('.data') || (request.header('accept')?.includes('text/html') ?? false);
}

function connectionOf(env: HttpBindings | undefined): { peer: string | undefined; isEncrypted: boolean } {
  const socket = env?.incoming?.socket;
  return { peer: socket?.remoteAddress, isEncrypted: socket !== undefined && 'encrypted' in socket };
}

/** The first look at the database of each request: where it is just being restarted, waiting a moment is all it takes. */
async function patiently(resolve: () => Promise<ResolvedSession | null>): Promise<ResolvedSession | null> {
  const deadline = performance.now() + databasePatienceMs;
  for (;;) {
    try {
      return await resolve();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}
