import { statSync } from 'node:fs';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './env.ts';
import { scriptPolicy } from './security-headers.ts';

/** Files of the built pages. Those under /assets carry the hash of their content in their name and never change. */
export function staticFiles(clientFolder: string): MiddlewareHandler<HttpEnv> {
  return serveStatic({
    root: clientFolder,
    // Never a listing or an index: addresses without a file belong to the pages.
    index: '.none',
    precompressed: true,
    onFound: (found, c) => {
      c.set('route', 'file');
      const isHashed = c.req.path.startsWith('/assets/');
      c.header(
        'cache-control',
        isHashed
          ? 'public, max-age=31536000, immutable'
          : // The browser asks for it at each visit, to learn of a new version.
            c.req.path === '/sw.js'
            ? 'no-cache'
            : 'public, max-age=3600',
      );
      if (c.req.path.endsWith('.wasm') && !found.endsWith('.wasm')) {
        // What a page shows while it loads counts bytes unpacked, and content-length says how many come packed.
        const { size } = statSync(path.join(clientFolder, c.req.path));
        c.header('x-uncompressed-bytes', String(size));
      }
      if (/\.m?js$/.test(c.req.path)) c.header('content-security-policy', scriptPolicy);
    },
  });
}
