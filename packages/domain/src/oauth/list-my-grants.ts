import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { demandThemself } from '../policy.ts';
import { findGrants, type ListedGrant } from './list-grants.ts';

/** The programs that act for the person themself in the company, the latest first. */
export async function listMyGrants(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<ListedGrant[]> {
  demandThemself(scope);
  return findGrants(db, scope, scope.actor.userId);
}
