import type { z } from '@hono/zod-openapi';
import type { recordSchema } from '../api/record-schemas.ts';
import type { captureItemSchema } from '../api/schemas.ts';

const captureId = '01890a5d-ac96-774b-bcce-b302099a8057';
const recordId = '01890a5e-0f3c-7a1b-9c64-6f1d2a4b8c10';
const person = { id: '01890a50-3b1f-7d02-8e55-2f0c9d7a1e44', name: 'Ada Lovelace' };
const at = '2026-03-05T09:30:12.000Z';

const field = (value: string, raw: string, y: number) => {
  const box = [
    [120, y],
    [420, y],
    [420, y + 38],
    [120, y + 38],
  ];
  return {
    kind: 'seen' as const,
    value,
    raw,
    confidence: 0.98,
    seenAt: [{ page: 1, box }],
    checks: [],
    evidence: [{ kind: 'pixels' as const, page: 1, box }],
  };
};

const record: z.infer<typeof recordSchema> = {
  id: recordId,
  captureId,
  page: 1,
  plugin: 'receipt',
  pluginVersion: '1.0.0',
  type: 'receipt',
  state: 'confirmed',
  rejectedReason: null,
  companyChecks: [],
  confirmations: 1,
  needsSecondPerson: false,
  firstConfirmedBy: null,
  firstConfirmedAt: null,
  confidence: 0.97,
  fields: {
    merchant: field('Corner Bakery', 'CORNER BAKERY', 64),
    date: field('2026-03-05', '05.03.2026', 118),
    total: field('12.50', '12,50', 540),
  },
  assignedTo: null,
  revision: 2,
  confirmedBy: person,
  confirmedAt: at,
  addedBy: null,
  createdAt: at,
  updatedAt: at,
};

const capture: z.infer<typeof captureItemSchema> = {
  id: captureId,
  fileName: 'receipt.jpg',
  title: 'Corner Bakery',
  state: 'read',
  failureCode: null,
  source: 'camera',
  pageCount: 1,
  width: 1200,
  height: 1600,
  duplicateOf: null,
  recordCount: 1,
  reviewCount: 0,
  assignedTo: null,
  createdBy: person,
  createdAt: at,
  archivedAt: null,
  trashedAt: null,
  revision: 1,
  records: [],
  tags: [],
  noteCount: 0,
  sortedBy: { date: '2026-11-20', amount: 12.4, merchant: 'cornerbakery', confidence: 0.97 },
};

/** What a target is sent to try it, and what the description of the interface shows. Its number is one no event has. */
export const sampleEvent = {
  type: 'record.confirmed' as const,
  timestamp: at,
  sequence: 0,
  data: { record, capture },
};

export const sampleFailure = {
  type: 'capture.failed' as const,
  timestamp: at,
  sequence: 0,
  data: {
    capture: {
      ...capture,
      title: null,
      state: 'failed' as const,
      failureCode: 'image.unreadable',
      recordCount: 0,
    },
    page: 1,
  },
};
