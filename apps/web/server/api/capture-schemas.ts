import { z } from '@hono/zod-openapi';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import type { RecordDetail } from '@readout/domain/records/rules';
import { fileCheckNames } from '@readout/plugin-kit/evidence';
import { fieldTypes } from '@readout/plugin-kit/manifest';
import { captureItemSchema, captureStateSchema, orNull, preview } from './schemas.ts';

export const pageSchema = z
  .object({
    id: z.uuid().openapi({ description: 'Opens its picture and its reading.' }),
    pageNumber: z.number().int(),
    state: captureStateSchema,
    failureCode: z.string().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  })
  .openapi('Page');

export const pointSchema = z.array(z.number()).length(2);
export const boxSchema = z.array(pointSchema).length(4).openapi('Box', {
  description: 'Corners in pixels of the upright picture, clockwise from the top left of the text.',
});
const share = z.number().min(0).max(1);

const filePlaceSchema = z
  .object({ path: z.string(), from: z.number().int(), to: z.number().int() })
  .openapi('FilePlace', {
    description: 'An element or attribute, and the bytes it stands in: of the text as UTF-8 without a mark.',
  });
const dataFileSchema = z
  .object({
    id: z.string(),
    name: z.string().openapi({ description: 'As the PDF calls it.' }),
    format: z.string().openapi({ description: '`CII D16B`, `UBL 2.1 Invoice`, …' }),
    profile: z.string().openapi({ description: '`EN 16931`, `XRechnung`, `MINIMUM`, …' }),
    isDocument: z.boolean().optional().openapi({
      description: 'The capture is this file, and its pages are drawn from it: nothing is compared.',
    }),
    values: z.array(
      z.object({
        name: z.string(),
        type: z.enum(fieldTypes),
        value: z.string(),
        raw: z.string(),
        places: z.array(filePlaceSchema),
      }),
    ),
    lists: z.array(
      z.object({
        name: z.string(),
        place: filePlaceSchema,
        rows: z.array(z.record(z.string(), z.string())),
      }),
    ),
    checks: z.array(
      z.object({
        check: z.enum(fileCheckNames),
        passed: z.boolean(),
        field: z.string(),
        row: z.number().int().optional(),
        made: z.string().optional(),
        said: z.string().optional(),
        reason: z.string(),
      }),
    ),
  })
  .openapi('DataFile', { description: 'A file that carries the data of its document, as it was read.' });

const readingSchema = z
  .object({
    page: z.object({
      number: z.number().int(),
      of: z.number().int().openapi({ description: 'Pages in the file.' }),
      width: z.number().int(),
      height: z.number().int(),
      rotation: z.number().int().openapi({ description: 'Degrees clockwise to make it upright.' }),
      quad: boxSchema.optional().openapi({ description: 'Corners of the document in the picture.' }),
    }),
    attachment: z.string().optional().openapi({
      description:
        'Name of the file in the e-invoice that the page is of. People look at such a page; no record is made of it.',
    }),
    lines: z
      .array(
        z
          .object({
            id: z.string(),
            text: z.string(),
            box: boxSchema,
            confidence: share,
            words: z.array(z.object({ text: z.string(), box: boxSchema, confidence: share })),
            characterConfidences: z.array(z.number()),
            recogniser: z.enum(['pp-ocr', 'tesseract', 'segments', 'pdf']),
            model: z.string().optional().openapi({
              description:
                'The text model that read the line, as it was added; `packaged` comes with Readout.',
            }),
          })
          .openapi('Line'),
      )
      .openapi({ description: 'In reading order.' }),
    barcodes: z.array(
      z
        .object({
          id: z.string(),
          format: z.string().openapi({ description: 'Symbology, for instance `QRCode`.' }),
          text: z.string(),
          addOn: z.string().optional().openapi({
            description:
              'Digits of the add-on (EAN-2 or EAN-5) beside an EAN or UPC; they are no part of `text`.',
          }),
          bytes: z.string().openapi({ description: 'Base64.' }),
          contentType: z.string(),
          symbologyIdentifier: z.string(),
          box: boxSchema,
          orientation: z.number(),
        })
        .openapi('Barcode'),
    ),
    disagreements: z
      .array(
        z
          .object({
            kind: z.enum(['not_shown', 'shown_otherwise']),
            text: z.string().max(500),
            box: boxSchema,
          })
          .openapi('Disagreement'),
      )
      .max(50)
      .optional()
      .openapi({
        description:
          'Text that the file says stands on its page and that is not drawn like this. It is not used.',
      }),
    files: z.array(dataFileSchema).optional().openapi({
      description: 'With the first page: e-invoices that are in the PDF, or the one that was sent.',
    }),
    refusedFiles: z
      .array(
        z
          .object({
            name: z.string(),
            code: z.enum([
              'too_large',
              'encoding',
              'not_xml',
              'doctype',
              'too_deep',
              'too_many_elements',
              'other_document',
              'not_shown',
              'too_many_pages',
            ]),
            reason: z.string(),
          })
          .openapi('RefusedFile'),
      )
      .optional()
      .openapi({
        description:
          'XML in the PDF that is not read, or a file in an e-invoice that is not shown as pages, and why.',
      }),
    quality: z.object({ sharpness: share, brightness: share, contrast: share, glare: share }),
    languages: z.array(z.string()).openapi({ description: 'BCP 47 tags it was asked for.' }),
    engine: z.object({ version: z.string(), parts: z.record(z.string(), z.string()) }),
    timings: z
      .object({ decode: z.number(), barcodes: z.number(), text: z.number() })
      .openapi({ description: 'Milliseconds.' }),
  })
  .openapi('Reading', { ...preview, description: 'What was seen in the picture, whatever it means.' });

