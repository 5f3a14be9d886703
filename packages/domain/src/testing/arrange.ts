import { createHash, randomUUID } from 'node:crypto';
import type { TestCompany, TestDatabase, TestMember } from '@readout/database/testing';
import type { PictureLocation, Reading } from '@readout/image-reader';
import type { FieldData, JsonValue } from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { CompanyRole, Scope } from '../actor.ts';
import { acceptCapture } from '../captures/accept-capture.ts';
import { beginReading } from '../captures/begin-reading.ts';
import { saveReading } from '../captures/save-reading.ts';
import type { ExportShape } from '../exports/rules.ts';
import type { Mailer } from '../mails/queue-mail.ts';
import { createPluginCatalogue } from '../plugins/plugin-catalogue.ts';
import type { VersionState } from '../plugins/plugin-versions.ts';
import { type ReadingJob, type ReadingQueue, readingQueue } from '../readings/reading-queue.ts';
import type { ProposedRecord } from '../records/proposal-rows.ts';
import type { NewRegionProfile } from '../region-profiles/create-region-profile.ts';

/** One reader with one type. */
export const receiptManifest: Manifest = {
  id: 'receipt',
  version: '1.0.0',
  kind: 'reader',
  name: 'Receipt',
  description: 'Reads receipts.',
  reads: ['lines'],
  fallback: false,
  accepts: [],
  settings: [],
  permissions: { hosts: [] },
  records: [
    {
      type: 'receipt',
      label: 'Receipt',
      title: 'merchant',
      fields: [
        { name: 'merchant', label: 'Merchant', type: 'text' },
        { name: 'date', label: 'Date', type: 'date' },
        { name: 'total', label: 'Total', type: 'amount' },
        { name: 'currency', label: 'Currency', type: 'currency' },
        { name: 'number', label: 'Number', type: 'code' },
        { name: 'items', label: 'Items', type: 'list' },
      ],
    },
  ],
};

/** An export that leaves nothing out, as programs read it. */
export const everything = { records: 'all', language: 'en', items: 'none' } as const satisfies ExportShape;

/** What new companies start with. */
export const firstPlugins = [{ pluginId: receiptManifest.id, version: receiptManifest.version }];

/** What a test database's catalogue and its companies' versions say; see {@link publish}. */
export const plugins = createPluginCatalogue();

/** Keeps a version in the catalogue as the server does with what comes with Readout; there is no code in it. */
export async function publish(
  database: TestDatabase,
  manifest: Manifest,
  { state = 'published', isFirstParty = true }: { state?: VersionState; isFirstParty?: boolean } = {},
): Promise<void> {
  await database.asOwner(async (client) => {
    await client.query(
      "insert into platform.plugins (id, publisher_name, is_first_party) values ($1, 'Readout', $2) on conflict do nothing",
      [manifest.id, isFirstParty],
    );
    await client.query(
      `insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256)
       values ($1, $2, $3, $4, '', $5) on conflict do nothing`,
      [
        manifest.id,
        manifest.version,
        state,
        JSON.stringify(manifest),
        createHash('sha256').update(JSON.stringify(manifest)).digest('hex'),
      ],
    );
  });
}

/** What a server makes at its start: the reader in the catalogue. With the queue and a look at what waits in it. */
export async function createJobTable(
  database: TestDatabase,
): Promise<ReadingQueue & { list(): Promise<ReadingJob[]> }> {
  await publish(database, receiptManifest);
  return {
    ...readingQueue,
    list: () =>
      database.asOwner(async (client) => {
        const { rows } = await client.query(
          'select company_id, capture_id from app.reading_queue order by position',
        );
        return rows.map((row) => ({ companyId: row.company_id, captureId: row.capture_id }));
      }),
  };
}

export function scopeOf(company: TestCompany, member: TestMember = company.owner): Scope {
  return {
    companyId: company.companyId,
    actor: { userId: member.userId, name: member.name, role: member.role },
  };
}

/** Mails as they are made where SMTP is configured, without the looks. */
export const mailer: Mailer = {
  isConfigured: true,
  origin: 'https://readout.example',
  render: ({ subject, paragraphs, button, footnote }) => {
    const text = [subject, ...paragraphs, button?.url, footnote].filter(Boolean).join('\n');
    return { text, html: text };
  },
};

