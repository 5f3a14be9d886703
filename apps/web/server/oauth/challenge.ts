import { AppError } from '@readout/domain/errors';
import { mcpScopes, type OauthResource } from '@readout/domain/oauth/rules';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import { bearerOf } from '../request/bearer.ts';
import { resourceMetadataPath } from './metadata.ts';

/**
 * Tells a program that is refused how it gets in (RFC 6750, section 3; RFC 9728, section 5.1), and one that somebody let
 * in for something else which scopes it would need.
 */
export function tellHowToSignIn(resource: OauthResource): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    await next();
    const { status, headers } = context.res;
    const parts = [
      'realm="Readout"',
      `resource_metadata="${context.get('client').origin}${resourceMetadataPath(resource)}"`,
    ];
    if (status === 401) {
      if (bearerOf(context.req.raw.headers) !== undefined) parts.push('error="invalid_token"');
      if (resource === '/api/mcp') parts.push(`scope="${mcpScopes.join(' ')}"`);
      headers.set('www-authenticate', `Bearer ${parts.join(', ')}`);
    }
    const { error } = context;
    const program = context.get('apiKey');
    if (status !== 403 || !program?.scope.actor.program) return;
    if (!(error instanceof AppError) || error.code !== 'api_key.not_for_this') return;
    const scopes = [...program.scopes, String(error.detail.needed)].join(' ');
    headers.set(
      'www-authenticate',
      `Bearer ${parts.join(', ')}, error="insufficient_scope", scope="${scopes}"`,
    );
  };
}
