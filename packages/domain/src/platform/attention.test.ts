import { textsIn } from '@readout/texts';
import { expect, test } from 'vitest';
import { attentionOf, type Surroundings } from './attention.ts';
import type { PlatformHealth } from './platform-health.ts';
import type { StoreFindings } from './store-findings.ts';

const words = { text: textsIn('en'), locale: 'en' };
const worker: PlatformHealth['processes'][number] = {
  id: 'p',
  role: 'all',
  host: 'h',
  pid: 1,
  version: '1.0.0',
  nodeVersion: '26',
  memoryBytes: 1,
  startedAt: '2026-01-01T00:00:00Z',
  seenAt: '2026-01-01T00:00:00Z',
  isMissing: false,
};
const well: PlatformHealth = {
  companies: 3,
  suspendedCompanies: 1,
  closingCompanies: 0,
  users: 5,
  queue: { waiting: 2, reading: 1, oldestSeconds: 40 },
  bars: [],
  lastHour: { read: 50, failed: 1 },
  lastDay: { received: 1000, read: 980, failed: 20 },
  failures: [{ code: 'image.damaged', count: 20 }],
  storage: { objects: 1, bytes: 1, countedAt: null },
  database: {
    bytes: 1,
    version: '18',
    connections: 20,
    maxConnections: 57,
    startedAt: '2026-01-01T00:00:00Z',
  },
  processes: [worker],
  mails: { waiting: 0, withoutSmtp: 0, failed: 0, oldestWaitingAt: null },
  deliveries: { targets: 0, paused: 0, failing: 0, waiting: 0, oldestWaitingAt: null, failed: 0 },
  blockedInUse: [],
  waitingVersions: 0,
  nearLimit: [],
  backups: { failure: null, lost: 0, isNever: false, isLate: false },
  stream: {
    target: null,
    isTaken: false,
    waiting: 0,
    oldestAt: null,
    caughtUpAt: null,
    sent: 0,
    sentAt: null,
    failure: null,
  },
};
const around: Surroundings = {
  disk: { freeBytes: 500e9, totalBytes: 1000e9, floorBytes: 2e9, isFull: false },
  readOnlySince: null,
  legalProblems: [],
  hasSmtp: true,
  lacksBaseUrl: false,
  now: Date.parse('2026-01-01T12:00:00Z'),
  clock: null,
  hasStream: false,
  jailLacks: [],
};
const store: StoreFindings = {
  altered: 0,
  missing: 0,
  companyCount: 0,
  companies: [],
  oldestCheckAt: null,
  hold: null,
  sweptAt: null,
};
const titles = (health: Partial<PlatformHealth>, more: Partial<Surroundings> = {}) =>
  attentionOf({ ...well, ...health }, { ...around, ...more }, store, words).map(({ title }) => title);

test('an installation that is well needs nothing', () => {
  expect(titles({})).toEqual([]);
  expect(titles({ queue: { waiting: 0, reading: 0, oldestSeconds: null } }, { disk: null })).toEqual([]);
});

