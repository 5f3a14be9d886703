import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import type { Context, MiddlewareHandler } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import { unusableText } from '../http/problem.ts';
import { companyMarker } from '../request/company-marker.ts';
import { nearest } from '../request/nearest.ts';
import { pathBelow } from './no-such-route.ts';

/** A described operation, as far as each request is held to it. */
interface Operation {
  method: string;
  parts: string[];
  /** How one may come in; empty where everybody may. */
  ways: ReadonlySet<string>;
  /** What its query may name. */
  parameters: readonly string[];
}

/**
 * Holds every request to what is described of its operation, before anything else of it is looked at: first who asks, so that a
 * stranger learns nothing from a refusal, then whether the operation knows each parameter of its query. A misspelt filter
 * would otherwise be no filter.
 *
 * @throws AppError `sign_in.needed`, `api_key.needed`, `api_key.sign_in_instead`, `request.unknown_parameter`, `request.unusable_text`,
 * `address.not_found`
 */
export function asDescribed(api: OpenAPIHono<HttpEnv>): MiddlewareHandler<HttpEnv> {
  // With the first request: the parts of the interface are put together after this.
  let operations: Operation[] | undefined;
  return (context, next) => {
    operations ??= operationsOf(api);
    const operation = operationFor(operations, context);
    if (operation) {
      demandWayIn(operation, context);
      demandKnownParameters(operation, context.req.raw.url);
    }
    return next();
  };
}

function operationsOf(api: OpenAPIHono<HttpEnv>): Operation[] {
  return api.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return [];
    const { method, path, security = [], request }: RouteConfig = definition.route;
    const shape = request?.query && 'shape' in request.query ? request.query.shape : {};
    return [
      {
        method: method.toUpperCase(),
        parts: path.split('/'),
        ways: new Set(security.flatMap((way) => Object.keys(way))),
        parameters: Object.keys(shape as object),
      },
    ];
  });
}

function operationFor(operations: readonly Operation[], { req }: Context<HttpEnv>): Operation | undefined {
  const asked = pathBelow(req.path).split('/');
  const there = operations.filter(
    ({ parts }) =>
      parts.length === asked.length &&
      parts.every((part, index) => part.startsWith('{') || part === asked[index]),
  );
  const of = (method: string) => there.find((operation) => operation.method === method);
  return of(req.method) ?? (req.method === 'HEAD' ? of('GET') : undefined);
}

function demandWayIn({ ways }: Operation, context: Context<HttpEnv>): void {
  if (ways.size === 0) return;
  if (context.get('apiKey')) {
    if (!ways.has('apiKey')) throw new AppError('api_key.sign_in_instead');
  } else if (!ways.has('session')) throw new AppError('api_key.needed');
  else if (!context.get('session')) throw new AppError('sign_in.needed');
}

function demandKnownParameters({ parameters }: Operation, url: string): void {
  const { pathname, search, searchParams } = new URL(url);
  if (pathname.includes('%00')) throw new AppError('address.not_found');
  if (search.includes('%00')) throw unusableText();
  for (const name of searchParams.keys()) {
    if (name === companyMarker || parameters.includes(name)) continue;
    const parameter = name.slice(0, 60);
    const meant = nearest(parameter, parameters);
    throw new AppError(
      'request.unknown_parameter',
      meant === undefined ? { parameter } : { reason: 'near', parameter, meant },
    );
  }
}
