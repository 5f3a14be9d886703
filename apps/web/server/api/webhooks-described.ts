import { z } from '@hono/zod-openapi';
import type { OutgoingType } from '@readout/domain/deliveries/rules';
import { sampleEvent, sampleFailure } from '../deliveries/sample-event.ts';
import { captureEventSchema, recordEventSchema, watchEventSchema } from './delivery-schemas.ts';

const headers = z.object({
  'webhook-id': z.uuid().openapi({
    description: 'The same in every try: what came under it before is a repeat.',
  }),
  'webhook-timestamp': z.string().openapi({ description: 'When it was sent, in seconds since 1970.' }),
  'webhook-signature': z.string().openapi({
    description:
      'One or more signatures, a space between: `v1,` and the HMAC-SHA256 (base64) of `{webhook-id}.{webhook-timestamp}.{body}` under the bytes that stand in base64 after `whsec_`.',
  }),
});

const described = (name: OutgoingType, schema: z.ZodType, description: string, example?: unknown) => ({
  method: 'post' as const,
  path: name,
  operationId: name,
  summary: name,
  tags: ['Deliveries'],
  description,
  request: {
    headers,
    body: {
      required: true,
      content: { 'application/json': { schema, ...(example ? { example } : {}) } },
    },
  },
  responses: {
    200: {
      description:
        'Any 2xx within 10 seconds: it arrived. 5xx, 408, 429 (with `Retry-After`), no answer and no trusted certificate: it is tried again after 5 s, 5 min, 30 min, 3 h, and then every 24 h four times. Any other answer, a redirect too, ends it until somebody replays or skips it.',
    },
  },
});

/** What targets are sent, as the description of the interface has it under `webhooks`. */
export const webhooksDescribed = [
  described(
    'record.confirmed',
    recordEventSchema,
    'A record was confirmed, by a person, program or rule.',
    sampleEvent,
  ),
  described(
    'record.corrected',
    recordEventSchema,
    'A record that had left before was confirmed again with other values.',
    { ...sampleEvent, type: 'record.corrected' },
  ),
  described(
    'record.reopened',
    recordEventSchema,
    'A confirmed record is in review again: what was sent of it does not count for now.',
    {
      ...sampleEvent,
      type: 'record.reopened',
      data: {
        ...sampleEvent.data,
        record: { ...sampleEvent.data.record, state: 'needs_review', confirmedBy: null, confirmedAt: null },
      },
    },
  ),
  described('capture.failed', captureEventSchema, 'A page could not be read.', sampleFailure),
  described('watch.alarm', watchEventSchema, 'A watch is beyond a limit, or no longer read.'),
];
