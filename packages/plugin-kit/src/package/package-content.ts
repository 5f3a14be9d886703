// cspell:ignore XRUJQ

import type { Expectation } from '../expectation.ts';
import { type Manifest, manifestSchema } from '../manifest.ts';
import type { JsonValue, PluginReading } from '../types.ts';
import { z } from '../zod.ts';
import { canonicalJson } from './canonical-json.ts';
import { PackageError } from './package-error.ts';
import { packageLimits as limits } from './package-limits.ts';

/** A reading with the records that are right for it, as it travels with a plugin. */
export interface PackagedFixture {
  /** Once in a package. */
  name: string;
  reading: PluginReading;
  settings: Record<string, JsonValue>;
  expected: Expectation;
  /** What was read: PNG, JPEG or WebP. */
  picture?: { mediaType: string; base64: string };
}

/** All that makes a version of a plugin. Who takes it in builds the program of the source. */
export interface PackageContent {
  manifest: Manifest;
  /** One TypeScript module that imports the kit and nothing else; empty only in packages of Readout 0.3. */
  source: string;
  /** Where pointing made it. */
  template?: unknown;
  /** Tells it from another of the same manifest and source: what comes with Readout is built with the kit of each release. */
  edition?: string;
  /** Markdown. */
  readme: string;
  fixtures: PackagedFixture[];
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const textWithin = (maxBytes: number, what: string) =>
  z.string().refine((text) => bytesOf(text) <= maxBytes, {
    error: `${what} is larger than ${maxBytes} bytes`,
    params: { isTooLarge: true },
  });

const finite = z.number();
const text = z.string().max(100_000);
const point = z.tuple([finite, finite]);
const quad = z.tuple([point, point, point, point]);
const items = limits.maxReadingItems;
const readingSchema = z.object({
  page: z.object({
    number: z.int().min(1),
    of: z.int().min(1),
    width: finite.positive(),
    height: finite.positive(),
    rotation: z.literal([0, 90, 180, 270]),
    quad: quad.optional(),
  }),
  lines: z
    .array(
      z.object({
        id: z.string().max(20),
        text,
        box: quad,
        confidence: finite,
        words: z.array(z.object({ text, box: quad, confidence: finite })).max(items),
      }),
    )
    .max(items),
  barcodes: z
    .array(
      z.object({
        id: z.string().max(20),
        format: z.string().max(40),
        text,
        contentType: z.string().max(40),
        symbologyIdentifier: z.string().max(20),
        box: quad,
      }),
    )
    .max(items),
  languages: z.array(z.string().max(40)).max(40),
});

const expectedFieldSchema = z.looseObject({
  value: z.unknown(),
  seen: z.array(z.string().max(20)).max(items * 2),
  checks: z.record(z.string(), z.boolean()).optional(),
  ambiguous: z.array(z.unknown()).max(100).optional(),
});
const expectationSchema = z.looseObject({
  locale: z.string().min(2).max(40),
  today: z.iso.date(),
  records: z
    .array(
      z.object({
        type: z.string().max(60),
        fields: z.record(z.string(), expectedFieldSchema),
      }),
    )
    .max(limits.maxRecords),
});

const contentSchema = z.strictObject({
  source: textWithin(limits.maxSourceBytes, "The plugin's source"),
  template: z
    .unknown()
    .refine((value) => value === undefined || canonicalJson(value).length <= limits.maxTemplateBytes, {
      error: `The template is larger than ${limits.maxTemplateBytes} bytes`,
      params: { isTooLarge: true },
    })
    .optional(),
  edition: z.string().max(64).optional(),
  readme: z.string().max(limits.maxReadmeLength),
  fixtures: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(limits.maxFixtureNameLength),
        reading: readingSchema,
        settings: z.record(z.string().max(60), z.unknown()),
        expected: expectationSchema,
        picture: z
          .strictObject({
            mediaType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
            // Checked for its letters only: nobody decodes it here.
            base64: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/),
          })
          .optional(),
      }),
    )
    .max(limits.maxFixtures)
    .refine((fixtures) => new Set(fixtures.map(({ name }) => name)).size === fixtures.length, {
      error: 'two fixtures have the same name',
    }),
});

