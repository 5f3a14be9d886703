import { z } from 'zod';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { hidesSentence, hidesSomething, keptName } from '../visible-name.ts';
import { type RegionReads, readKinds } from './rules.ts';

const maxSide = 16_384;
const side = z.int().min(1).max(maxSide);
const offset = z.int().min(0).max(maxSide);

export const profileName = z
  .string()
  .transform(keptName)
  .pipe(
    z
      .string()
      .min(1, fieldText('name'))
      .max(80, fieldText('too_long', { max: 80 }))
      .refine((name) => !hidesSomething(name), hidesSentence),
  );

const readsSchema = z
  .strictObject({
    kind: z.enum(readKinds),
    decimalMark: z.enum(['.', ',']).optional(),
    digits: z.int().min(1).max(20).optional(),
    decimals: z.int().min(0).max(9).optional(),
    unit: z.string().trim().min(1).max(20).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
  })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
    path: ['max'],
    message: fieldText('most_below_least'),
  })
  .refine(({ digits, decimals }) => digits === undefined || decimals === undefined || decimals <= digits, {
    path: ['decimals'],
    message: fieldText('more_decimals'),
  })
  .refine(({ kind, ...rest }) => kind !== 'text' || Object.keys(rest).length === 0, {
    path: ['kind'],
    message: fieldText('text_has_no_digits'),
  })
  // Zod says `undefined` for what is absent; here that is a key that is not there.
  .transform((reads) => reads as RegionReads);

const maxFingerprintBytes = 150_000;

const markedSchema = z
  .object({
    frame: z.object({ width: side, height: side }),
    region: z.object({ x: offset, y: offset, width: side, height: side }),
    fingerprint: z
      .looseObject({ version: z.literal(1) })
      .refine((fingerprint) => JSON.stringify(fingerprint).length <= maxFingerprintBytes, {
        message: fieldText('surroundings_too_large'),
      }),
  })
  .refine(
    ({ frame, region }) => region.x + region.width <= frame.width && region.y + region.height <= frame.height,
    { path: ['region'], message: fieldText('region_outside') },
  );

export type Marked = z.output<typeof markedSchema>;

/** @throws AppError `region_profile.invalid` with detail `{fields}` */
export function parseName(name: unknown): string {
  return parsed(profileName, name, 'name');
}

/** @throws AppError `region_profile.invalid` with detail `{fields}` */
export function parseReads(reads: unknown): RegionReads {
  return parsed(readsSchema, reads, 'reads');
}

/** @throws AppError `region_profile.invalid` with detail `{fields}` */
export function parseMarked(marked: unknown): Marked {
  return parsed(markedSchema, marked, 'region');
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = Object.fromEntries(
    result.error.issues.map((issue) => [issue.path.map(String).join('.') || name, issue.message]),
  );
  throw new AppError('region_profile.invalid', {
    message: Object.values(fields)[0] ?? fieldText('profile_unusable'),
    fields,
  });
}

const maxThumbnailBytes = 65_536;

/**
 * A small picture as a data URL, as a canvas makes it.
 * @throws AppError `region_profile.invalid` where it is too large or not what it says
 */
export function parseThumbnail(dataUrl: unknown): { bytes: Buffer; type: ThumbnailType } {
  const comma = typeof dataUrl === 'string' ? dataUrl.indexOf(',') : -1;
  const type = thumbnailTypes.find(
    (each) => comma > 0 && (dataUrl as string).slice(0, comma) === `data:${each};base64`,
  );
  if (type && (dataUrl as string).length <= maxThumbnailBytes * 1.4) {
    const bytes = Buffer.from((dataUrl as string).slice(comma + 1), 'base64');
    if (bytes.length <= maxThumbnailBytes && isOfType(bytes, type)) return { bytes, type };
  }
  throw new AppError('region_profile.invalid', {
    reason: 'thumbnail',
    fields: { thumbnail: fieldText('thumbnail') },
  });
}

const thumbnailTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ThumbnailType = (typeof thumbnailTypes)[number];

/** Whether the first bytes are those of the type. */
function isOfType(bytes: Buffer, type: ThumbnailType): boolean {
  switch (type) {
    case 'image/png':
      return bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n';
    case 'image/jpeg':
      return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
    case 'image/webp':
      return (
        bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
        bytes.subarray(8, 12).toString('latin1') === 'WEBP'
      );
  }
}
