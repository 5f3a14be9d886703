import { z } from '@hono/zod-openapi';
import { modelRoles } from '@readout/image-reader/added-models';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { orNull, preview } from './schemas.ts';

const readerSchema = z
  .object({
    manifest: z.custom<Manifest>().openapi({ type: 'object', description: 'Its `plugin.json`.', ...preview }),
    code: z.string(),
    sha256: z.string(),
    settings: z.record(z.string(), z.unknown()),
  })
  .openapi('Reader');

export const demoReadersSchema = z.object({ readers: z.array(readerSchema) }).openapi('DemoReaders');

const modelFileSchema = z
  .object({ sha256: z.string(), bytes: z.int() })
  .openapi('ModelFile', { description: 'Fetched from `/device/models/{sha256}`.' });

const modelSchema = z
  .object({
    role: z.enum(modelRoles),
    name: z.string(),
    model: modelFileSchema,
    characters: orNull(modelFileSchema),
  })
  .openapi('TextModel');

export const deviceReadersSchema = z
  .object({
    ...demoReadersSchema.shape,
    models: z.array(modelSchema).openapi({
      description:
        'Text models of the installation that read in place of those that come with it, or beside them.',
    }),
    companyId: z.uuid(),
    userId: z.uuid(),
    languages: z.array(z.string()),
    locale: z.string(),
    company: z
      .object({ names: z.array(z.string()), taxIds: z.array(z.string()), ibans: z.array(z.string()) })
      .openapi({ description: 'How papers name the company, for readers that ask for it.' }),
  })
  .openapi('DeviceReaders');

export const queueKeySchema = z
  .object({ id: z.string(), key: z.string(), userId: z.uuid() })
  .openapi('QueueKey');
