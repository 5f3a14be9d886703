import { z } from '@hono/zod-openapi';
import { readKinds } from '@readout/domain/region-profiles/rules';
import { personSchema, preview } from './schemas.ts';

const sampleState = z
  .enum(['ok', 'implausible', 'unreadable', 'confirmed', 'rejected'])
  .openapi('SampleState');
const alarmKind = z.enum(['above', 'below', 'lost']).openapi('AlarmKind');
const runState = z.enum(['running', 'stopped', 'source_ended']);

const size = { width: z.number(), height: z.number() };
/** Of a number on a screen. */
export const placeShape = {
  frame: z.object(size),
  region: z.object({ x: z.number(), y: z.number(), ...size }),
};
export const readsShape = {
  kind: z.enum(readKinds),
  decimalMark: z.enum(['.', ',']).optional(),
  digits: z.number().optional(),
  decimals: z.number().optional(),
  unit: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
};

export const watchSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    sourceKind: z.enum(['screen', 'camera']),
    regionProfileId: z.uuid().nullable(),
    place: z
      .object(placeShape)
      .openapi({ description: 'Where it reads, in pixels of the frame it was marked on.' }),
    reads: z.object(readsShape),
    intervalMs: z.number().nullable().openapi({ description: 'null: whenever the picture changes.' }),
    low: z.number().nullable(),
    high: z.number().nullable(),
    maxRate: z.number().nullable(),
    ratePerMs: z.number().nullable(),
    direction: z.enum(['any', 'up', 'down']),
    lostAfter: z.number().int(),
    keepDays: z.number().nullable().openapi({ description: 'null: for ever.' }),
    state: z.enum(['active', 'paused', 'ended']),
    revision: z.number().int(),
    createdBy: personSchema,
    createdAt: z.iso.datetime(),
    trashedAt: z.iso.datetime().nullable(),
    last: z
      .object({
        sampleId: z.uuid(),
        takenAt: z.iso.datetime(),
        value: z.number().nullable(),
        text: z.string().nullable(),
        confidence: z.number(),
        state: sampleState,
        pictureId: z.uuid().nullable(),
      })
      .nullable(),
    run: z
      .object({
        id: z.uuid(),
        by: personSchema,
        device: z.string(),
        state: runState,
        heardAt: z.iso.datetime(),
        clockSkewMs: z.number().openapi({ description: "Server's clock less the device's." }),
      })
      .nullable(),
    openAlarms: z.array(alarmKind),
    unseenAlarms: z.number().int(),
  })
  .openapi('Watch');

export const watchItemSchema = z
  .object({
    ...watchSchema.shape,
    course: z
      .object({ stepS: z.number(), from: z.number(), means: z.array(z.number().nullable()) })
      .openapi({ description: 'Means of the last six hours; `from` in milliseconds since 1970.' }),
  })
  .openapi('WatchItem');

export const sampleSchema = z
  .object({
    id: z.uuid(),
    takenAt: z.iso.datetime(),
    receivedAt: z.iso.datetime(),
    value: z.number().nullable(),
    text: z.string().nullable(),
    confidence: z.number(),
    state: sampleState,
    reason: z.string().nullable(),
    gap: z.enum(['paused', 'page_closed', 'source_ended', 'asleep']).nullable(),
    hasPicture: z.boolean(),
    read: z
      .object({ value: z.number().nullable(), text: z.string().nullable() })
      .nullable()
      .openapi({ description: 'What was read, where a person put another value in its place.' }),
    decided: z.object({ by: personSchema, at: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
    implausible: z
      .looseObject({ rule: z.enum(['range', 'rate', 'direction']), value: z.number() })
      .nullable()
      .openapi({
        ...preview,
        description: 'Why the value is not believed.',
      }),
  })
  .openapi('Sample');

export const alarmSchema = z
  .object({
    id: z.uuid(),
    watchId: z.uuid(),
    kind: alarmKind,
    cause: z.enum(['unreadable', 'implausible', 'source_ended', 'silent']).nullable(),
    openedAt: z.iso.datetime(),
    closedAt: z.iso.datetime().nullable(),
    sampleId: z.uuid().nullable(),
    value: z.number().nullable(),
    text: z.string().nullable(),
    bound: z.number().nullable(),
    hasPicture: z.boolean(),
    acknowledged: z
      .object({ by: personSchema, at: z.iso.datetime(), note: z.string().nullable() })
      .nullable(),
  })
  .openapi('Alarm');

const column = z.array(z.number().nullable());

export const seriesSchema = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    stepMs: z
      .number()
      .nullable()
      .openapi({ description: 'What a point stands for; null: each is a sample.' }),
    gapAfterMs: z.number().openapi({ description: 'Points further apart have a gap between them.' }),
    at: z.array(z.number()).openapi({ description: 'Milliseconds since 1970.' }),
    low: column,
    high: column,
    mean: column,
    implausible: z.array(z.number()),
    unreadable: z.array(z.number()),
    afterGap: z.array(z.number()),
  })
  .openapi('Series', { description: 'One array a column, all of one length, oldest first.' });
