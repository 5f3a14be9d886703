import { z } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import type { RegionReader } from '@readout/domain/records/read-region';
import type { JsonValue } from '@readout/plugin-kit';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { HttpEnv } from '../../http/env.ts';
import type { Services } from '../../services.ts';
import { type ApiDeps, scopeOf } from '../api-deps.ts';
import { forSessions } from '../key-access.ts';
import { answer, problem } from '../schemas.ts';

/** What the addresses of our own pages work with, beside what programs are given. */
export type InternalDeps = ApiDeps &
  Pick<Services, 'readingLoad' | 'studio' | 'templates' | 'trials'> & {
    regions: RegionReader;
    phoneOrigin: string | undefined;
  };

/** No picture is sent this way. */
const maxBodyBytes = 8 * 2 ** 20;

/**
 * Before anything of the request is looked at: who is in no company learns nothing of what there is. A form of another site
 * can send text, forms and files: what JSON alone is taken from, none of them can ask for.
 * @throws AppError `company.none`, `request.not_json`
 */
const demandMemberAndJson: MiddlewareHandler<HttpEnv> = async (context, next) => {
  scopeOf(context);
  const type = context.req.header('content-type');
  const takesNone = context.req.method === 'GET' || context.req.method === 'HEAD' || type === undefined;
  if (!takesNone && type.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    throw new AppError('request.not_json');
  await next();
  context.res.headers.set('cache-control', 'no-store');
};

const demandShort = bodyLimit({
  maxSize: maxBodyBytes,
  onError: () => {
    throw new AppError('request.too_large');
  },
});

/** For `createRoute`: an address that only our own pages ask. Keys are refused (see `asDescribed`), and it may change with any version. */
export const forPages = {
  ...forSessions,
  'x-internal': true,
  middleware: [demandMemberAndJson, demandShort] as MiddlewareHandler<HttpEnv>[],
};

/** One JSON answer, or a problem. */
export const answers = <Schema extends z.ZodType>(schema: Schema) => ({
  200: answer(schema, 'Done.'),
  default: problem,
});

/** Where there is nothing to tell but that it is done. */
export const done = { 204: { description: 'Done.' }, default: problem } as const;

/** An id in an address; one that names nothing is the use case's to refuse. */
export const idSchema = z.string().max(64);

/** What the plugin kit says of itself: pages and use cases know these types from there, and use cases check them. */
export const kitTypes = {
  JsonValue: '@readout/plugin-kit',
  CheckRule: '@readout/plugin-kit',
  ReaderInput: '@readout/plugin-kit',
  PluginReading: '@readout/plugin-kit',
  LoadedPlugin: '@readout/plugin-sandbox/browser',
  ExpectedRecord: '@readout/plugin-kit/expectation',
  TemplateMark: '@readout/plugin-kit/template',
} as const;

export const ofKit = <Value>(name: keyof typeof kitTypes) =>
  z.custom<Value>((value) => value !== undefined).openapi(name, { type: ['object', 'null'] });

/** Any JSON, but not nothing at all. */
export const jsonSchema = ofKit<JsonValue>('JsonValue');
/** Where the use case finds out what it is. */
export const anyJsonSchema = ofKit<unknown>('JsonValue');

const pointSchema = z.tuple([z.number(), z.number()]);
/** Corners in pixels of the upright picture, clockwise from the top left of the text. */
export const quadSchema = z.tuple([pointSchema, pointSchema, pointSchema, pointSchema]).openapi('Quad');

export const revisionSchema = z.number().int();
