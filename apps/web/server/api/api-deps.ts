import type { DB } from '@readout/database';
import type { Scope } from '@readout/domain/actor';
import type { SecretVault } from '@readout/domain/deliveries/secret-vault';
import { AppError } from '@readout/domain/errors';
import type { Mailer } from '@readout/domain/mails/queue-mail';
import type { PlatformActor } from '@readout/domain/platform-actor';
import type { AccuracyMeasurer } from '@readout/domain/plugins/measure-company-version';
import type { BundledPlugin, Packages } from '@readout/domain/plugins/packages';
import type { PluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import type { ModelFolder } from '@readout/image-reader/added-models';
import type { ObjectStore, UploadParts } from '@readout/store';
import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import type { DiskRoom } from '../disk-room.ts';
import type { Flattener } from '../flatten/flattener.ts';
import type { HttpEnv } from '../http/env.ts';
import type { LiveChanges } from '../live/live-changes.ts';
import type { LivePeople } from '../live/live-people.ts';
import type { Originals } from '../originals.ts';
import type { PluginStore } from '../plugins/plugin-store.ts';
import { isMember, scopeOf as scopeOfSession } from '../request/scope-of.ts';
import type { JobQueue } from '../worker/queue.ts';

/** What the programs' interface works with. */
export interface ApiDeps {
  /** As the application's role. */
  db: Kysely<DB>;
  /** As the role of signing in, for API keys. */
  auth: Kysely<DB>;
  /** As the platform's role, for who administers the installation. */
  platform: Kysely<DB>;
  plugins: PluginCatalogue;
  versions: PluginStore;
  packages: Packages;
  accuracy: AccuracyMeasurer;
  /** What comes with Readout, for who has not signed in. */
  firstParty: readonly BundledPlugin[];
  /** The text models of the installation that are in use. */
  models: Pick<ModelFolder, 'inUse' | 'fileOf'>;
  store: ObjectStore;
  originals: Originals;
  flattener: Pick<Flattener, 'make'>;
  queue: Pick<JobQueue, 'enqueue'>;
  mailer: Mailer;
  /** What targets of deliveries sign and send with. */
  vault: SecretVault;
  /** Under which what this process was promised is known; null: by its time alone. */
  processId: string | null;
  /** Of the folders uploads are written to. */
  disk: DiskRoom;
  live: LiveChanges;
  people: LivePeople;
  /** From which the keys of the queues on people's devices are derived. */
  queueKeySecret: string;
  /** Folder of unfinished resumable uploads, where they wait on this machine. */
  uploadsFolder: string;
  /** Where they wait for every process; undefined: in the folder. */
  uploadParts: UploadParts | undefined;
  log: { error(fields: object, text: string): void };
  /** Ends open streams when the server stops. */
  stopping: AbortSignal;
}

/**
 * Company and person of a request, or of the key a program sends.
 * @throws AppError `sign_in.needed`, `company.none`; `api_key.sign_in_instead` where the address is not open to keys
 */
export function scopeOf(context: Context<HttpEnv>): Scope {
  const apiKey = context.get('apiKey');
  if (apiKey) {
    if (context.get('isOpenToKeys')) return apiKey.scope;
    throw new AppError('api_key.sign_in_instead');
  }
  const session = context.get('session');
  if (!session) throw new AppError('sign_in.needed');
  if (!isMember(session)) throw new AppError('company.none');
  return scopeOfSession(session, context.get('client').address);
}

/**
 * Who administers the platform, as themself.
 * @throws AppError `sign_in.needed`, `support.not_while_acting`, `api_key.sign_in_instead`
 */
export function platformActorOf(context: Context<HttpEnv>): PlatformActor {
  if (context.get('apiKey')) throw new AppError('api_key.sign_in_instead');
  const session = context.get('session');
  if (!session) throw new AppError('sign_in.needed');
  if (session.impersonatedBy) throw new AppError('support.not_while_acting', { name: session.user.name });
  return {
    userId: session.user.id,
    name: session.user.name,
    platformRole: session.user.role,
    ipAddress: context.get('client').address,
  };
}
