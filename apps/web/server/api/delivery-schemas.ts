import { z } from '@hono/zod-openapi';
import {
  deliveryStates,
  keptBodyBytes,
  maxAmountRanges,
  maxRuleEntries,
  outgoingTypes,
  ruleMisses,
  targetStates,
  usualAmountField,
} from '@readout/domain/deliveries/rules';
import { recordSchema } from './record-schemas.ts';
import { captureItemSchema, orNull } from './schemas.ts';
import { sampleSchema, watchSchema } from './watch-schemas.ts';

export const outgoingTypeSchema = z.enum(outgoingTypes).openapi('OutgoingType');

const decimal = z.string().max(30).openapi({ example: '100.00' });
const amountRangeSchema = z
  .strictObject({
    field: z.string().max(60).default(usualAmountField).openapi({ description: 'Of the record.' }),
    currency: z.string().max(3).openapi({
      description:
        "ISO 4217, compared with the record's `currency`. A record that names none is in no range.",
      example: 'EUR',
    }),
    atLeast: decimal.optional(),
    atMost: decimal.optional(),
  })
  .openapi('AmountRange', { description: 'Both ends are counted in; one of them may be left out.' });

export const targetRuleSchema = z
  .strictObject({
    types: z
      .array(z.string().max(60))
      .max(maxRuleEntries)
      .optional()
      .openapi({ description: 'Types of records.' }),
    plugins: z
      .array(z.string().max(60))
      .max(maxRuleEntries)
      .optional()
      .openapi({ description: 'Ids of plugins.' }),
    amounts: z.array(amountRangeSchema).max(maxAmountRanges).optional(),
    confirmedBy: z
      .strictObject({
        people: z.array(z.uuid()).max(maxRuleEntries).default([]).openapi({ description: 'Ids of members.' }),
        roles: z.array(z.enum(['operator', 'reviewer', 'admin', 'owner'])).default([]),
        byRule: z.boolean().default(false).openapi({ description: 'What a rule of a plugin confirmed.' }),
      })
      .optional(),
  })
  .openapi('TargetRule', {
    description:
      'Which records go there: all that is given has to hold, and of each list one entry. `{}`: every record. What went there before gets its further events whatever the rule says.',
    example: { types: ['invoice'], amounts: [{ field: 'total', currency: 'EUR', atLeast: '1000.00' }] },
  });

export const rulePreviewSchema = z
  .object({
    leaving: z.number().int().openapi({ description: 'How many of them would have left.' }),
    records: z.array(
      z.object({
        recordId: z.uuid(),
        captureId: z.uuid(),
        title: z.string(),
        type: z.string(),
        plugin: z.string(),
        amount: z.string().nullable(),
        currency: z.string().nullable(),
        confirmedBy: z.string().nullable().openapi({ description: 'Name; null: a rule.' }),
        confirmedAt: z.iso.datetime(),
        misses: z
          .array(z.enum(ruleMisses))
          .openapi({ description: 'Why it would not have left; empty: it would.' }),
      }),
    ),
  })
  .openapi('RulePreview');

export const webhookSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    url: z.string(),
    events: z.array(outgoingTypeSchema),
    rule: targetRuleSchema,
    state: z
      .enum(targetStates)
      .openapi({ description: '`paused`: what is for it waits, and goes out once somebody resumes it.' }),
    createdAt: z.iso.datetime(),
    deliveredAt: z.iso.datetime().nullable().openapi({ description: 'When something last arrived.' }),
    failingSince: z.iso.datetime().nullable(),
    failureCode: z.string().nullable(),
    waiting: z.number().int(),
    failed: z.number().int(),
  })
  .openapi('Webhook');

export const deliverySchema = z
  .object({
    id: z.uuid(),
    targetId: z.uuid(),
    targetName: z.string(),
    eventId: z.uuid().openapi({ description: 'The `webhook-id` of every try.' }),
    sequence: z.number().int(),
    type: outgoingTypeSchema,
    recordId: z.uuid().nullable(),
    captureId: z.uuid().nullable(),
    watchId: z.uuid().nullable(),
    state: z.enum(deliveryStates).openapi('DeliveryState', {
      description:
        '`failed`: ended for good. Later events of the same record wait until it is replayed or skipped.',
    }),
    waitsForEarlier: z
      .boolean()
      .openapi({ description: 'An earlier event of the same record has to arrive before.' }),
    attempts: z.number().int(),
    dueAt: z.iso.datetime().nullable().openapi({ description: 'When it is tried next.' }),
    status: z.number().int().nullable().openapi({ description: 'Of the last answer.' }),
    failureCode: z.string().nullable(),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
  })
  .openapi('Delivery');

const exchanged = {
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  isCut: z
    .boolean()
    .openapi({ description: `The body was longer than the ${keptBodyBytes} bytes that are kept.` }),
};

export const attemptSchema = z
  .object({
    id: z.uuid(),
    number: z.number().int(),
    at: z.iso.datetime(),
    durationMs: z.number().int(),
    request: z.object({ method: z.string(), address: z.string(), ...exchanged }),
    answer: z.object({ status: z.number().int(), ...exchanged }).nullable(),
    failureCode: z.string().nullable(),
    failure: z.string().nullable(),
  })
  .openapi('DeliveryAttempt', { description: 'One try. What is secret is left out.' });

const sent = <Type extends z.ZodType, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    type,
    timestamp: z.iso.datetime().openapi({ description: 'When it happened.' }),
    sequence: z.number().int().openapi({
      description:
        'Its number in the company: without a gap, the same here, in `GET /events` and in the log.',
    }),
    data,
  });

export const recordEventSchema = sent(
  z.enum(['record.confirmed', 'record.corrected', 'record.reopened']),
  z.object({ record: recordSchema, capture: captureItemSchema }),
).openapi('RecordEvent');

export const captureEventSchema = sent(
  z.literal('capture.failed'),
  z.object({
    capture: captureItemSchema,
    page: z.number().int().openapi({ description: 'The page that could not be read.' }),
  }),
).openapi('CaptureEvent');

export const watchEventSchema = sent(
  z.literal('watch.alarm'),
  z.object({
    watch: watchSchema,
    sample: orNull(sampleSchema).openapi({ description: 'Null where the alarm is that nothing is read.' }),
    alarm: z.object({
      id: z.uuid(),
      kind: z.enum(['above', 'below', 'lost']),
      cause: z.enum(['unreadable', 'implausible', 'source_ended', 'silent']).nullable(),
      bound: z.number().nullable(),
      openedAt: z.iso.datetime(),
    }),
  }),
).openapi('WatchEvent');

const eventId = z.uuid().openapi({ description: 'The `webhook-id`.' });

export const outgoingPageSchema = z
  .object({
    items: z.array(
      z.union([
        z.object({ id: eventId, ...recordEventSchema.shape }),
        z.object({ id: eventId, ...captureEventSchema.shape }),
        z.object({ id: eventId, ...watchEventSchema.shape }),
      ]),
    ),
    sequence: z.number().int().openapi({ description: 'Ask with this as `after` for what comes next.' }),
    newest: z.number().int().openapi({
      description:
        'The `sequence` of the newest event of the company, whatever you may see; 0 before the first.',
    }),
    isMore: z.boolean().openapi({ description: 'Whether there is more already.' }),
  })
  .openapi('OutgoingPage');