/** What belongs to the pages of Readout and is given to programs as it is there. */
const asOnPages = <Value>(type: 'object' | 'array', description: string) =>
  z.custom<Value>().openapi({ type, description, ...preview });

export const captureDetailSchema = z
  .object({
    capture: captureItemSchema,
    pages: z.array(pageSchema),
    page: z
      .object({
        ...pageSchema.shape,
        fileName: z.string(),
        sha256: z.string(),
        mediaType: z.string(),
        byteSize: z.number().int(),
        failureDetail: z.string().nullable(),
        original: z
          .object({ state: z.enum(['whole', 'altered', 'missing']), checkedAt: z.iso.datetime() })
          .openapi({ description: 'Whether the stored file is still what was captured.' }),
        waitsForTomorrow: z.boolean().openapi({ description: 'The reading of today is used up.' }),
        location: z
          .object({ latitude: z.number(), longitude: z.number() })
          .nullish()
          .openapi({ description: 'Where it was taken; only in a company that keeps it.' }),
      })
      .openapi('OpenPage'),
    reading: orNull(readingSchema).openapi({ description: 'The newest of this page.' }),
    readingId: z
      .uuid()
      .nullable()
      .openapi({ ...preview, description: 'Id of that reading.' }),
    records: asOnPages<RecordDetail[]>(
      'array',
      'Records of this page as the pages show them. Programs take `GET /records?capture=…`.',
    ),
    proposal: z.custom<CaptureDetail['proposal']>().openapi({
      type: ['object', 'null'],
      description: 'What a new reading would change where a person has already worked.',
      ...preview,
    }),
    notRun: z
      .array(
        z.object({
          plugin: z.string(),
          version: z.string(),
          code: z.string(),
          detail: z.string(),
          mayRun: z.boolean(),
          name: z.string(),
        }),
      )
      .openapi({ description: 'Installed readers that gave nothing when the page was read, and why.' }),
    recordTypes: asOnPages<CaptureDetail['recordTypes']>('object', 'Their types, by `plugin/type`.'),
    offeredTypes: asOnPages<CaptureDetail['offeredTypes']>('array', 'Types a record can be given.'),
    duplicates: z
      .array(z.object({ id: z.uuid(), fileName: z.string(), createdAt: z.iso.datetime() }))
      .openapi({ description: 'Other captures with the same bytes, oldest first.' }),
    may: z
      .object({
        edit: z.boolean(),
        confirm: z.boolean(),
        review: z.boolean(),
        change: z.boolean(),
        assign: z.boolean(),
      })
      .openapi({ description: 'What who asks may do here.' }),
  })
  .openapi('CaptureDetail');