test('each thing that is wrong is named, and says what to do and where', () => {
  const cases: [Partial<PlatformHealth>, Partial<Surroundings>, RegExp][] = [
    [{ processes: [] }, {}, /Nothing reads/],
    [{ processes: [{ ...worker, role: 'web' }] }, {}, /Nothing reads/],
    [{ queue: { waiting: 9, reading: 0, oldestSeconds: 900 } }, {}, /waited 15 min/],
    [{ lastDay: { received: 10, read: 8, failed: 12 } }, {}, /60 % of the pages/],
    [{ processes: [worker, { ...worker, id: 'q', isMissing: true }] }, {}, /1 process is missing/],
    [{ database: { ...well.database, connections: 50 } }, {}, /50 of 57 database connections/],
    [
      { backups: { failure: 'There is no room left in /backups.', lost: 0, isNever: true, isLate: false } },
      {},
      /last backup failed/,
    ],
    [
      { backups: { failure: null, lost: 1, isNever: false, isLate: false } },
      {},
      /1 original is missing or altered/,
    ],
    [{ backups: { failure: null, lost: 0, isNever: true, isLate: false } }, {}, /never a backup/],
    [{ backups: { failure: null, lost: 0, isNever: false, isLate: true } }, {}, /no worker writes it/],
    [{ mails: { ...well.mails, failed: 2 } }, {}, /2 mails could not be sent/],
    [{}, { hasSmtp: false }, /no SMTP/],
    [{}, { clock: { host: 'web-2', aheadSeconds: -3600 } }, /clock of web-2 is 60 min behind/],
    [{}, { jailLacks: ['bwrap not installed', 'bwrap not installed'] }, /not fully shut in/],
    [{}, { legalProblems: ['legal/tos.md is broken'] }, /legal text/],
    [{}, { readOnlySince: '2026-01-01T00:00:00Z' }, /Maintenance is on/],
    [
      { blockedInUse: [{ pluginId: 'receipt', version: '*', companies: 7 }] },
      {},
      /receipt is switched on in 7 companies/,
    ],
    [
      { blockedInUse: [{ pluginId: 'receipt', version: '1.2.0', companies: 1 }] },
      {},
      /version 1\.2\.0 of receipt is switched on in 1 company/,
    ],
    [{ waitingVersions: 2 }, {}, /2 versions of plugins wait for review/],
    [
      { nearLimit: [{ companyId: 'c', companyName: 'Marl', limit: 'members', used: 24, max: 25 }] },
      {},
      /Marl has used 96 % of its members/,
    ],
    [{}, { lacksBaseUrl: true }, /READOUT_BASE_URL/],
    [{}, { disk: { freeBytes: 3e9, totalBytes: 1000e9, floorBytes: 2e9, isFull: false } }, /3.0 GB left/],
    [
      {},
      { disk: { freeBytes: 1e9, totalBytes: 1000e9, floorBytes: 2e9, isFull: true } },
      /Uploads are refused: 1.0 GB left/,
    ],
  ];
  for (const [health, more, expected] of cases) {
    const found = attentionOf({ ...well, ...health }, { ...around, ...more }, store, words);
    expect(found.map(({ title }) => title).join()).toMatch(expected);
    for (const { text, to, link } of found) {
      expect(text.length).toBeGreaterThan(20);
      expect(to).toMatch(/^[/#]/);
      expect(link).not.toBe('');
    }
  }
});

test('what stops work comes before what may wait', () => {
  const found = attentionOf(
    { ...well, processes: [], mails: { ...well.mails, failed: 1 } },
    { ...around, hasSmtp: false },
    store,
    words,
  );
  expect(found.map(({ tone }) => tone)).toEqual(['alarm', 'notice', 'notice']);
});

test('damaged originals and files that nobody knows are told in numbers, until somebody has decided', () => {
  const hold = { since: '2026-01-01T00:00:00Z', orphans: 101, files: 2000, cap: 100, isAllowed: false };
  const found = (more: Partial<StoreFindings>) =>
    attentionOf(well, around, { ...store, ...more }, words).map(({ tone, title }) => `${tone}: ${title}`);
  expect(found({ altered: 1, missing: 2, companyCount: 1 })).toEqual([
    'alarm: 3 stored originals are damaged: 2 missing, 1 altered',
  ]);
  expect(found({ hold })).toEqual(['alarm: The database does not know 101 of 2,000 stored files']);
  expect(found({ hold: { ...hold, isAllowed: true } })).toEqual([]);
});

test('during maintenance a resting worker and a growing queue are no alarm', () => {
  expect(
    titles(
      { queue: { waiting: 9, reading: 0, oldestSeconds: 9000 } },
      { readOnlySince: '2026-01-01T00:00:00Z' },
    ),
  ).toEqual(['Maintenance is on: nothing can be changed and nothing is read']);
});

test('an audit stream that is behind for long is told, with why', () => {
  const failure = {
    code: 'audit_stream.unreachable',
    message: 'Away.',
    at: '2026-01-01T11:59:00Z',
    attempts: 3,
  };
  const stream: typeof well.stream = {
    ...well.stream,
    waiting: 7,
    caughtUpAt: '2026-01-01T11:40:00Z',
    failure,
  };
  const told = (more: Partial<typeof stream>, hasStream = true) =>
    titles({ stream: { ...stream, ...more } }, { hasStream });
  expect(told({})).toEqual(['The audit stream is 7 events behind']);
  expect(attentionOf({ ...well, stream }, { ...around, hasStream: true }, store, words)[0]?.text).toContain(
    'Away. (audit_stream.unreachable)',
  );
  expect(told({ caughtUpAt: null })).toHaveLength(1);
  expect(told({ caughtUpAt: '2026-01-01T11:50:00Z' })).toEqual([]);
  expect(told({ waiting: 0 })).toEqual([]);
  expect(told({}, false)).toEqual([]);
});
