import { z } from '@hono/zod-openapi';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { preview } from './schemas.ts';

const readerSchema = z
  .object({
    manifest: z.custom<Manifest>().openapi({ type: 'object', description: 'Its `plugin.json`.', ...preview }),
    code: z.string(),
    sha256: z.string(),
    settings: z.record(z.string(), z.unknown()),
  })
  .openapi('Reader');

export const demoReadersSchema = z.object({ readers: z.array(readerSchema) }).openapi('DemoReaders');

export const deviceReadersSchema = z
  .object({
    ...demoReadersSchema.shape,
    companyId: z.uuid(),
    userId: z.uuid(),
    languages: z.array(z.string()),
    locale: z.string(),
  })
  .openapi('DeviceReaders');

export const queueKeySchema = z
  .object({ id: z.string(), key: z.string(), userId: z.uuid() })
  .openapi('QueueKey');
