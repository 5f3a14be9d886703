import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { AppError } from '@readout/domain/errors';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApiDeps } from '../api/api-deps.ts';
import { tellQuota, withApiKey } from '../api/key-access.ts';
import type { HttpEnv } from '../http/env.ts';
import { demandSameOrigin } from '../http/same-origin.ts';
import { tellHowToSignIn } from '../oauth/challenge.ts';
import { createEvidenceCutter } from './evidence.ts';
import { readPicture, tooLargeForTools } from './read-picture.ts';
import { confirmRecord, correctRecord, getRecord } from './record-tools.ts';
import { searchCaptures, searchRecords } from './search-tools.ts';
import { type McpDeps, type ToolCall, untrusted } from './tool.ts';

/** A picture of the most bytes there may be, in base64 and somewhat larger: a tool says what is too large, not its envelope. */
const maxBodyBytes = 16 * 2 ** 20;

const tools = [readPicture, searchRecords, searchCaptures, getRecord, correctRecord, confirmRecord];

const instructions = `Readout turns pictures into records that people review. Send a picture with read_picture, find what was read with search_records and search_captures, look at a value's place with get_record. ${untrusted}`;

/** The server of the Model Context Protocol, to be mounted at `/api/mcp`. Client and request id are set before, errors are answered by who mounts it. */
export function createMcp(deps: ApiDeps): { app: Hono<HttpEnv>; close(): Promise<void> } {
  const evidence = createEvidenceCutter(deps);
  const app = new Hono<HttpEnv>();
  app.use(async (context, next) => {
    await next();
    context.res.headers.set('cache-control', 'no-store');
  });
  app.use(async (context, next) => {
    // Whatever the method: a page that reaches this server by a name of its own (DNS rebinding) says where it is from.
    demandSameOrigin('POST', context.req.raw.headers, context.get('client').origin);
    context.set('session', null);
    await next();
  });
  app.use(tellQuota);
  app.use(tellHowToSignIn('/api/mcp'));
  app.use(withApiKey(deps, '/api/mcp'));
  app.use(async (context, next) => {
    if (!context.get('apiKey')) throw new AppError('api_key.not_valid');
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => {
        throw tooLargeForTools();
      },
    }),
  );
  app.all('/', async (context) => {
    const request = context.req.raw;
    const apiKey = context.get('apiKey')!;
    const call = {
      apiKey,
      requestId: context.get('requestId'),
      signal: AbortSignal.any([deps.stopping, request.signal]),
    };
    if (request.method !== 'POST') return serve({ ...deps, evidence }, call, request, undefined);
    let parsedBody: unknown;
    try {
      parsedBody = JSON.parse(await request.text());
    } catch {
      return context.json(rpcError(-32700, 'Parse error: the body is not JSON.'), 400);
    }
    // One request counts once, so it asks for one thing; the protocol dropped batches in its revision 2025-06-18.
    if (Array.isArray(parsedBody))
      return context.json(rpcError(-32600, 'Invalid Request: send one message a request.'), 400);
    return serve({ ...deps, evidence }, call, request, parsedBody);
  });
  return { app, close: () => evidence.close() };
}

const rpcError = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } });

/** Every request has a server of its own, with the tools its key is for: nothing is kept between them. */
function serve(deps: McpDeps, call: ToolCall, request: Request, parsedBody: unknown): Promise<Response> {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: 'readout', title: 'Readout', version: '1' },
        { instructions, capabilities: { tools: { listChanged: false } } },
      );
      for (const tool of tools)
        if (call.apiKey.scopes.includes(tool.scope) || isCallOf(parsedBody, tool.name))
          tool.register(server, deps, call);
      return server;
    },
    { onerror: () => {} },
  );
  return handler.fetch(request, { ...(parsedBody === undefined ? {} : { parsedBody }) });
}

/** A tool that is not listed is found when it is called: the refusal says which scope it needs. */
function isCallOf(body: unknown, name: string): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' && params?.name === name;
}
