/**
 * The same pages rendered by Hono and React Router alone: the loaders of every route answer with constants (argument:
 * a JSON file of them), no session, no database, no headers of ours. Prints its port.
 */
import { readFile } from 'node:fs/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

const [, , file, buildEntry] = process.argv;
const constants = JSON.parse(await readFile(file!, 'utf8')) as Record<string, unknown>;
const build = (await import(buildEntry!)) as ServerBuild;
const routes = Object.fromEntries(
  Object.entries(build.routes).map(([id, route]) => [
    id,
    route && {
      ...route,
      module: {
        ...route.module,
        middleware: undefined,
        ...(id in constants ? { loader: () => constants[id] } : {}),
      },
    },
  ]),
) as ServerBuild['routes'];
const handle = createRequestHandler({ ...build, routes }, 'production');
const app = new Hono();
app.all('*', (c) => handle(c.req.raw, new RouterContextProvider()));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
