import { type ApiKeyScope, apiKeyScopeNames } from '../api-keys/rules.ts';
import { AppError } from '../errors.ts';

/** What of this server a program asks for (RFC 8707), by its path; `/` is all that is open to programs. */
export const oauthResources = ['/', '/api/v1', '/api/mcp'] as const;
export type OauthResource = (typeof oauthResources)[number];

export const accessTokenSeconds = 3600;
/** A code is for the one who waits for it at that moment. */
export const codeSeconds = 60;
/** Days a grant goes on without being used, and days it goes on at the most. */
export const idleGrantDays = 30;
export const longestGrantDays = 365;
/** Programs that act for one person in one company at the same time. */
export const maxGrants = 50;

/** What a program asks for that does not say it: to look at what was read. */
const scopesWhenUnsaid: readonly ApiKeyScope[] = ['captures:read', 'records:read'];

/** What the tools of assistants need; confirming is asked for by name, or not given. */
export const mcpScopes: readonly ApiKeyScope[] = [
  'captures:read',
  'captures:write',
  'records:read',
  'records:write',
];

/** @returns each once, in the order of the list. @throws AppError `oauth.invalid_scope` */
export function parseScopes(text: string | undefined): ApiKeyScope[] {
  const asked = (text ?? '').split(' ').filter(Boolean);
  if (asked.length === 0) return [...scopesWhenUnsaid];
  if (!asked.every((name) => apiKeyScopeNames.includes(name as ApiKeyScope)))
    throw new AppError('oauth.invalid_scope');
  return apiKeyScopeNames.filter((name) => asked.includes(name));
}

/**
 * Which of this server's resources an address names; all of it where none is named.
 * @throws AppError `oauth.invalid_target`
 */
export function parseResource(text: string | undefined, origin: string): OauthResource {
  if (text === undefined) return '/';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const path = url && (url.pathname === '/' ? '/' : url.pathname.replace(/\/$/, ''));
  const resource = oauthResources.find((each) => each === path);
  const isPlain = url && url.origin === new URL(origin).origin && url.search === '' && !text.includes('#');
  if (!resource || !isPlain) throw new AppError('oauth.invalid_target');
  return resource;
}

export const maxRedirectUris = 5;
const maxRedirectUriLength = 400;

/** Schemes that browsers, mail programs and telephones answer themselves: no program of a person's own does. */
const schemesOfBrowsers = new Set(
  'about blob chrome chrome-extension data edge facetime feed file filesystem ftp intent jar javascript mailto market moz-extension ms-settings news resource search-ms sip sips sms ssh tel vbscript view-source wss ws x-apple'.split(
    ' ',
  ),
);

/**
 * Whether answers may be sent to an address: encrypted, to this very machine (RFC 8252, section 7.3), or to a program by a
 * scheme of its own. Without a fragment, a name and password, or anything a browser would read in another way.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > maxRedirectUriLength || !/^[\x21-\x7e]+$/.test(text) || /[#\\<>"`{}|^]/.test(text))
    return false;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (!scheme || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  if (username || password) return false;
  if (scheme === 'https') return true;
  if (scheme === 'http') return isLoopback(text);
  return scheme.length > 2 && !schemesOfBrowsers.has(scheme);
}

/** Whether an address was registered: character by character, but for the port of this very machine, which is free. */
export function isRegistered(redirectUri: string, registered: readonly string[]): boolean {
  if (registered.includes(redirectUri)) return true;
  if (!isRedirectUri(redirectUri) || !isLoopback(redirectUri)) return false;
  return registered.some((each) => isLoopback(each) && withoutPort(each) === withoutPort(redirectUri));
}

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(?=[/?]|$)/;
const isLoopback = (uri: string): boolean => loopback.test(uri);
const withoutPort = (uri: string): string => uri.replace(loopback, 'http://$1');

/** Where answers go, as a person recognises it: a host, this machine, or the scheme of a program. */
export function placeOf(redirectUri: string): { kind: 'host' | 'machine' | 'scheme'; name: string } {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'https:') return { kind: 'host', name: host };
  return isLoopback(redirectUri)
    ? { kind: 'machine', name: host }
    : { kind: 'scheme', name: protocol.slice(0, -1) };
}
