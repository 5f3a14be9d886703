import type { FieldData } from '@readout/plugin-kit';
import { inventDocument, type SeedDocument } from './documents.ts';
import type { SeedCompany } from './people.ts';
import type { Picture } from './pictures.ts';
import { createRandom, createWeighted, divideByZipf, type Random } from './random.ts';

const hour = 3600_000;
const days = 90;

/** Tables of a capture, those others refer to first. */
export const captureTables = {
  'app.objects': {
    company_id: 'uuid',
    sha256: 'text',
    byte_size: 'bigint',
    media_type: 'text',
    created_at: 'timestamptz',
  },
  'app.captures': {
    company_id: 'uuid',
    id: 'uuid',
    document_id: 'uuid',
    page_number: 'int',
    page_count: 'int',
    state: 'text',
    failure_code: 'text',
    failure_detail: 'text',
    archived_at: 'timestamptz',
    trashed_at: 'timestamptz',
    source: 'text',
    sha256: 'text',
    file_name: 'text',
    media_type: 'text',
    byte_size: 'bigint',
    width: 'int',
    height: 'int',
    title: 'text',
    record_count: 'int',
    review_count: 'int',
    assigned_to: 'uuid',
    created_by: 'uuid',
    created_at: 'timestamptz',
    read_at: 'timestamptz',
    failed_at: 'timestamptz',
  },
  'app.readings': {
    company_id: 'uuid',
    id: 'uuid',
    capture_id: 'uuid',
    engine_version: 'text',
    content: 'jsonb',
    created_at: 'timestamptz',
  },
  'app.capture_texts': { company_id: 'uuid', capture_id: 'uuid', body: 'text' },
  'app.records': {
    company_id: 'uuid',
    id: 'uuid',
    capture_id: 'uuid',
    reading_id: 'uuid',
    plugin_id: 'text',
    plugin_version: 'text',
    type: 'text',
    state: 'text',
    rejected_reason: 'text',
    confidence: 'real',
    fields: 'jsonb',
    original_fields: 'jsonb',
    assigned_to: 'uuid',
    revision: 'int',
    confirmed_by: 'uuid',
    confirmed_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  'app.record_edits': {
    company_id: 'uuid',
    record_id: 'uuid',
    field: 'text',
    from_value: 'jsonb',
    to_value: 'jsonb',
    edited_by: 'uuid',
    edited_at: 'timestamptz',
  },
  'app.plugin_runs': {
    company_id: 'uuid',
    capture_id: 'uuid',
    plugin_id: 'text',
    version: 'text',
    failure_code: 'text',
    failure_detail: 'text',
    record_count: 'int',
    duration_ms: 'real',
    created_at: 'timestamptz',
  },
  'app.audit_events': {
    company_id: 'uuid',
    actor_id: 'uuid',
    actor_name: 'text',
    action: 'text',
    subject_type: 'text',
    subject_id: 'text',
    detail: 'jsonb',
    created_at: 'timestamptz',
  },
  'app.notifications': {
    company_id: 'uuid',
    user_id: 'uuid',
    kind: 'text',
    subject_type: 'text',
    subject_id: 'text',
    detail: 'jsonb',
    created_at: 'timestamptz',
    read_at: 'timestamptz',
    mailed_at: 'timestamptz',
  },
} as const;
export type CaptureTable = keyof typeof captureTables;
export type Add = (table: CaptureTable, row: Record<string, unknown>) => Promise<void>;

const failures = [
  ['image.damaged', 'The picture breaks off before its end.'],
  ['pdf.encrypted', 'The PDF asks for a password.'],
  ['reader.timed_out', 'Reading took longer than two minutes.'],
] as const;

/** Which plugin looks at what, and how long it takes, milliseconds. */
const readers = [
  { id: 'receipt', kinds: ['receipt', 'shipping-label'], ms: 9 },
  { id: 'shipping-label', kinds: ['shipping-label'], ms: 4 },
  { id: 'barcode', kinds: ['barcode'], ms: 1.5 },
] as const;

/** How many captures each company has, the largest first. */
export const captureCounts = (total: number, companies: number): number[] =>
  divideByZipf(total, companies, { exponent: 1, shift: 2, min: 0 });

/** Hours of the last 90 days by how busy they are: workdays and office hours, a little more each week. */
function rhythm(now: number, utcOffset: number): { starts: number[]; pick: (random: Random) => number } {
  const first = Math.floor(now / hour) - days * 24;
  const starts = Array.from({ length: days * 24 }, (_, index) => (first + index) * hour);
  const weights = starts.map((start, index) => {
    const local = new Date(start + utcOffset * hour);
    const weekday = local.getUTCDay() === 0 || local.getUTCDay() === 6 ? 0.15 : 1;
    const atHour = local.getUTCHours();
    const office = atHour >= 8 && atHour < 18 ? 1 : atHour >= 6 && atHour < 22 ? 0.25 : 0.03;
    return weekday * office * (0.7 + (0.6 * index) / starts.length);
  });
  return { starts, pick: createWeighted(weights) };
}

export interface CaptureOptions {
  seed: number;
  company: SeedCompany;
  count: number;
  pictures: readonly Picture[];
  /** How many of the newest captures hold exactly what stands on their picture; the others vary what is on it. */
  exact: number;
  versions: Readonly<Record<string, string>>;
  now: number;
}

/** Everything of one company's captures. Returns what its pictures are filed under. */
export async function inventCaptures(
  options: CaptureOptions,
  add: Add,
): Promise<{ captureId: string; picture: Picture }[]> {
  const { company, count, pictures, now } = options;
  const random = createRandom(options.seed);
  const { starts, pick } = rhythm(now, company.utcOffset);
  const moments = Array.from({ length: count }, () =>
    Math.min(now - 120_000, starts[pick(random)]! + random.next() * hour),
  ).sort((a, b) => a - b);
  const known = new Set<string>();
  const filed: { captureId: string; picture: Picture }[] = [];
  for (const [index, createdAt] of moments.entries()) {
    const isExact = index >= count - options.exact;
    const picture = random.pick(pictures);
    if (!known.has(picture.sha256)) {
      known.add(picture.sha256);
      await add('app.objects', {
        company_id: company.id,
        sha256: picture.sha256,
        byte_size: picture.original.length,
        media_type: 'image/jpeg',
        created_at: new Date(createdAt),
      });
    }
    filed.push({
      captureId: await inventCapture(random, { ...options, isExact }, picture, createdAt, add),
      picture,
    });
  }
  return filed;
}

async function inventCapture(
  random: Random,
  options: CaptureOptions & { isExact: boolean },
  picture: Picture,
  createdAt: number,
  add: Add,
): Promise<string> {
  const { company, isExact, versions, now } = options;
  const id = random.uuid();
  const author = random.pick(company.members).user;
  const at = (afterMs: number) => new Date(Math.min(now, createdAt + afterMs));
  const readAt = at(1500 + random.next() * 20_000);
  const day = new Date(createdAt).toISOString().slice(0, 10);
  const document = isExact
    ? picture.document
    : inventDocument(random, picture.shape, { day, currency: company.currency });
  const failure = random.chance(0.025) ? random.pick(failures) : undefined;
  const isOld = now - createdAt > 4 * 24 * hour;
  const isTrashed = random.chance(0.02) && now - createdAt < 25 * 24 * hour;
  const reviewers = company.members
    .filter((member) => member.role !== 'operator')
    .map((member) => member.user);
  const decidedBy = random.pick(reviewers);
  const decidedAfterMs = 10 * 60_000 + random.next() ** 2 * 3 * 24 * hour;
  const decision = decide(random, isOld);
  const decided = createdAt + decidedAfterMs > now ? 'needs_review' : decision;
  const assignee =
    !failure && decided === 'needs_review' && random.chance(0.3) ? random.pick(reviewers) : undefined;
  const extension = document.kind === 'receipt' ? 'jpg' : 'jpeg';
  const audit = (
    action: string,
    when: Date,
    detail: Record<string, unknown>,
    who: { id: string | null; name: string },
    subject = ['capture', id] as [string, string],
  ) =>
    add('app.audit_events', {
      company_id: company.id,
      actor_id: who.id,
      actor_name: who.name,
      action,
      subject_type: subject[0],
      subject_id: subject[1],
      detail,
      created_at: when,
    });
  const system = { id: null, name: 'Readout' };

  await add('app.captures', {
    company_id: company.id,
    id,
    document_id: id,
    page_number: 1,
    page_count: 1,
    state: failure ? 'failed' : 'read',
    failure_code: failure?.[0] ?? null,
    failure_detail: failure?.[1] ?? null,
    archived_at:
      isOld && !failure && decided !== 'needs_review' && random.chance(0.5) ? at(5 * 24 * hour) : null,
    trashed_at: isTrashed ? at(2 * hour) : null,
    source: random.pick(['upload', 'upload', 'camera', 'camera', 'paste', 'api', 'desktop']),
    sha256: picture.sha256,
    file_name: `${document.kind}-${day}-${random.digits(4)}.${extension}`,
    media_type: 'image/jpeg',
    byte_size: picture.original.length,
    width: failure ? null : document.width,
    height: failure ? null : document.height,
    title: failure ? null : document.title,
    record_count: failure ? 0 : 1,
    review_count: !failure && decided === 'needs_review' ? 1 : 0,
    assigned_to: assignee?.id ?? null,
    created_by: author.id,
    created_at: new Date(createdAt),
    read_at: failure ? null : readAt,
    failed_at: failure ? readAt : null,
  });
  if (failure) {
    await audit('capture.failed', readAt, { code: failure[0] }, system);
    if (random.chance(0.2))
      await add('app.notifications', {
        company_id: company.id,
        user_id: author.id,
        kind: 'capture.failed',
        subject_type: 'capture',
        subject_id: id,
        detail: {
          fileName: `${document.kind}-${day}.${extension}`,
          pages: 1,
          count: 1,
          documentIds: [id],
          since: readAt.toISOString(),
        },
        created_at: readAt,
        read_at: isOld ? at(26 * hour) : null,
        mailed_at: readAt,
      });
    return id;
  }
  const readingId = random.uuid();
  await add('app.readings', {
    company_id: company.id,
    id: readingId,
    capture_id: id,
    engine_version: versions.engine,
    content: toReading(random, document, company, versions.engine!),
    created_at: readAt,
  });
  await add('app.capture_texts', {
    company_id: company.id,
    capture_id: id,
    body: [...document.lines.map((line) => line.text), document.barcode?.text ?? ''].join('\n'),
  });
  await addRuns(random, options, document, id, readAt, add);
  await audit('capture.read', readAt, { records: 1, outcome: 'kept', engine: versions.engine }, system);
  const decidedAt = at(decidedAfterMs);
  const edit =
    createdAt + decidedAfterMs <= now && random.chance(0.15) ? correct(random, document) : undefined;
  const recordId = random.uuid();
  await add('app.records', {
    company_id: company.id,
    id: recordId,
    capture_id: id,
    reading_id: readingId,
    plugin_id: document.kind,
    plugin_version: versions[document.kind],
    type: document.kind,
    state: decided,
    rejected_reason: decided === 'rejected' ? random.pick(['Not ours', 'Twice', 'Unreadable']) : null,
    confidence: document.confidence,
    fields: edit?.fields ?? document.fields,
    original_fields: document.fields,
    assigned_to: null,
    revision: 1 + (edit ? 1 : 0) + (decided === 'needs_review' ? 0 : 1),
    confirmed_by: decided === 'confirmed' ? decidedBy.id : null,
    confirmed_at: decided === 'confirmed' ? decidedAt : null,
    created_at: readAt,
    updated_at: decided === 'needs_review' ? readAt : decidedAt,
  });
  if (edit) {
    await add('app.record_edits', {
      company_id: company.id,
      record_id: recordId,
      field: edit.name,
      from_value: edit.from,
      to_value: edit.to,
      edited_by: decidedBy.id,
      edited_at: decidedAt,
    });
    await audit('record.edited', decidedAt, { field: edit.name, from: edit.from, to: edit.to }, decidedBy, [
      'record',
      recordId,
    ]);
  }
  if (decided !== 'needs_review')
    await audit(`record.${decided}`, decidedAt, {}, decidedBy, ['record', recordId]);
  if (assignee && assignee !== author && random.chance(0.3))
    await add('app.notifications', {
      company_id: company.id,
      user_id: assignee.id,
      kind: 'capture.assigned',
      subject_type: 'capture',
      subject_id: id,
      detail: { actorName: author.name, count: 1, fileName: `${document.kind}-${day}.${extension}` },
      created_at: decidedAt,
      read_at: isOld ? at(80 * hour) : null,
      mailed_at: decidedAt,
    });
  return id;
}

function decide(random: Random, isOld: boolean): 'confirmed' | 'rejected' | 'needs_review' {
  const share = random.next();
  if (share < (isOld ? 0.9 : 0.5)) return 'confirmed';
  return share < (isOld ? 0.94 : 0.53) ? 'rejected' : 'needs_review';
}

/** A person's correction of one field. */
function correct(
  random: Random,
  document: SeedDocument,
): { name: string; from: unknown; to: string; fields: Record<string, unknown> } | undefined {
  const names = Object.keys(document.fields).filter(
    (name) => typeof document.fields[name]!.value === 'string',
  );
  const name = random.pick(names);
  const field = document.fields[name] as FieldData;
  const from = String(field.value);
  const to = /^\d+\.\d\d$/.test(from)
    ? `${Number(from.split('.')[0]) + 1}.${from.split('.')[1]}`
    : `${from.slice(0, -1)}${random.pick(['e', 'n', '7'])}`;
  if (/^\d{4}-\d\d-\d\d$|^\d\d:\d\d$|^[A-Z]{3}$/.test(from)) return undefined;
  return { name, from, to, fields: { ...document.fields, [name]: { ...field, value: to, edited: true } } };
}

function toReading(random: Random, document: SeedDocument, company: SeedCompany, version: string) {
  return {
    page: { number: 1, of: 1, width: document.width, height: document.height, rotation: 0 },
    lines: document.lines.map(({ text, box }, index) => ({
      id: `l${index}`,
      text,
      box,
      confidence: Math.round((0.85 + random.next() * 0.14) * 100) / 100,
      words: [],
      characterConfidences: [],
      recogniser: 'pp-ocr',
    })),
    barcodes: document.barcode
      ? [
          {
            id: 'b0',
            format: 'EAN13',
            text: document.barcode.text,
            bytes: Buffer.from(document.barcode.text).toString('base64'),
            contentType: 'Text',
            symbologyIdentifier: ']E0',
            box: document.barcode.box,
            orientation: 0,
          },
        ]
      : [],
    quality: { sharpness: 0.8, brightness: 0.7, contrast: 0.8, glare: 0 },
    languages: company.languages,
    engine: { version, parts: {} },
    timings: { decode: random.whole(20, 60), barcodes: random.whole(5, 40), text: random.whole(300, 1200) },
  };
}

async function addRuns(
  random: Random,
  { company, versions }: CaptureOptions,
  document: SeedDocument,
  captureId: string,
  readAt: Date,
  add: Add,
): Promise<void> {
  for (const { id, kinds, ms } of readers) {
    if (!(kinds as readonly string[]).includes(document.kind)) continue;
    const isMain = id === document.kind;
    const hasFailed = !isMain && random.chance(0.01);
    await add('app.plugin_runs', {
      company_id: company.id,
      capture_id: captureId,
      plugin_id: id,
      version: versions[id],
      failure_code: hasFailed ? 'plugin.timed_out' : null,
      failure_detail: hasFailed ? 'Ended after 5 s.' : null,
      record_count: isMain ? 1 : 0,
      duration_ms: hasFailed
        ? 5000
        : Math.round(ms * Math.exp((random.next() + random.next() + random.next() - 1.5) * 1.6) * 100) / 100,
      created_at: readAt,
    });
  }
}
