import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../../apps/web/server/config.ts';
import { captureCounts, captureTables, inventCaptures } from './captures.ts';
import { type Columns, createWriter, type OwnerClient } from './insert.ts';
import { inventInvitation, inventPeople, inventSession, knownAccounts, type People } from './people.ts';
import { drawPictures, type Picture } from './pictures.ts';
import { createRandom, type Random } from './random.ts';
import { openPictureStore } from './store-pictures.ts';

export interface SeedOptions {
  companies: number;
  users: number;
  captures: number;
  seed: number;
  /** Put beside what is there already. */
  isAddition: boolean;
  storeFolder: string;
  /** Of the accounts one can sign in to, as better-auth keeps it. */
  passwordHash: string;
  now?: number;
  onProgress?: (text: string) => void;
}

/** The newest captures of the largest companies have pictures to look at: of one company, and of all together. */
const maxPicturedOfOne = 1500;
const maxPictured = 4000;
/** Files placed at the same time. */
const filesAtOnce = 64;
/** The newest of them show on the picture what the record says. */
const maxExact = 300;

/**
 * Fills a migrated database with invented companies, people and captures, all of it or nothing.
 * `client`: as the owner of the schema.
 *
 * @returns who can sign in, and how many rows were written
 * @throws Error where there are companies already and nothing is to be added, or the same seed has made some of them
 */
export async function seedDatabase(
  client: OwnerClient,
  options: SeedOptions,
): Promise<{ accounts: { role: string; email: string }[]; rows: Record<string, number> }> {
  const { seed, now = Date.now(), onProgress = () => {}, isAddition } = options;
  const { rows: found } = await client.query<{ n: number }>('select count(*)::int as n from auth.company');
  if (found[0]!.n > 0 && !isAddition)
    throw new Error(
      `There ${found[0]!.n === 1 ? 'is 1 company' : `are ${found[0]!.n} companies`} in this database. Name an empty data folder (READOUT_DATA) or database, or say --add to put invented companies beside them.`,
    );
  const suffix = isAddition ? `-${seed}` : '';
  const people = inventPeople({ seed, companies: options.companies, users: options.users, now, suffix });
  if (await isThere(client, people))
    throw new Error(`What --seed ${seed} makes is in this database already: choose another --seed.`);
  const versions = readVersions();
  onProgress('drawing pictures');
  const pictures = await drawPictures(seed, new Date(now - 86_400_000).toISOString().slice(0, 10));
  const store = await openPictureStore(options.storeFolder, pictures);
  try {
    await client.query('begin');
    await client.query('set local synchronous_commit = off');
    const random = createRandom(seed + 1);
    onProgress('people and companies');
    const accounts = await writePeople(client, people, random, { ...options, now, suffix, versions });
    const rows = await writeCaptures(client, people, pictures, store, {
      ...options,
      now,
      versions,
      onProgress,
    });
    await writeHistory(client, people, random, now);
    await sortCaptures(client);
    await client.query('commit');
    onProgress('statistics for the planner');
    await client.query('vacuum (analyze)').catch(() => client.query('analyze'));
    return { accounts, rows };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await store.close();
  }
}

/** What lists are sorted by, which the application keeps when records change: of documents of one page with one record. */
async function sortCaptures(client: OwnerClient): Promise<void> {
  // No page has to hear of it.
  await client.query("set local readout.renames = 'on'");
  await client.query(`
    update app.captures c set document_date = r.document_date, total = r.total, party = r.party, confidence = r.confidence
    from app.records r
    where r.company_id = c.company_id and r.capture_id = c.id and r.position = 0 and r.state <> 'rejected'
      and c.page_number = 1 and c.confidence is null`);
}

/** Ids come of the seed alone. */
async function isThere(client: OwnerClient, { users }: People): Promise<boolean> {
  const { rowCount } = await client.query('select from auth."user" where id = $1', [users[0]!.id]);
  return rowCount !== 0;
}

interface Versions extends Record<string, string> {
  engine: string;
  tos: string;
  privacy: string;
}

function readVersions(): Versions {
  const read = (file: string) => readFileSync(path.join(rootFolder, file), 'utf8');
  const version = (file: string) => (JSON.parse(read(file)) as { version: string }).version;
  const legal = (name: string) =>
    /^version:\s*(\S+)/m.exec(read(`apps/web/app/legal/${name}.md`))?.[1] ?? '1';
  return {
    engine: version('packages/image-reader/package.json'),
    ...Object.fromEntries(
      ['receipt', 'shipping-label', 'barcode', 'text'].map((id) => [
        id,
        version(`plugins/${id}/plugin.json`),
      ]),
    ),
    tos: legal('tos'),
    privacy: legal('privacy-policy'),
  };
}

