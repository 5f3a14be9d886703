import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';

interface NamedCompany {
  id: string;
  name: string;
}

type Verdict =
  | { outcome: 'gone' }
  | { outcome: 'last_admin' }
  | { outcome: 'last_owner'; companies: NamedCompany[] }
  | { outcome: 'possible' | 'erased'; closing: NamedCompany[] };

export interface Erasure {
  /** Why it cannot be done now, in a sentence; null: it can. */
  obstacle: AppError | null;
  /** Companies that close with the person, because nobody else is in them. */
  closing: NamedCompany[];
}

/** What deleting a person's account would mean, and whether it can be done. `auth`: as readout_auth. */
export async function previewErasure(
  { auth }: { auth: Kysely<DB> },
  { userId }: { userId: string },
): Promise<Erasure> {
  const { rows } = await sql<{ verdict: Verdict }>`
    select auth.erasure_of(${userId}::uuid) as verdict`.execute(auth);
  return judge(rows[0]!.verdict);
}

/**
 * Takes a person out of the installation: name, address, ways to sign in, sessions, memberships, notifications and
 * mails are gone; what they did for companies stays, under a
 * pseudonym and an id that differ from company to company. Companies nobody else is in begin to
 * close. One transaction, with owner's rights that sign-in's role lacks (see `auth.erase_user`).
 *
 * @throws AppError `account.gone`, `account.last_admin`, `account.last_owner` (detail `{companies: [{id, name}]}`)
 */
export async function eraseUser(
  { auth }: { auth: Kysely<DB> },
  { userId, isOwnWish }: { userId: string /** Or an administrator's. */; isOwnWish: boolean },
): Promise<{ closing: NamedCompany[] }> {
  const { rows } = await auth.transaction().execute(async (trx) => {
    // Erasing somebody who captured a hundred thousand pages takes some seconds.
    await sql`set local statement_timeout = '10min'`.execute(trx);
    return sql<{ verdict: Verdict }>`
      select auth.erase_user(${userId}::uuid, ${isOwnWish}) as verdict`.execute(trx);
  });
  const { obstacle, closing } = judge(rows[0]!.verdict);
  if (obstacle) throw obstacle;
  return { closing };
}

function judge(verdict: Verdict): Erasure {
  switch (verdict.outcome) {
    case 'gone':
      return {
        obstacle: new AppError('account.gone'),
        closing: [],
      };
    case 'last_admin':
      return {
        obstacle: new AppError('account.last_admin'),
        closing: [],
      };
    case 'last_owner':
      return {
        obstacle: new AppError('account.last_owner', {
          names: namesOf(verdict.companies),
          count: verdict.companies.length,
          companies: verdict.companies,
        }),
        closing: [],
      };
    default:
      return { obstacle: null, closing: verdict.closing };
  }
}

const namesOf = (companies: NamedCompany[]) =>
  new Intl.ListFormat('en').format(companies.map((company) => company.name));
