import { textsOfManifest } from './manifest-languages.ts';
import type { DigitScheme, FieldType } from './types.ts';
import { z } from './zod.ts';

/** How the host shows and edits a field. */
export const fieldTypes = [
  'text',
  'amount',
  'number',
  'date',
  'time',
  'currency',
  'code',
  'address',
  'list',
  'map',
  'choice',
  'boolean',
] as const satisfies readonly FieldType[];

/** Schemes whose check digits the host knows. */
export const digitSchemeNames = [
  'iban',
  'gtin',
  'sscc',
  's10',
  'ups',
  'usps',
  'fedex-12',
  'fedex-15',
  'fedex-20',
  'dhl-waybill',
  'deutsche-post',
  'luhn',
] as const satisfies readonly DigitScheme[];

const identifier = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
  .max(60);
const fieldName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/)
  .max(60);

/**
 * Text that people see: no control characters, no halves of letters, and nothing that turns the letters after it around,
 * so that what is granted or approved is what it looks like.
 */
const shown = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(
      /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u,
      'no control characters, and none that change the direction of text',
    );
/** Something to call it by: not only spaces and what nobody sees. */
const named = (maxLength: number) =>
  shown(maxLength).regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'at least one character that can be seen');

const fieldSchema = z.strictObject({
  name: fieldName,
  label: named(80),
  type: z.enum(fieldTypes),
  options: z.array(shown(80).min(1)).min(2).max(100).optional().describe('For choice: what it can be.'),
  unit: shown(20).optional().describe('For number: what it is counted in, where that never changes.'),
  checkDigits: z
    .enum(digitSchemeNames)
    .optional()
    .describe(
      'For code: the scheme whose check digits the host checks, in what is read and in what is typed.',
    ),
  columns: z
    .array(z.strictObject({ name: shown(60), label: shown(80), type: z.enum(fieldTypes) }))
    .max(20)
    .optional()
    .describe('For list: the columns of a row.'),
});

const settingBase = {
  name: fieldName,
  label: named(80),
  help: shown(300).optional().describe('One sentence below the field.'),
};

/** What a company may set; the host draws a form of it and hands the values over as `input.settings`. */
const settingSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...settingBase,
    type: z.literal('text'),
    default: z.string().max(1000).default(''),
    maxLength: z.int().min(1).max(1000).optional(),
  }),
  z.strictObject({
    ...settingBase,
    type: z.literal('number'),
    default: z.number().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    unit: shown(20).optional(),
  }),
  z.strictObject({ ...settingBase, type: z.literal('switch'), default: z.boolean().default(false) }),
  z.strictObject({
    ...settingBase,
    type: z.literal('choice'),
    options: z
      .array(z.strictObject({ value: shown(60).min(1), label: named(80) }))
      .min(2)
      .max(50),
    default: z.string().max(60),
  }),
  z.strictObject({
    ...settingBase,
    /** Several texts, for instance names of suppliers. */
    type: z.literal('texts'),
    default: z.array(z.string().max(200)).max(200).default([]),
  }),
]);

/** A host name, or one with `*.` before it for everything below: no address, no port, no path. */
const hostSchema = z
  .string()
  .max(253)
  .regex(/^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/);

/**
 * What a reading must hold for a reader to be run: cheap tests the host makes itself, so that many installed readers cost
 * little more than one. Every part given must hold. Be generous: text is read with mistakes.
 */
const whenSchema = z.strictObject({
  minLines: z.int().min(0).max(1000).optional().describe('At least so many lines.'),
  maxLines: z.int().min(0).max(1000).optional().describe('At most so many lines.'),
  words: z
    .array(z.string().min(2).max(40))
    .min(1)
    .max(400)
    .optional()
    .describe('At least one is somewhere in the text; compared in lower case, without marks on letters.'),
  minDigits: z.int().min(0).max(1000).optional().describe('At least so many digits.'),
  barcodes: z
    .array(z.string().max(40))
    .min(1)
    .max(40)
    .optional()
    .describe('At least one code of these symbologies, as ZXing-C++ names them.'),
});

/** What a plugin is. A reader computes; connectors and assistants also name where the host may send what they return. */
export const pluginKinds = ['reader', 'connector', 'assistant'] as const;

/** The highest level of `fallback`: what runs where nothing else found anything. */
const lastFallback = 9;

const maxLanguages = 40;

/** Of what a reader is given, the kinds of content of a reading. */
export const contentsRead = <Part extends string>(reads: readonly Part[]): Exclude<Part, 'company'>[] =>
  reads.filter((part): part is Exclude<Part, 'company'> => part !== 'company');