const peopleTables = {
  'auth."user"': {
    id: 'uuid',
    name: 'text',
    email: 'text',
    email_verified: 'boolean',
    role: 'text',
    terms_version: 'text',
    privacy_version: 'text',
    created_at: 'timestamptz',
    last_seen_at: 'timestamptz',
    banned: 'boolean',
    ban_reason: 'text',
  },
  'auth.account': { account_id: 'text', provider_id: 'text', user_id: 'uuid', password: 'text' },
  'auth.company': { id: 'uuid', name: 'text', slug: 'text', created_at: 'timestamptz' },
  'auth.membership': { company_id: 'uuid', user_id: 'uuid', role: 'text', created_at: 'timestamptz' },
  'auth.session': {
    user_id: 'uuid',
    token: 'text',
    expires_at: 'timestamptz',
    ip_address: 'text',
    user_agent: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  'auth.user_events': { user_id: 'uuid', action: 'text', ip_address: 'text', created_at: 'timestamptz' },
  'app.company_settings': {
    company_id: 'uuid',
    status: 'text',
    status_reason: 'text',
    languages: 'text[]',
    locale: 'text',
    max_members: 'int',
    max_captures_per_month: 'int',
    created_at: 'timestamptz',
  },
  'app.installations': {
    company_id: 'uuid',
    plugin_id: 'text',
    version: 'text',
    enabled: 'boolean',
    position: 'int',
    created_at: 'timestamptz',
  },
  'app.invitations': {
    company_id: 'uuid',
    id: 'uuid',
    email: 'text',
    domain: 'text',
    role: 'text',
    token_hash: 'text',
    invited_by: 'uuid',
    invited_by_name: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    revoked_at: 'timestamptz',
  },
  'auth.mails': {
    kind: 'text',
    to_email: 'text',
    user_id: 'uuid',
    company_id: 'uuid',
    subject: 'text',
    without_smtp: 'boolean',
    state: 'text',
    attempts: 'int',
    last_error: 'text',
    created_at: 'timestamptz',
    sent_at: 'timestamptz',
  },
} satisfies Record<string, Columns>;

async function writePeople(
  client: OwnerClient,
  { companies, users }: People,
  random: Random,
  {
    passwordHash,
    now,
    suffix,
    versions,
    captures,
  }: SeedOptions & { now: number; suffix: string; versions: Versions },
): Promise<{ role: string; email: string }[]> {
  const writer = createWriter(client, peopleTables);
  const accounts = knownAccounts
    .map(({ mailbox, role }) => ({ role, email: `${mailbox}${suffix}@example.com` }))
    .filter(({ email }) => users.some((user) => user.email === email));
  for (const user of users) {
    const isKnown = accounts.some(({ email }) => email === user.email);
    const isSuspended = !isKnown && random.chance(0.008);
    await writer.add('auth."user"', {
      id: user.id,
      name: user.name,
      email: user.email,
      email_verified: isKnown || random.chance(0.95),
      role: user.role,
      terms_version: versions.tos,
      privacy_version: versions.privacy,
      created_at: user.createdAt,
      last_seen_at: user.lastSeenAt,
      banned: isSuspended,
      ban_reason: isSuspended ? 'Left the company' : null,
    });
    if (isKnown)
      await writer.add('auth.account', {
        account_id: user.id,
        provider_id: 'credential',
        user_id: user.id,
        password: passwordHash,
      });
    if (user.lastSeenAt) {
      const session = inventSession(random, user, now);
      if (!isSuspended && random.chance(0.35)) await writer.add('auth.session', session);
      await writer.add('auth.user_events', {
        user_id: user.id,
        action: 'signed_in',
        ip_address: session.ip_address,
        created_at: session.created_at,
      });
    }
  }
  const counts = captureCounts(captures, companies.length);
  for (const [index, company] of companies.entries()) {
    const isSuspended = index > 4 && random.chance(0.015);
    await writer.add('auth.company', {
      id: company.id,
      name: company.name,
      slug: company.slug,
      created_at: company.createdAt,
    });
    await writer.add('app.company_settings', {
      company_id: company.id,
      status: isSuspended ? 'suspended' : 'active',
      status_reason: isSuspended ? 'The invoice was not paid' : null,
      languages: company.languages,
      locale: company.locale,
      max_members: Math.max(25, Math.ceil(company.members.length * 1.2)),
      max_captures_per_month: Math.max(10_000, counts[index]! * 2),
      created_at: company.createdAt,
    });
    for (const { user, role, joinedAt } of company.members)
      await writer.add('auth.membership', {
        company_id: company.id,
        user_id: user.id,
        role,
        created_at: joinedAt,
      });
    for (const [position, plugin] of ['receipt', 'shipping-label', 'barcode', 'text'].entries())
      await writer.add('app.installations', {
        company_id: company.id,
        plugin_id: plugin,
        version: versions[plugin],
        enabled: index === 0 || !random.chance(0.06),
        position,
        created_at: company.createdAt,
      });
    if (random.chance(0.15))
      await writer.add('app.invitations', inventInvitation(random, company, index, now));
    if (random.chance(0.2))
      await writer.add('auth.mails', inventMail(random, company.members[0]!.user, company.id, now));
  }
  await writer.flush();
  const platform = users.find((user) => user.role === 'admin');
  if (platform)
    await client.query('insert into auth.installation (admin_user_id) values ($1) on conflict do nothing', [
      platform.id,
    ]);
  return accounts;
}

function inventMail(random: Random, to: { id: string; email: string }, companyId: string, now: number) {
  const created = now - random.next() * 30 * 86_400_000;
  const hasFailed = random.chance(0.02);
  return {
    kind: 'notification',
    to_email: to.email,
    user_id: to.id,
    company_id: companyId,
    subject: 'Captures could not be read',
    without_smtp: false,
    state: hasFailed ? 'failed' : 'sent',
    attempts: hasFailed ? 8 : 1,
    last_error: hasFailed ? '550 No such mailbox' : null,
    created_at: new Date(created),
    sent_at: hasFailed ? null : new Date(created + 4000),
  };
}

async function writeCaptures(
  client: OwnerClient,
  { companies }: People,
  pictures: readonly Picture[],
  store: Awaited<ReturnType<typeof openPictureStore>>,
  { captures, seed, now, versions, onProgress = () => {} }: SeedOptions & { now: number; versions: Versions },
): Promise<Record<string, number>> {
  const writer = createWriter(client, captureTables);
  const counts = captureCounts(captures, companies.length);
  let done = 0;
  let pictured = 0;
  let told = 0;
  for (const [index, company] of companies.entries()) {
    const count = counts[index]!;
    const filed = await inventCaptures(
      {
        seed: seed * 100_003 + index,
        company,
        count,
        pictures,
        exact: pictured < maxPictured ? maxExact : 0,
        versions,
        now,
      },
      writer.add,
    );
    const used = new Set(filed.map(({ picture }) => picture));
    await Promise.all([...used].map((picture) => store.original(company.id, picture)));
    const shown = filed.slice(
      filed.length - Math.min(filed.length, maxPicturedOfOne, maxPictured - pictured),
    );
    for (let at = 0; at < shown.length; at += filesAtOnce)
      await Promise.all(
        shown
          .slice(at, at + filesAtOnce)
          .map(({ captureId, picture }) => store.derived(company.id, captureId, picture)),
      );
    pictured += shown.length;
    done += count;
    if (done - told >= captures / 10) {
      told = done;
      onProgress(`${done.toLocaleString('en')} of ${captures.toLocaleString('en')} captures`);
    }
  }
  await writer.flush();
  return writer.written;
}

/** What follows from the captures: how long they waited for review, and what was done to the installation. */
async function writeHistory(
  client: OwnerClient,
  { companies, users }: People,
  random: Random,
  now: number,
): Promise<void> {
  await client.query(
    `insert into app.review_stretches (company_id, document_id, created_by, began_at, ended_at)
     select c.company_id, c.id, c.created_by, c.read_at, greatest(c.read_at, r.updated_at)
     from app.captures c join app.records r on r.company_id = c.company_id and r.capture_id = c.id
     where c.company_id = any ($1) and r.state <> 'needs_review'`,
    [companies.map((company) => company.id)],
  );
  const writer = createWriter(client, {
    'platform.events': {
      actor_id: 'uuid',
      actor_name: 'text',
      action: 'text',
      subject_type: 'text',
      subject_id: 'text',
      subject_name: 'text',
      detail: 'jsonb',
      ip_address: 'text',
      created_at: 'timestamptz',
    },
  });
  const actor = users.find((user) => user.role === 'admin') ?? users[0]!;
  const count = Math.min(2000, companies.length);
  const moments = Array.from({ length: count }, () => now - random.next() ** 2 * 90 * 86_400_000).sort(
    (a, b) => a - b,
  );
  for (const createdAt of moments) {
    const isUser = random.chance(0.5);
    const subject = isUser ? random.pick(users) : random.pick(companies);
    const action = isUser
      ? random.pick(['user.signed_out', 'user.email_verified', 'user.two_factor_reset'])
      : random.pick(['company.limits_changed', 'company.suspended', 'company.resumed']);
    await writer.add('platform.events', {
      actor_id: actor.id,
      actor_name: actor.name,
      action,
      subject_type: isUser ? 'user' : 'company',
      subject_id: subject.id,
      subject_name: subject.name,
      detail: action === 'company.suspended' ? { reason: 'The invoice was not paid' } : {},
      ip_address: '192.0.2.7',
      created_at: new Date(createdAt),
    });
  }
  await writer.flush();
}
