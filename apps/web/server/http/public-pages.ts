import { createHash, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { languageOf } from '@readout/texts';
import type { MiddlewareHandler } from 'hono';
import { localeOf } from '../request/locale.ts';
import type { HttpEnv } from './env.ts';

/** What a kept page is rendered for. */
interface Rendering {
  /** Path and the parts of the query that change the page. */
  address: string;
  origin: string;
  nonce: string;
  /** BCP 47 tag of the language, which each is kept in. */
  locale: string;
}

export interface PublicPagesParts {
  /** Renders the page as nobody in particular sees it. */
  render: (rendering: Rendering) => Promise<Response>;
  /** Folder whose texts of the operator replace the built-in ones while the server runs. */
  legalFolder: string;
  /** Changes with those of other machines. */
  legalRevision: () => number;
}

interface KeptPage {
  /** The page with this process' stand-ins for origin and nonce. */
  html: string;
  /** Of `html` without the stand-ins, so that it outlives a restart. */
  hash: string;
}

/** Query parameters that change a page, and the operator's texts it may be made from. */
const pages: Record<string, { parameters: string[]; texts: string[] }> = {
  '/': { parameters: ['sample'], texts: [] },
  '/docs': { parameters: ['q'], texts: [] },
  '/changelog': { parameters: ['kind'], texts: [] },
  '/privacy-policy': { parameters: ['text'], texts: ['privacy-policy.md'] },
  '/docs/api': { parameters: [], texts: [] },
  '/licences': { parameters: ['q'], texts: [] },
  '/tos': { parameters: ['text'], texts: ['tos.md'] },
};
const guide = { parameters: [], texts: [] };

const pageOf = (address: string): (typeof pages)[string] | undefined =>
  /^\/docs\/[a-z0-9-]+$/.test(address) ? guide : Object.hasOwn(pages, address) ? pages[address] : undefined;

/** Whether search engines may list it; all other addresses are for people who are there for something. */
export const isForSearchEngines = (address: string): boolean => pageOf(address) !== undefined;

/**
 * Anybody can make addresses up; past this number they are rendered and forgotten. There are some forty without a search,
 * each in every language.
 */
const maxKeptPages = 250;
/** Values of parameters are short words; others are left to the ordinary way. */
const plainWord = /^[a-z0-9-]{1,40}$/;

/**
 * The public pages, rendered once in the life of the process and answered from memory. They cannot be written when the
 * product is built: operator, origin and legal texts are configuration, and each response needs a nonce of its own.
 * Rendered with stand-ins for origin and nonce that nobody can guess, which each response replaces by its own.
 */
export function publicPages({
  render,
  legalFolder,
  legalRevision,
}: PublicPagesParts): MiddlewareHandler<HttpEnv> {
  const secret = randomBytes(12).toString('hex');
  const standIn = { origin: `https://${secret}.invalid`, nonce: `nonce-${secret}` };
  /** By locale and address; `stamp` is of what the page is made from and may change. */
  const kept = new Map<string, { stamp: string; page: Promise<KeptPage | undefined> }>();

  const renderAnew = async (address: string, locale: string): Promise<KeptPage | undefined> => {
    const response = await render({ address, locale, ...standIn });
    if (response.status !== 200) {
      await response.body?.cancel();
      return undefined;
    }
    const html = await response.text();
    const lasting = html.replaceAll(secret, '');
    return { html, hash: createHash('sha256').update(lasting).digest('base64url').slice(0, 22) };
  };

  const pageAt = async (address: string, locale: string, stamp: string): Promise<KeptPage | undefined> => {
    const name = `${locale} ${address}`;
    const known = kept.get(name);
    if (known?.stamp === stamp) return known.page;
    const page = renderAnew(address, locale).catch(() => undefined);
    if (known || kept.size < maxKeptPages) {
      // Set before it is there: visitors who come meanwhile wait for the same rendering.
      kept.set(name, { stamp, page });
      void page.then((made) => {
        if (!made && kept.get(name)?.page === page) kept.delete(name);
      });
    }
    return page;
  };

  return async (c, next) => {
    const known = pageOf(c.req.path);
    if (!known || c.get('session') || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next();
    const asked = known.parameters.flatMap((name) => {
      const value = c.req.query(name);
      return value === undefined ? [] : [[name, value]];
    });
    if (asked.some(([, value]) => !plainWord.test(value ?? ''))) return next();
    const address = `${c.req.path}${asked.length > 0 ? `?${new URLSearchParams(asked)}` : ''}`;
    const language = languageOf(localeOf(c.req.raw.headers));
    const files = known.texts.flatMap((name) => [name, path.join(language, name)]);
    const stamps = await Promise.all(files.map((name) => stampOf(path.join(legalFolder, name))));
    if (stamps.length > 0) stamps.push(String(legalRevision()));
    const page = await pageAt(address, language, stamps.join());
    // The ordinary way finds out again what is wrong, and says so.
    if (!page) return next();

    const held = nonceOfHeld(c.req.header('if-none-match'), page.hash);
    // A browser that keeps the page keeps its nonce too: the policy sent along with "not modified" has to name that one.
    if (held !== undefined) c.set('nonce', held);
    const nonce = c.get('nonce');
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      etag: `"${page.hash}.${nonce}"`,
      vary: 'Cookie, Accept-Language',
    };
    if (held !== undefined) return c.body(null, 304, headers);
    return c.body(
      page.html
        .replaceAll(standIn.nonce, nonce)
        .replaceAll(standIn.origin, plainOrigin(c.get('client').origin)),
      200,
      headers,
    );
  };
}

/** The nonce inside the tag of a page that the browser has in exactly this version. */
function nonceOfHeld(ifNoneMatch: string | undefined, hash: string): string | undefined {
  const match = /^(?:W\/)?"([\w-]+)\.([A-Za-z0-9+/]{22}==)"$/.exec(ifNoneMatch?.trim() ?? '');
  return match?.[1] === hash ? match[2] : undefined;
}

/** Where no address is configured it comes from the request, which can hold anything. */
function plainOrigin(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).origin : 'http://localhost';
}

/** Changes with the file; empty while there is none. */
async function stampOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs}-${size}`;
  } catch {
    return '';
  }
}
