import { createHash, randomBytes } from 'node:crypto';
import { createRandom, divideByZipf, type Random } from './random.ts';
import { companyName, hardNames, personName } from './words.ts';

export interface SeedUser {
  id: string;
  name: string;
  email: string;
  role: 'user' | 'admin';
  createdAt: Date;
  lastSeenAt: Date | null;
}

export interface SeedCompany {
  id: string;
  name: string;
  slug: string;
  createdAt: Date;
  languages: string[];
  locale: string;
  currency: string;
  /** Hours east of UTC: when its days are busy. */
  utcOffset: number;
  members: { user: SeedUser; role: 'owner' | 'admin' | 'reviewer' | 'operator'; joinedAt: Date }[];
}

/** Accounts one can sign in to, in the largest company and, for the platform's administrator, the second. */
export const knownAccounts = [
  { name: 'Olivia Owner', mailbox: 'owner', role: 'owner' },
  { name: 'Adam Admin', mailbox: 'admin', role: 'admin' },
  { name: 'Rita Reviewer', mailbox: 'reviewer', role: 'reviewer' },
  { name: 'Oscar Operator', mailbox: 'operator', role: 'operator' },
  { name: 'Petra Platform', mailbox: 'platform', role: 'platform administrator' },
] as const;

const day = 86_400_000;
const countries = [
  ['en-GB', 'en', 'GBP', 0],
  ['de-DE', 'de', 'EUR', 1],
  ['fr-FR', 'fr', 'EUR', 1],
  ['en-US', 'en', 'USD', -5],
  ['sv-SE', 'sv', 'SEK', 1],
  ['pl-PL', 'pl', 'PLN', 1],
  ['pt-BR', 'pt', 'BRL', -3],
  ['ja-JP', 'ja', 'JPY', 9],
] as const;

export interface People {
  companies: SeedCompany[];
  users: SeedUser[];
}

/** Companies by size, the largest first, and who works in them. `suffix` keeps addresses of another run apart. */
export function inventPeople({
  seed,
  companies: companyCount,
  users: userCount,
  now,
  suffix,
}: {
  seed: number;
  companies: number;
  users: number;
  now: number;
  suffix: string;
}): People {
  const random = createRandom(seed);
  const users = Array.from({ length: Math.max(userCount, knownAccounts.length) }, (_, index) =>
    inventUser(random, index, { now, suffix }),
  );
  const companies = Array.from({ length: companyCount }, (_, index) =>
    inventCompany(random, index, { now, suffix }),
  );
  const sizes = divideByZipf(users.length, companyCount, { exponent: 0.9, shift: 5, min: 1 });
  let next = 0;
  for (const [index, company] of companies.entries()) {
    const own = users.slice(next, next + sizes[index]!);
    next += sizes[index]!;
    for (const [place, user] of own.entries()) join(random, company, user, roleAt(random, index, place), now);
    // One of ten works elsewhere, too.
    const guests = Math.floor(own.length / 10);
    for (let guest = 0; guest < guests; guest++) {
      const user = random.pick(users);
      if (company.members.every((member) => member.user !== user))
        join(random, company, user, random.pick(['admin', 'reviewer', 'operator', 'operator']), now);
    }
  }
  nameKnown(users, companies, suffix, now);
  return { companies, users };
}

function inventUser(
  random: Random,
  index: number,
  { now, suffix }: { now: number; suffix: string },
): SeedUser {
  const age = random.next() ** 2 * 400 * day;
  const isActive = random.chance(0.7);
  return {
    id: random.uuid(),
    name: personName(random),
    email: `person-${index}${suffix}@example.com`,
    role: 'user',
    createdAt: new Date(now - age - 3600_000),
    lastSeenAt: isActive ? new Date(now - Math.min(age, random.next() ** 3 * 120 * day)) : null,
  };
}

function inventCompany(
  random: Random,
  index: number,
  { now, suffix }: { now: number; suffix: string },
): SeedCompany {
  const [locale, language, currency, utcOffset] = random.pick(countries);
  // The first few are plain; then come those that are hard to show.
  const name = hardNames[index - 3] ?? companyName(random);
  return {
    id: random.uuid(),
    name,
    slug: `company-${index}${suffix}`,
    createdAt: new Date(now - (100 + random.next() * 300) * day),
    languages: language === 'en' ? ['en'] : [language, 'en'],
    locale,
    currency,
    utcOffset,
    members: [],
  };
}

function roleAt(random: Random, company: number, place: number): 'owner' | 'admin' | 'reviewer' | 'operator' {
  // The places of the accounts one can sign in to.
  if (company === 0 && place < 4) return (['owner', 'admin', 'reviewer', 'operator'] as const)[place]!;
  if (place === 0) return 'owner';
  const share = random.next();
  return share < 0.05 ? 'admin' : share < 0.25 ? 'reviewer' : 'operator';
}

function join(
  random: Random,
  company: SeedCompany,
  user: SeedUser,
  role: SeedCompany['members'][number]['role'],
  now: number,
): void {
  const since = Math.max(company.createdAt.getTime(), user.createdAt.getTime());
  company.members.push({ user, role, joinedAt: new Date(since + random.next() * (now - since)) });
}

function nameKnown(users: SeedUser[], companies: SeedCompany[], suffix: string, now: number): void {
  const platform = companies[1]?.members[0] ?? companies[0]?.members.at(-1);
  const places = [...(companies[0]?.members.slice(0, 4) ?? []), platform];
  for (const [index, account] of knownAccounts.entries()) {
    const user = places[index]?.user;
    if (!user || !users.includes(user)) continue;
    Object.assign(user, {
      name: account.name,
      email: `${account.mailbox}${suffix}@example.com`,
      role: account.mailbox === 'platform' ? 'admin' : 'user',
      lastSeenAt: new Date(now),
    });
  }
}

const browsers = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
];

/** A session of somebody seen lately. Its token is of this run alone, whatever the seed. */
export function inventSession(random: Random, user: SeedUser, now: number) {
  const seen = user.lastSeenAt?.getTime() ?? now;
  return {
    user_id: user.id,
    token: randomBytes(24).toString('base64url'),
    expires_at: new Date(Math.max(seen + 30 * day, now + day)),
    ip_address: `192.0.2.${random.whole(1, 254)}`,
    user_agent: random.pick(browsers),
    created_at: new Date(Math.max(user.createdAt.getTime(), seen - random.next() * 20 * day)),
    updated_at: new Date(seen),
  };
}

/** An invitation whose link nobody has: the token behind the sum was thrown away. */
export function inventInvitation(random: Random, company: SeedCompany, index: number, now: number) {
  const inviter = company.members[0]!.user;
  const created = now - random.next() * 20 * day;
  const isForDomain = random.chance(0.1);
  return {
    company_id: company.id,
    id: random.uuid(),
    email: isForDomain ? null : `invited-${index}@example.com`,
    domain: isForDomain ? 'example.com' : null,
    role: random.pick(['reviewer', 'operator', 'operator']),
    token_hash: createHash('sha256').update(randomBytes(32)).digest('hex'),
    invited_by: inviter.id,
    invited_by_name: inviter.name,
    created_at: new Date(created),
    expires_at: new Date(created + 7 * day),
    revoked_at: random.chance(0.1) ? new Date(created + day / 2) : null,
  };
}
