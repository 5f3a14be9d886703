import { createHmac, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inCompany } from '@readout/database';
import type { Scope } from '@readout/domain/actor';
import { addNote } from '@readout/domain/captures/add-note';
import { isInstallationClaimed, signUp } from '@readout/domain/companies/sign-up';
import { AppError } from '@readout/domain/errors';
import { confirmRecord } from '@readout/domain/records/confirm-record';
import { doubtfulBelow } from '@readout/domain/records/rules';
import type { Reading } from '@readout/image-reader';
import { createSandbox } from '@readout/plugin-sandbox/node';
import { formatText, spokenLanguage } from '@readout/texts';
import { sql } from 'kysely';
import { stageFile, takeIn } from '../api/take-in.ts';
import { rootFolder } from '../config.ts';
import type { Services } from '../services.ts';
import { readCapture } from '../worker/read-capture.ts';
import { type DemoDocument, demoDocuments } from './documents.ts';
import { createStoredReader, digestOf } from './stored-reader.ts';
import { watchDisplay } from './watch-display.ts';

const email = 'demo@example.com';
const dayMs = 86_400_000;
/** Over which the documents came in. */
const days = 90;
/** Newest ones that nobody has looked at yet. */
const leftToReview = 4;

export interface Demonstration {
  email: string;
  password: string;
  /** Set where it was made just now: the document to begin with. */
  firstTask?: string | undefined;
}

/**
 * Makes the demonstration's company once: documents of ninety days, in the language of the person who starts it, read and most of them
 * confirmed. Does nothing in a data folder that has been set up already.
 *
 * @param locale - BCP 47 tag of the person who starts it
 * @param onProgress - is told how many documents of how many are there
 * @returns how to sign in, undefined where the folder holds somebody's own installation.
 */
