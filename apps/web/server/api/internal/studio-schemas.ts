import { z } from '@hono/zod-openapi';
import type { PluginReading, ReaderInput } from '@readout/plugin-kit';
import type { ExpectedRecord } from '@readout/plugin-kit/expectation';
import { ofKit } from './kit.ts';

export const studioInputSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    pageNumber: z.number().int(),
    pageCount: z.number().int(),
    width: z.number(),
    height: z.number(),
    createdAt: z.iso.datetime(),
    input: ofKit<ReaderInput>('ReaderInput'),
  })
  .openapi('StudioInput');

export const expectedSchema = z.array(ofKit<ExpectedRecord>('ExpectedRecord'));

export const fixtureSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    captureId: z.uuid().nullable(),
    input: ofKit<ReaderInput>('ReaderInput'),
    expected: expectedSchema,
  })
  .openapi('PluginFixture');

export const exampleSchema = z
  .object({
    captureId: z.uuid(),
    captureName: z.string(),
    reading: ofKit<PluginReading>('PluginReading'),
    locale: z.string(),
    today: z.string(),
  })
  .openapi('TemplateExample');
