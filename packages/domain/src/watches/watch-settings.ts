import * as z from 'zod';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { hidesSentence, hidesSomething, keptName } from '../visible-name.ts';
import type { WatchSettings } from './rules.ts';

const finite = z.number().finite();
const side = z.number().int().min(1).max(100_000);
const offset = z.number().int().min(0).max(100_000);
const day = 86_400_000;

const schema = z
  .strictObject({
    name: z
      .string()
      .transform(keptName)
      .refine((name) => name.length >= 1 && name.length <= 80, fieldText('watch_name'))
      .refine((name) => !hidesSomething(name), hidesSentence),
    sourceKind: z.enum(['screen', 'camera']),
    regionProfileId: z.uuid().nullable(),
    place: z
      .strictObject({
        frame: z.strictObject({ width: side, height: side }),
        region: z.strictObject({ x: offset, y: offset, width: side, height: side }),
      })
      .refine(
        ({ frame, region }) =>
          region.x + region.width <= frame.width && region.y + region.height <= frame.height,
        fieldText('watch_region'),
      ),
    reads: z
      .strictObject({
        kind: z.enum(['text', 'number', 'segments']),
        decimalMark: z.enum(['.', ',']).optional(),
        digits: z.number().int().min(1).max(20).optional(),
        decimals: z.number().int().min(0).max(12).optional(),
        unit: z.string().trim().max(20).optional(),
        min: finite.optional(),
        max: finite.optional(),
      })
      .refine(
        ({ min, max }) => min === undefined || max === undefined || min <= max,
        fieldText('watch_span'),
      ),
    intervalMs: z
      .number()
      .int()
      .min(1000, fieldText('watch_interval_min'))
      .max(day, fieldText('watch_interval_max'))
      .nullable(),
    low: finite.nullable(),
    high: finite.nullable(),
    maxRate: finite.min(0, fieldText('watch_rate')).nullable(),
    ratePerMs: z.number().int().min(1).max(day).nullable(),
    direction: z.enum(['any', 'up', 'down']),
    lostAfter: z.number().int().min(1).max(1000),
    keepDays: z.number().int().min(1).max(3650).nullable(),
  })
  .refine(({ low, high }) => low === null || high === null || low < high, fieldText('watch_limits'))
  .refine(
    ({ maxRate, ratePerMs }) => (maxRate === null) === (ratePerMs === null),
    fieldText('watch_rate_time'),
  );

/** Settings as they are kept. @throws AppError `watch.bad_settings` with `{field}` */
export function checkSettings(settings: WatchSettings): WatchSettings {
  const result = schema.safeParse(settings);
  if (result.success) return result.data as WatchSettings;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const message = issue?.message ?? 'not usable';
  if (issue?.code === 'custom' || message.includes('\0'))
    throw new AppError('watch.bad_settings', { message, field });
  throw new AppError('watch.bad_settings', { reason: field ? 'field' : 'whole', message, field });
}

const foreignKeyViolation = '23503';

/** What the database says of a profile that is none of the company's. @throws AppError `watch.bad_settings` */
export function unknownProfile(error: unknown): never {
  if ((error as { code?: unknown }).code !== foreignKeyViolation) throw error;
  throw new AppError('watch.bad_settings', { reason: 'profile_gone', field: 'regionProfileId' });
}
