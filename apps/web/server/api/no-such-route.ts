import type { OpenAPIHono } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import type { HttpEnv } from '../http/env.ts';

/** A path as the interface that answers it describes it. */
export const pathBelow = (path: string): string => path.replace(/^\/api\/v1(?=\/)/, '');

/**
 * The end of the interface: what no address of it answered.
 * @throws AppError `address.not_found`; `request.wrong_method` with `{allow}` where the address answers other methods
 */
export function refuseTheRest(api: OpenAPIHono<HttpEnv>): void {
  const addresses = api.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, parts: path.split('/') }));
  api.all('*', (context) => {
    const asked = pathBelow(context.req.path).split('/');
    const allow = addresses
      .filter(
        ({ parts }) =>
          parts.length === asked.length &&
          parts.every((part, index) => part.startsWith(':') || part === asked[index]),
      )
      .map(({ method }) => method);
    if (allow.length === 0) throw new AppError('address.not_found');
    const methods = [...new Set(allow)].toSorted().join(', ');
    throw new AppError('request.wrong_method', { method: context.req.method, allow: methods });
  });
}