export async function setUpDemonstration(
  services: Services,
  { locale, onProgress }: { locale: string; onProgress(done: number, of: number): void },
): Promise<Demonstration | undefined> {
  const { config, db, auth } = services;
  // Derived, so that each start can say it again and it is stored nowhere.
  const password = createHmac('sha256', config.secret)
    .update('demonstration')
    .digest('base64url')
    .slice(0, 16);
  if (await isInstallationClaimed({ auth: db.auth })) {
    const isOurs = await db.auth
      .selectFrom('auth.user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    return isOurs ? { email, password } : undefined;
  }
  const { password: hashing } = await auth.$context;
  // The person who runs the demonstration is its operator: there is nobody else to agree with.
  const { terms, privacy } = services.legal.current();
  const language = spokenLanguage(locale);
  const { userId, companyId } = await signUp(
    { ...services.accounts.signUp, auth: db.auth, hashPassword: hashing.hash },
    {
      name: 'Demo',
      email,
      password,
      companyName: formatText(locale, 'operation.demo.company', {}),
      languages: [...new Set([language, 'en', 'de', 'fr', 'es'])],
      locale,
      termsVersion: terms,
      privacyVersion: privacy,
      isLoopback: true,
      ipAddress: '127.0.0.1',
    },
  );
  const scope: Scope = { companyId, actor: { userId, name: 'Demo', role: 'owner' } };
  const documents = demoDocuments(language);
  const captures = await readAll(services, { scope, locale, documents, onProgress });
  await watchDisplay(services, { scope, locale });
  const firstTask = await review(services, { scope, captures });
  if (firstTask)
    await addNote(
      { db: db.app },
      { scope, captureId: firstTask, text: formatText(locale, 'operation.demo.first_task', {}) },
    );
  return { email, password, firstTask };
}

interface DemoCapture {
  captureId: string;
  at: Date;
}

/** Takes the documents in, the oldest first, and keeps what the engine read in them. */
async function readAll(
  services: Services,
  {
    scope,
    locale,
    documents,
    onProgress,
  }: {
    scope: Scope;
    locale: string;
    documents: readonly DemoDocument[];
    onProgress(done: number, of: number): void;
  },
): Promise<DemoCapture[]> {
  const { companyId } = scope;
  const db = services.db.app;
  const pictures = await Promise.all(
    documents.map(async (document) => ({
      ...document,
      digest: digestOf(await readFile(path.join(rootFolder, document.picture))),
      stored: await storedReading(document),
    })),
  );
  const sandbox = await createSandbox();
  const readers = createStoredReader(
    new Map(pictures.map(({ digest, stored }) => [digest, stored])),
    sandbox,
  );
  // Nothing waits for the engine: what it read is there.
  const queue = { enqueue: async () => {} };
  const captures: DemoCapture[] = [];
  for (const [index, { kind, picture }] of pictures.entries()) {
    const at = momentOf(index, pictures.length);
    const { capture } = await takeIn(
      { ...services, db, queue },
      {
        scope,
        staged: await stageFile(services, createReadStream(path.join(rootFolder, picture))),
        fileName: nameOf(kind, at, picture, locale),
        source: 'sample',
        clientId: randomUUID(),
      },
    );
    const captureId = capture.id;
    await inCompany(db, { companyId, userId: null }, (trx) =>
      sql`update app.captures set created_at = ${at} where company_id = ${companyId}::uuid and id = ${captureId}::uuid`.execute(
        trx,
      ),
    );
    await readCapture(
      { ...services, db, queue, readers },
      { companyId, captureId, lease: randomUUID(), crashes: 0, hostDeaths: 0, isAlone: false, chargedMs: 0 },
    );
    captures.push({ captureId, at });
    onProgress(index + 1, pictures.length);
  }
  await sandbox.close();
  return captures;
}

/** Fixtures keep what plugins see: what was measured of the picture is not among it. */
async function storedReading({ reading }: DemoDocument): Promise<Reading> {
  const seen = JSON.parse(await readFile(path.join(rootFolder, reading), 'utf8')) as Reading;
  return {
    ...seen,
    quality: { sharpness: 1, brightness: 0.9, contrast: 1, glare: 0 },
    engine: { version: 'stored', parts: {} },
    timings: { decode: 0, barcodes: 0, text: 0 },
  };
}

/** More of them lately; in working hours. */
function momentOf(index: number, of: number): Date {
  const age = Math.floor(days * (1 - (index + 1) / of) ** 1.6);
  const day = new Date(Date.now() - age * dayMs - (of - index) * 17 * 60_000);
  if (age > 0) day.setUTCHours(7 + ((index * 5) % 10), (index * 17) % 60, 0, 0);
  return day;
}

/** As people call what they scan: `Rechnung 2026-03-14.png`. */
const nameOf = (kind: DemoDocument['kind'], at: Date, picture: string, locale: string): string =>
  formatText(locale, 'operation.demo.document', {
    kind: kind.replace('-', '_') as never,
    day: at.toISOString().slice(0, 10),
  }) + path.extname(picture);

/** Confirms what is beyond doubt, as somebody would have: a while after it came. @returns what to begin with */
async function review(
  services: Services,
  { scope, captures }: { scope: Scope; captures: readonly DemoCapture[] },
): Promise<string | undefined> {
  const db = services.db.app;
  const { companyId } = scope;
  let firstTask: string | undefined;
  for (const [index, { captureId, at }] of captures.entries()) {
    const records = await inCompany(db, { companyId, userId: null }, (trx) =>
      trx
        .selectFrom('app.records')
        .select(['id', 'revision', 'fields'])
        .where('company_id', '=', companyId)
        .where('capture_id', '=', captureId)
        .execute(),
    );
    for (const { id, revision, fields } of records) {
      const isDoubtful = Object.values(fields as Record<string, StoredField>).some(
        ({ confidence, checks }) => confidence < doubtfulBelow || checks.some(({ passed }) => !passed),
      );
      if (isDoubtful) firstTask = captureId;
      if (isDoubtful || index >= captures.length - leftToReview) continue;
      try {
        await confirmRecord({ db }, { scope, recordId: id, revision });
      } catch (error) {
        // What fails a check beside the others waits for a person, as it would anywhere.
        if (!(error instanceof AppError)) throw error;
        continue;
      }
      const confirmedAt = new Date(Math.min(at.getTime() + (5 + ((index * 13) % 50)) * 60_000, Date.now()));
      await inCompany(db, { companyId, userId: null }, (trx) =>
        sql`update app.records set confirmed_at = ${confirmedAt} where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(
          trx,
        ),
      );
    }
  }
  return firstTask;
}

interface StoredField {
  confidence: number;
  checks: { passed: boolean }[];
}
