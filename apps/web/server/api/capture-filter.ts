import { z } from '@hono/zod-openapi';
import { type CaptureFilter, captureSorts, captureSources } from '@readout/domain/captures/rules';

/** The list's filters as they stand in an address; empty ones count as absent. */
export const captureFilterSchema = z.object({
  place: z
    .enum(['inbox', 'archive', 'trash', 'kept', 'all'])
    .optional()
    .openapi({ description: 'Where to look; inbox unless said otherwise. `kept`: all but the trash.' }),
  state: z
    .enum(['received', 'reading', 'read', 'failed', 'unread'])
    .optional()
    .openapi({ description: '`unread`: received or being read.' }),
  review: z
    .enum(['needs_review', 'confirmed', 'rejected', 'any'])
    .optional()
    .openapi({ description: 'State of a record; `any`: there is one.' }),
  plugin: z.string().max(60).optional().openapi({ description: 'Id of a reader that made a record.' }),
  type: z.string().max(60).optional().openapi({ description: 'Type of a record.' }),
  confidence: z
    .string()
    .max(7)
    .optional()
    .openapi({ description: 'Confidence of a record in percent, for instance `90-100`.' }),
  corrected: z.string().max(60).optional().openapi({
    description: '`any`, `none` or a field: records a person changed, nobody changed, or changed there.',
  }),
  amountFrom: z.string().max(20).optional().openapi({
    description: 'Total of a record at least, whatever its sign and currency, for instance `249.50`.',
  }),
  amountTo: z.string().max(20).optional().openapi({ description: 'Total of a record at most.' }),
  documentFrom: z
    .string()
    .max(10)
    .optional()
    .openapi({ description: 'First day that a record says its document is of, ISO 8601.' }),
  documentTo: z
    .string()
    .max(10)
    .optional()
    .openapi({ description: 'Last day that a record says its document is of, ISO 8601.' }),
  merchant: z.string().max(100).optional().openapi({
    description: 'Part of the name of a record’s supplier or merchant: `mueller` finds Müller.',
  }),
  failed: z.string().max(60).optional().openapi({
    description:
      'A record that fails a check (`any`), or the check of this name, for instance `same_number`.',
  }),
  confirmedBy: z.string().max(36).optional().openapi({
    description: 'User id or `me`: who confirmed a record, alone or as one of two; `rule`.',
  }),
  source: z.enum(captureSources).optional(),
  assigned: z.string().max(36).optional().openapi({ description: 'User id, or `me`.' }),
  createdBy: z.string().max(36).optional().openapi({ description: 'User id, or `me`.' }),
  from: z.string().max(10).optional().openapi({ description: 'First day, ISO 8601.' }),
  to: z.string().max(10).optional().openapi({ description: 'Last day, ISO 8601.' }),
  waitingAt: z
    .string()
    .max(10)
    .optional()
    .openapi({ description: 'What waited for review when this day ended, ISO 8601.' }),
  timeZone: z.string().max(64).optional().openapi({
    description: 'Whose days these are, for instance `Europe/Berlin`; UTC unless said otherwise.',
  }),
  duplicates: z.enum(['true', 'false']).optional(),
  tag: z.string().max(40).optional().openapi({ description: 'One of its tags, in whatever case.' }),
  q: z.string().max(500).optional().openapi({
    description:
      'Words, "phrases" and -exclusions in what was read. Words of five letters or more are also found with one wrong letter, after all that have them as they are.',
  }),
});

/** The order of the list. */
export const sortSchema = z.object({
  sort: z.enum(captureSorts).optional().openapi({
    description:
      'What the list is sorted by, `-` for the largest first; what has none comes last. `-captured` unless said otherwise. `amount` takes no account of currencies.',
  }),
});

export function toFilter(query: z.infer<typeof captureFilterSchema>): CaptureFilter {
  const { duplicates, ...rest } = query;
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined && value !== ''),
  );
  return {
    ...given,
    ...(duplicates === undefined ? {} : { duplicates: duplicates === 'true' }),
  } as CaptureFilter;
}

/** Drops empty parameters, which forms send for untouched inputs. */
export function withoutEmpty(url: string): Record<string, string> {
  return Object.fromEntries([...new URL(url).searchParams].filter(([, value]) => value !== ''));
}
