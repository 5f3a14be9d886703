import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { aliveSeconds } from '../readings/reading-workers.ts';
import { type DeliveryHealth, readDeliveryHealth } from './delivery-health.ts';
import {
  countCompanies,
  countMails,
  countQueue,
  lookAtDatabase,
  type PlatformHealth,
} from './platform-health.ts';

type Deps = { platform: Kysely<DB> };

/** The installation in numbers over all companies, for the operator's own tools: nothing names a company or a person. */
export interface Gauges
  extends Pick<
    PlatformHealth,
    'queue' | 'storage' | 'database' | 'mails' | 'companies' | 'suspendedCompanies' | 'users'
  > {
  deliveries: DeliveryHealth;
  workers: ReadingWorkers;
}

/** Of the processes that read. */
export interface ReadingWorkers {
  alive: number;
  /** Of these, kept from reading by what is around them. */
  held: number;
}

/** As the system, from indexes and sums. */
export async function readGauges({ platform }: Deps): Promise<Gauges> {
  const [{ companies, suspendedCompanies, users, storage }, queue, database, mails, deliveries, workers] =
    await Promise.all([
      countCompanies(platform),
      countQueue(platform),
      lookAtDatabase(platform),
      countMails(platform),
      readDeliveryHealth(platform),
      countWorkers(platform),
    ]);
  return { companies, suspendedCompanies, users, storage, queue, database, mails, deliveries, workers };
}

/** Whether pages are read, and for how long the oldest has waited. */
export async function readReadiness({
  platform,
}: Deps): Promise<{ workers: ReadingWorkers; oldestSeconds: number | null }> {
  const [workers, { oldestSeconds }] = await Promise.all([countWorkers(platform), countQueue(platform)]);
  return { workers, oldestSeconds };
}

async function countWorkers(platform: Kysely<DB>): Promise<ReadingWorkers> {
  const { rows } = await sql<ReadingWorkers>`
    select count(*)::int as alive, count(held_by)::int as held from platform.reading_workers
    where seen_at > now() - make_interval(secs => ${aliveSeconds})`.execute(platform);
  return rows[0]!;
}
