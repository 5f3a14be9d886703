import { type createRoute, z } from '@hono/zod-openapi';
import type { RegionReader } from '@readout/domain/records/read-region';
import type { JsonValue } from '@readout/plugin-kit';
import type { Services } from '../../services.ts';
import type { ApiDeps } from '../api-deps.ts';
import { answer, problem } from '../schemas.ts';

/** What our own pages and their devices ask works with, beside what programs are given. */
export type AppDeps = ApiDeps &
  Pick<Services, 'readingLoad' | 'studio' | 'templates' | 'trials'> & {
    regions: RegionReader;
    phoneOrigin: string | undefined;
  };

type Request = NonNullable<Parameters<typeof createRoute>[0]['request']>;

/** One JSON answer, or a problem. */
export const answers = <Schema extends z.ZodType>(schema: Schema) => ({
  200: answer(schema, 'Done.'),
  default: problem,
});

/** Where there is nothing to tell but that it is done. */
export const done = { 204: { description: 'Done.' }, default: problem } as const;

/** The JSON object of a request; never optional, since an optional one is not looked at where it comes as another type. */
export const body = <Schema extends z.ZodType>(schema: Schema) =>
  ({
    content: { 'application/json': { schema } },
    required: true,
  }) satisfies Request['body'];

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