/** `plugin.json`: what a plugin is, what it makes and what it asks for. */
export const manifestSchema = z
  .strictObject({
    $schema: z.string().max(300).optional().describe('Address of this JSON Schema, for editors.'),
    id: identifier.describe('The name of its folder: small letters, digits and hyphens.'),
    version: z
      .string()
      .regex(/^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/)
      .describe('SemVer: three numbers.'),
    kind: z
      .enum(pluginKinds)
      .describe('A reader computes; a connector sends records, an assistant asks an endpoint.'),
    name: named(80).describe('As the catalogue shows it.'),
    description: named(300).describe('One or two sentences: what it reads.'),
    author: named(120).optional(),
    licence: named(80).optional(),
    reads: z
      .array(z.enum(['lines', 'barcodes', 'files', 'company']))
      .default([])
      .describe(
        'What the reader reads: lines, barcodes, and files that carry the data of their document, of which a reading must hold at least one for it to be run at all; and how papers name the company.',
      ),
    when: whenSchema
      .optional()
      .describe('What a reading must hold for the reader to be run; every part given must hold.'),
    pages: z
      .enum(['each', 'together'])
      .optional()
      .describe(
        'How a paper of several pages is read. each, unless said otherwise: page by page. together: once, all pages one below the other.',
      ),
    fallback: z
      .union([z.boolean(), z.int().min(1).max(lastFallback)])
      .default(false)
      .describe(
        'Runs only where no other reader made a record. true is 1; a higher level runs only where no lower one made a record either.',
      ),
    records: z
      .array(
        z.strictObject({
          type: identifier,
          label: named(80),
          title: z.string().max(60).describe('The field whose value names the record in a list.'),
          facts: z
            .array(z.string().max(60))
            .max(6)
            .optional()
            .describe(
              'Fields shown beside the title, most telling first; without it the first that have a value.',
            ),
          fields: z.array(fieldSchema).min(1).max(200),
        }),
      )
      .max(20)
      .default([])
      .describe('The record types it makes, each with its fields.'),
    accepts: z
      .array(z.union([identifier, z.literal('*')]))
      .max(20)
      .default([])
      .describe('Of a connector: the record types it sends, * for any.'),
    settings: z.array(settingSchema).max(40).default([]).describe('What a company may set, drawn as a form.'),
    permissions: z
      .strictObject({
        hosts: z
          .array(hostSchema)
          .max(20)
          .default([])
          .describe('Hosts the host may send to on its behalf; readers may name none.'),
      })
      .default({ hosts: [] })
      .describe('What it may reach; a reader reaches nothing.'),
    languages: z
      .record(
        z
          .string()
          .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
          .max(35),
        z.record(z.string().max(300), named(300)),
      )
      .refine(
        (languages) => Object.keys(languages).length <= maxLanguages,
        `at most ${maxLanguages} languages`,
      )
      .optional()
      .describe(
        'Its texts in other languages: by BCP 47 tag, each text as it stands in English with what it is called there. What is missing is shown in English.',
      ),
    limits: z
      .strictObject({
        ticks: z.int().min(1).max(1000).optional().describe('Interpreter ticks a run.'),
        memoryMb: z.int().min(4).max(64).optional().describe('Megabytes of memory a run.'),
      })
      .optional()
      .describe('Less than everybody gets: a plugin that promises little is easier to trust.'),
  })
  .superRefine((manifest, context) => {
    const problem = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    if (manifest.kind === 'connector') {
      if (manifest.accepts.length === 0) problem(['accepts'], 'a connector names the record types it sends');
      if (manifest.records.length > 0) problem(['records'], 'a connector makes no records');
    } else {
      if (manifest.records.length === 0) problem(['records'], 'at least one record type');
      if (manifest.accepts.length > 0) problem(['accepts'], 'only a connector sends records');
    }
    if (manifest.kind === 'reader') {
      if (contentsRead(manifest.reads).length === 0)
        problem(['reads'], 'what the reader reads: lines, barcodes or files');
      if (manifest.permissions.hosts.length > 0)
        problem(['permissions', 'hosts'], 'a reader computes and reaches nothing: it may name no hosts');
    }
    const types = new Set<string>();
    for (const [index, record] of manifest.records.entries()) {
      if (types.has(record.type)) problem(['records', index, 'type'], 'each record type once');
      types.add(record.type);
      const names = new Set(record.fields.map((field) => field.name));
      if (names.size < record.fields.length) problem(['records', index, 'fields'], 'each field once');
      if (!names.has(record.title)) problem(['records', index, 'title'], 'must be one of the fields');
      for (const fact of record.facts ?? [])
        if (!names.has(fact)) problem(['records', index, 'facts'], `there is no field "${fact}"`);
    }
    const texts = textsOfManifest(manifest);
    for (const [language, translated] of Object.entries(manifest.languages ?? {})) {
      if (language === 'en')
        problem(['languages', language], 'English is what stands in the manifest itself');
      for (const text of Object.keys(translated))
        if (!texts.has(text)) problem(['languages', language, text], 'the manifest has no such text');
    }
    const settings = new Set<string>();
    for (const [index, setting] of manifest.settings.entries()) {
      if (settings.has(setting.name)) problem(['settings', index, 'name'], 'each setting once');
      settings.add(setting.name);
      if (setting.type === 'choice' && !setting.options.some(({ value }) => value === setting.default))
        problem(['settings', index, 'default'], 'must be one of the options');
    }
  });

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestSetting = Manifest['settings'][number];
export type PluginKind = (typeof pluginKinds)[number];
export type ManifestField = Manifest['records'][number]['fields'][number];
export type { FieldType } from './types.ts';