/** A further member of a company, or one who belongs to none yet. */
export async function addMember(
  database: TestDatabase,
  companyId: string | null,
  role: CompanyRole = 'operator',
  { email = `${randomUUID()}@example.com`, emailVerified = false } = {},
): Promise<TestMember> {
  const member = { userId: randomUUID(), name: `${role} ${email.slice(0, 4)}`, email, role };
  await database.asOwner(async (client) => {
    await client.query('insert into auth."user" (id, name, email, email_verified) values ($1, $2, $3, $4)', [
      member.userId,
      member.name,
      email,
      emailVerified,
    ]);
    if (companyId)
      await client.query('insert into auth.membership (company_id, user_id, role) values ($1, $2, $3)', [
        companyId,
        member.userId,
        role,
      ]);
  });
  return member;
}

export function field(value: JsonValue, more: Partial<FieldData> = {}): FieldData {
  return {
    value,
    raw: String(value),
    confidence: 0.9,
    evidence: [
      {
        box: [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
        line: 'l0',
      },
    ],
    checks: [],
    ...more,
  };
}

export function receipt(fields: Record<string, JsonValue>, confidence = 0.9): ProposedRecord {
  return {
    plugin: 'receipt',
    pluginVersion: '1.0.0',
    type: 'receipt',
    confidence,
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, field(value)])),
  };
}

/** The same, seen on a page of a document that has several. */
export const onPage = (record: ProposedRecord, page: number): ProposedRecord => ({
  ...record,
  fields: Object.fromEntries(
    Object.entries(record.fields).map(([name, each]) => [
      name,
      { ...each, evidence: each.evidence.map((piece) => ({ ...piece, page })) },
    ]),
  ),
});

export function reading(lines: string[], of = 1, number = 1): Reading {
  const box: Reading['lines'][number]['box'] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  return {
    page: { number, of, width: 100, height: 200, rotation: 0 },
    lines: lines.map((text, index) => ({
      id: `l${index}`,
      text,
      box,
      confidence: 0.9,
      words: [],
      characterConfidences: [],
      recogniser: 'pp-ocr',
    })),
    barcodes: [],
    quality: { sharpness: 1, brightness: 1, contrast: 1, glare: 0 },
    languages: ['en'],
    engine: { version: '0.1.0', parts: {} },
    timings: { decode: 1, barcodes: 1, text: 1 },
  };
}

export interface Arranged {
  database: TestDatabase;
  queue: ReadingQueue;
}

/** A capture as it stands after it was taken in and, unless `unread`, read. */
export async function capture(
  { database, queue }: Arranged,
  scope: Scope,
  {
    text = ['ACME'],
    records = [receipt({ merchant: 'ACME', total: '12.50' })],
    fileName = 'photo.jpg',
    pages = 1,
    unread = false,
    content = randomUUID() as string | Uint8Array,
    location = undefined as PictureLocation | undefined,
  } = {},
): Promise<{ captureId: string; sha256: string }> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const { capture: made } = await acceptCapture(
    { db: database.app, queue },
    {
      scope,
      file: { sha256, byteSize: 100, mediaType: 'image/jpeg', fileName, place: async () => {} },
      source: 'upload',
    },
  );
  if (!unread) await read({ database, queue }, scope.companyId, made.id, { text, records, pages, location });
  return { captureId: made.id, sha256 };
}

export async function read(
  { database, queue }: Arranged,
  companyId: string,
  captureId: string,
  {
    text = ['ACME'],
    records = [] as ProposedRecord[],
    pages = 1,
    location = undefined as PictureLocation | undefined,
  } = {},
): Promise<boolean> {
  const task = await beginReading({ db: database.app }, { companyId, captureId });
  if (!task) throw new Error('The capture does not wait to be read.');
  const result = {
    reading: reading(text, pages, task.pageNumber),
    records,
    runs: [],
    pinned: [],
    ...(location ? { location } : {}),
  };
  const save = (readingIds: string[] = []) =>
    saveReading(
      { db: database.app, queue, plugins },
      { companyId, captureId, result: { ...result, readingIds } },
    );
  const answer = await save();
  return (typeof answer === 'string' ? answer : await save(answer.readingIds)) === 'kept';
}

/** A region profile as a device sends it, with a picture of one pixel. */
export function regionProfile(name: string): NewRegionProfile {
  return {
    name,
    marked: {
      frame: { width: 1280, height: 720 },
      region: { x: 100, y: 60, width: 200, height: 40 },
      fingerprint: { version: 1 },
    },
    reads: { kind: 'number', decimalMark: '.', decimals: 2, unit: 'bar', min: 0, max: 16 },
    thumbnail:
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  };
}
