import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { getCompanySettings } from '../companies/get-company-settings.ts';
import { updateCompanySettings } from '../companies/update-company-settings.ts';
import { exportRecords } from '../exports/export-records.ts';
import type { ExportFormat } from '../exports/rules.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { capture, createJobTable, everything, plugins, read, receipt, scopeOf } from '../testing/arrange.ts';
import { getCapture } from './get-capture.ts';
import { rereadCaptures } from './reread-captures.ts';

let database: TestDatabase;
let queue: ReadingQueue;
let company: TestCompany;
let scope: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany();
  scope = scopeOf(company);
});

const location = { latitude: -33.8568, longitude: 151.2153 };
const deps = () => ({ db: database.app, queue, plugins });
const keep = async (keepLocation: boolean) =>
  updateCompanySettings(deps(), {
    scope,
    settings: {
      languages: ['en'],
      locale: 'en-GB',
      operatorsMayConfirm: true,
      keepLocation,
      secondPersonAbove: null,
    },
    revision: (await getCompanySettings(deps(), { scope })).revision,
  });
const stored = (id: string) =>
  database.asOwner(
    async (client) =>
      (await client.query('select latitude, longitude from app.captures where id = $1', [id])).rows[0],
  );
const shown = async (captureId: string) => (await getCapture(deps(), { scope, captureId })).page;
const exported = async (format: ExportFormat) =>
  Buffer.concat(
    await Array.fromAsync(await exportRecords(deps(), { scope, filter: {}, format, shape: everything })),
  );
const exports = async () => ({
  csv: (await exported('csv')).toString(),
  xlsx: strFromU8(unzipSync(await exported('xlsx'))['xl/worksheets/sheet1.xml']!),
  json: (await exported('json')).toString(),
});
async function expectNoPlaceOf(captureId: string) {
  expect(await shown(captureId)).not.toHaveProperty('location');
  for (const text of Object.values(await exports()))
    expect(text).not.toMatch(/latitude|longitude|location|33\.8568|151\.2153/i);
}
async function readAgain(captureId: string) {
  await rereadCaptures(deps(), { scope, ids: [captureId] });
  await read({ database, queue }, company.companyId, captureId, {
    records: [receipt({ merchant: 'ACME' })],
    location,
  });
}

test('a place is neither stored nor handed out by a company that does not keep it', async () => {
  const { captureId } = await capture({ database, queue }, scope, { location });
  expect(await stored(captureId)).toEqual({ latitude: null, longitude: null });
  await expectNoPlaceOf(captureId);
});

test('a kept place stands in the capture and in every export; what was read before has none', async () => {
  const before = await capture({ database, queue }, scope, { location });
  await keep(true);
  expect((await shown(before.captureId)).location).toBeNull();
  const { captureId } = await capture({ database, queue }, scope, { location });
  expect(await stored(captureId)).toEqual(location);
  expect((await shown(captureId)).location).toEqual(location);
  const { csv, xlsx, json } = await exports();
  expect(csv).toContain(',Latitude,Longitude,');
  expect(csv.match(/,-33\.8568,151\.2153,/g)).toHaveLength(1);
  expect(csv).toContain(',,,');
  expect(xlsx).toContain('<v>-33.8568</v>');
  expect(JSON.parse(json).map((row: { capture: { location: unknown } }) => row.capture.location)).toEqual([
    location,
    null,
  ]);
});

test('switched off, exports and the capture leave the place out at once, and reading again forgets it', async () => {
  await keep(true);
  const { captureId } = await capture({ database, queue }, scope, { location });
  await keep(false);
  await expectNoPlaceOf(captureId);
  await readAgain(captureId);
  expect(await stored(captureId)).toEqual({ latitude: null, longitude: null });
  await keep(true);
  expect((await shown(captureId)).location).toBeNull();
});

test('half a place, one off the earth, and platform administration reading it are refused by the database', async () => {
  const { captureId } = await capture({ database, queue }, scope);
  const set = (latitude: number | null, longitude: number | null) =>
    database.asOwner((client) =>
      client.query('update app.captures set latitude = $2, longitude = $3 where id = $1', [
        captureId,
        latitude,
        longitude,
      ]),
    );
  await expect(set(1, null)).rejects.toThrow('captures_location');
  await expect(set(91, 0)).rejects.toThrow('latitude');
  await expect(set(0, Number.NaN)).rejects.toThrow('longitude');
  await expect(database.platform.selectFrom('app.captures').select('latitude').execute()).rejects.toThrow(
    'permission denied',
  );
});