/**
 * What a value parsed from JSON holds, or what an author gives to be packed.
 * @param options.isFormer of Readout 0.3, which asked for less
 * @throws PackageError `package.malformed`, `package.too_large`, `package.bad_manifest`, `package.no_source`
 */
export function parseContent(
  value: unknown,
  { isFormer = false }: { isFormer?: boolean } = {},
): PackageContent {
  if (typeof value !== 'object' || value === null)
    throw new PackageError('package.malformed', 'The package holds no plugin.');
  const { manifest: statedManifest, ...rest } = value as Record<string, unknown>;
  if (isFormer) rest.source ??= '';
  else if (rest.source === undefined || rest.source === '')
    throw new PackageError('package.no_source', 'The package comes without the source of its program.');
  const manifest = manifestSchema.safeParse(statedManifest);
  if (!manifest.success)
    throw new PackageError(
      'package.bad_manifest',
      `The manifest is not valid: ${sentenceOf(manifest.error)}.`,
    );
  const manifestBytes = canonicalJson(manifest.data).length;
  if (manifestBytes > limits.maxManifestBytes)
    throw new PackageError(
      'package.too_large',
      `The manifest is ${manifestBytes} bytes; at most ${limits.maxManifestBytes} are taken.`,
    );
  const content = contentSchema.safeParse(rest);
  if (!content.success) {
    const isTooLarge = content.error.issues.some(
      (issue) => issue.code === 'too_big' || (issue.code === 'custom' && issue.params?.isTooLarge === true),
    );
    throw new PackageError(
      isTooLarge ? 'package.too_large' : 'package.malformed',
      `The package is not valid: ${sentenceOf(content.error)}.`,
    );
  }
  const noPicture = isFormer ? undefined : content.data.fixtures.find(({ picture }) => !isPicture(picture));
  if (noPicture)
    throw new PackageError(
      'package.malformed',
      `The package is not valid: the picture of the fixture "${noPicture.name}" is not ${noPicture.picture?.mediaType}.`,
    );
  demandStorable({
    ...rest,
    manifest: manifest.data,
    fixtures: content.data.fixtures.map(({ reading: _, ...fixture }) => fixture),
  });
  // JSON has no undefined, and `canonicalJson` refuses what is not JSON: what the schema calls unknown is JSON.
  return { manifest: manifest.data, ...content.data } as PackageContent;
}

/** How files of each kind begin, in base64: nobody decodes them here. */
const beginnings = { 'image/png': /^iVBORw0KGgo/, 'image/jpeg': /^\/9j\//, 'image/webp': /^UklGR.{6}XRUJQ/ };

function isPicture(picture: { mediaType: keyof typeof beginnings; base64: string } | undefined): boolean {
  return picture === undefined || beginnings[picture.mediaType].test(picture.base64.slice(0, 20));
}

/** Zero characters have no place in a database; in a reading, which stays in the package, a barcode may hold one. */
function demandStorable(value: unknown): void {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string' ? next.includes('\0') : false)
      throw new PackageError(
        'package.malformed',
        'The package is not valid: a text in it holds a zero character.',
      );
    if (typeof next === 'object' && next !== null)
      for (const [key, inner] of Object.entries(next)) left.push(key, inner);
  }
}

function sentenceOf(error: z.ZodError): string {
  const shown = error.issues.slice(0, 5).map(({ path, message }) => {
    const place = path.map(String).join('.').slice(0, 200);
    return place === '' ? message : `${place}: ${message}`;
  });
  const more = error.issues.length - shown.length;
  return more > 0 ? `${shown.join('; ')}; and ${more} more` : shown.join('; ');
}
