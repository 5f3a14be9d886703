import type { ApiKeyScope } from '../api-keys/rules.ts';
import { AppError } from '../errors.ts';
import { type OauthResource, parseResource, parseScopes } from './rules.ts';

/** What a program asks a person for. */
export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  scopes: ApiKeyScope[];
  resource: OauthResource;
  codeChallenge: string;
  /** The program's own, given back to it as it came. */
  state: string | undefined;
}

const maxStateLength = 1000;
const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'resource',
  'code_challenge',
  'code_challenge_method',
] as const;

/**
 * The query of an authorization request (OAuth 2.1, section 4.1.1). PKCE with S256 is required.
 * @param origin - of this server, as the browser sees it
 * @throws AppError `oauth.invalid_request` with `{parameter}`, `oauth.invalid_scope`, `oauth.invalid_target`
 */
export function readAuthorizationRequest(query: URLSearchParams, origin: string): AuthorizationRequest {
  const twice = names.find((name) => query.getAll(name).length > 1);
  if (twice) throw new AppError('oauth.invalid_request', { parameter: twice });
  const get = (name: (typeof names)[number]) => query.get(name) ?? undefined;
  const state = get('state');
  const checks: Partial<Record<(typeof names)[number], boolean>> = {
    client_id: Boolean(get('client_id')),
    redirect_uri: Boolean(get('redirect_uri')),
    response_type: get('response_type') === 'code',
    code_challenge_method: get('code_challenge_method') === 'S256',
    code_challenge: /^[A-Za-z0-9_-]{43}$/.test(get('code_challenge') ?? ''),
    state: (state ?? '').length <= maxStateLength,
  };
  const wrong = names.find((name) => checks[name] === false);
  if (wrong) throw new AppError('oauth.invalid_request', { parameter: wrong });
  return {
    clientId: get('client_id') ?? '',
    redirectUri: get('redirect_uri') ?? '',
    scopes: parseScopes(get('scope')),
    resource: parseResource(get('resource'), origin),
    codeChallenge: get('code_challenge') ?? '',
    state,
  };
}

/** Where the browser takes the answer to: the address of the request, with the state it came with and who answers (RFC 9207). */
export function answerAddress(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: { code: string } | { error: 'access_denied' },
  issuer: string,
): string {
  const query = new URLSearchParams({ ...answer, ...(state === undefined ? {} : { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}
