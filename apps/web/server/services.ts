import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createDatabase, createPool, type DB, type PreparedDatabase, type Role } from '@readout/database';
import { databaseNow } from '@readout/domain/database-clock';
import type { SecretVault } from '@readout/domain/deliveries/secret-vault';
import type { TargetOffers } from '@readout/domain/deliveries/target-kinds';
import type { Mailer } from '@readout/domain/mails/queue-mail';
import type { Surroundings } from '@readout/domain/platform/attention';
import { keptLegalTexts } from '@readout/domain/platform/kept-legal-texts';
import { readGauges, readReadiness } from '@readout/domain/platform/read-gauges';
import { readOldestRelease } from '@readout/domain/platform/read-oldest-release';
import type { ReviewTools } from '@readout/domain/platform/review/get-review';
import type { TextModelJobs } from '@readout/domain/platform/text-models/text-model-jobs';
import type { VersionTrials } from '@readout/domain/plugins/compare-versions';
import type { StudioMaker } from '@readout/domain/plugins/drafts/studio-maker';
import type { Readmes } from '@readout/domain/plugins/get-plugin-readme';
import type { SampleReader } from '@readout/domain/plugins/get-plugin-sample';
import type { AccuracyMeasurer } from '@readout/domain/plugins/measure-company-version';
import type { SubmissionMaker } from '@readout/domain/plugins/submissions/rules';
import type { TemplateMaker } from '@readout/domain/plugins/templates/rules';
import { createReadingLoad, type ReadingLoadSource } from '@readout/domain/readings/expected-waits';
import type { ModelFolder } from '@readout/image-reader/added-models';
import { differences } from '@readout/plugin-kit/expectation';
import { loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { findStore, localFolderOf, type ObjectStore, type UploadParts } from '@readout/store';
import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import type { Kysely } from 'kysely';
import type { Dispatcher } from 'undici';
import type { AccountsDeps } from './accounts/account-steps.ts';
import { type Auth, createAuth, derivedSecret, recoveryCodeKey, setupCodeOf } from './accounts/auth.ts';
import { hashStoredRecoveryCodes } from './accounts/codes-used-once.ts';
import { createSessionResolver, type SessionResolver } from './accounts/session.ts';
import { type ClockWatch, watchClock } from './clock-watch.ts';
import { type Config, phoneOrigin, publicOrigin, rootFolder } from './config.ts';
import { createMeans } from './deliveries/means.ts';
import { createSecretVault } from './deliveries/secret-vault.ts';
import type { Means } from './deliveries/sender.ts';
import { testTarget } from './deliveries/test-target.ts';
import { createDiskRoom, type DiskRoom } from './disk-room.ts';
import { jailReport } from './jail.ts';
import { type CurrentLegalVersions, createLegalVersions } from './legal-versions.ts';
import type { Log } from './log.ts';
import { renderMail } from './mail/render-mail.ts';
import { createSmtpTransport } from './mail/smtp-transport.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { createModelJobs } from './models/model-jobs.ts';
import { openTextModels } from './models/text-models.ts';
import { createTrials } from './models/trials.ts';
import { type Notices, readNotices } from './notices.ts';
import { createOriginals, type Originals } from './originals.ts';
import { claimOwnStore } from './own-store.ts';
import { createPlatformState, type PlatformStateSource } from './platform-state.ts';
import { createAccuracyMeasurer } from './plugins/accuracy.ts';
import { codeChanges } from './plugins/code-changes.ts';
import { createVersionTrials } from './plugins/compare.ts';
import { createLeavingPictures } from './plugins/leaving-pictures.ts';
import { type OpenedPlugins, openPlugins } from './plugins/open-plugins.ts';
import { readSample } from './plugins/read-sample.ts';
import { createReadmes } from './plugins/readmes.ts';
import { createStudioMaker } from './plugins/studio-maker.ts';
import { createSubmissionMaker } from './plugins/submission-maker.ts';
import { createTemplateMaker } from './plugins/template-maker.ts';
import { createReadiness, type ReadinessSource } from './readiness.ts';
import { type ReleaseWatch, watchRelease } from './release-watch.ts';
import { lookAround } from './surroundings.ts';
import { type JobQueue, openQueue } from './worker/queue.ts';

/** Everything the server's parts are given; built here only. */
export interface Services extends OpenedPlugins {
  config: Config;
  /** Where a phone that scans a code goes; undefined: there is no encrypted address. */
  phoneOrigin: string | undefined;
  /** Of this Readout, as its package says. */
  version: string;
  /** What this Readout is made of. */
  readNotices: () => Promise<Notices>;
  log: Log;
  db: {
    /** Tenant queries, through `inCompany`. */
    app: Kysely<DB>;
    /** Sign-in; sees schema auth only. */
    auth: Kysely<DB>;
    /** Platform administration; sees numbers of all companies, nothing that was read. */
    platform: Kysely<DB>;
  };
  /** Maintenance, announcement and blocked plugins, as every process hears them at once. */
  platform: PlatformStateSource;
  /** How to reach the database as its owner, for what listens or installs at start. */
  database: PreparedDatabase;
  auth: Auth;
  accounts: AccountsDeps;
  sessions: SessionResolver;
  /** Under which forms that let a program in are bound to their session. */
  consentKey: string;
  /** Versions of the legal texts that everyone has to have accepted. */
  legal: CurrentLegalVersions;
  mailer: Mailer;
  /** What targets of deliveries sign and send with. */
  vault: SecretVault;
  /** Passes the outgoing guard; for what companies have sent. */
  outbound: Dispatcher;
  /** What targets are given of this installation besides the network. */
  means: Means;
  /** Kinds of target that depend on the operator. */
  offers: TargetOffers;
  /** Sends a target a sample record. */
  testTarget: (input: Parameters<typeof testTarget>[1]) => ReturnType<typeof testTarget>;
  store: ObjectStore;
  originals: Originals;
  queue: JobQueue;
  /** What waits to be read over all companies, for how long one page has to. */
  readingLoad: ReadingLoadSource;
  /** Among the processes of the installation; new at each start. */
  processId: string;
  /** Of the folders uploads are written to. */
  disk: DiskRoom;
  /** Of unfinished resumable uploads. */
  uploadsFolder: string;
  /** Where they wait for every process; undefined: in that folder. */
  uploadParts: UploadParts | undefined;
  /** Verifies packages against the keys in the database. */
  templates: TemplateMaker;
  studio: StudioMaker;
  /** Makes of a version and its fixtures what leaves the company. */
  submissions: SubmissionMaker;
  readSample: SampleReader;
  readmes: Readmes;
  /** Runs a company's own version on its fixtures. */
  accuracy: AccuracyMeasurer;
  /** Runs two versions of a plugin beside each other. */
  trials: VersionTrials;
  /** Text models of the installation, and what takes long with them. */
  textModels: { folder: ModelFolder; jobs: TextModelJobs };
  /** What packages that were handed in are looked at with. */
  reviewing: ReviewTools;
  /** How this process shuts in what decodes pictures. */
  jailReport: typeof jailReport;
  /** Of the machine and the settings, as they are now. */
  lookAround(): Promise<Surroundings>;
  /** For the operator's own tools. */
  metrics: Metrics;
  /** Whether pages are read; as a moment ago. */
  reading: ReadinessSource;
  /** Whether this process may still run on the database. */
  release: ReleaseWatch;
  /** Whether this machine's clock is the database's. */
  clock: ClockWatch;
  /** Whether the database answers within two seconds. */
  isDatabaseReady(): Promise<boolean>;
  /** Ends queue and connections. The worker and the listener have to be stopped before. */
  close(): Promise<void>;
}

const readinessTimeoutMs = 2000;

/** Builds the services on a prepared database (see `prepareDatabase`). */
export async function createServices({
  config,
  log,
  database,
}: {
  config: Config;
  log: Log;
  database: PreparedDatabase;
}): Promise<Services> {
  const isWorker = config.role !== 'web';
  const onError = (error: Error) => log.debug({ error: error.message }, 'a database connection was lost');
  const pool = (role: Role, maxConnections: number, isDirect = false) =>
    createPool(database, role, config.secret, { maxConnections, isDirect, onError });
  const pools = {
    app: pool('readout_app', config.databaseConnections),
    auth: pool('readout_auth', Math.max(4, Math.ceil(config.databaseConnections / 2))),
    platform: pool('readout_platform', 4),
    queue: pool('readout_platform', isWorker ? config.workers + 2 : 2),
    // What listens.
    platformState: pool('readout_app', 1, true),
    queueNews: pool('readout_platform', 1, true),
  };
  const db = {
    app: createDatabase(pools.app),
    auth: createDatabase(pools.auth),
    platform: createDatabase(pools.platform),
  };
  const uploadsFolder = path.join(config.dataFolder, 'uploads');
  const foundStore = await findStore(config.store, {
    onAway: (why) =>
      why
        ? log.error({ reason: why.reason, why: why.message }, 'the store is away')
        : log.info({}, 'the store is back'),
  });
  const openOwnStore = async () => {
    const { installationId } = database;
    const { owner, parts, open } = foundStore;
    const also = parts.also?.owner;
    const how = await claimOwnStore({ platform: db.platform }, { owner, also, installationId });
    // A new one is what a first start makes: nothing to tell.
    if (how === 'fits') log.info({ installationId }, 'object store identified');
    return open({ installationId });
  };
  const queue = openQueue({ pool: pools.queue, news: pools.queueNews, onError });
  const [bundled, store] = await Promise.all([loadFirstPartyPlugins(), openOwnStore()]);
  const originals = createOriginals({ store, db: db.app, queue });
  const leavingPictures = createLeavingPictures({ originals });
  const platform = await createPlatformState({ pool: pools.platformState, db: db.app, onError });
  const plugins = await openPlugins({
    db,
    secret: config.secret,
    bundled,
    folder: path.join(rootFolder, 'plugins'),
  });
  const textModels = openTextModels(config.dataFolder);
  const vault = createSecretVault(config.secret);
  const outbound = createOutboundDispatcher({ allow: parseNetworks(config.outboundAllow) });
  const mailer: Mailer = {
    isConfigured: config.mail !== undefined,
    origin: publicOrigin(config),
    render: renderMail,
  };
  // Apart from the mails of accounts, which a large original would hold up.
  const transport = config.mail && createSmtpTransport(config.mail, mailer);
  const means = createMeans({
    db: db.app,
    plugins: plugins.plugins,
    originals,
    folders: config.deliveryFolders,
    mail: transport && { transport, render: renderMail, origin: mailer.origin },
  });
  const auth = createAuth({ config, db: db.auth, log, mailer });
  await hashStoredRecoveryCodes({ auth, db: db.auth }, recoveryCodeKey(config.secret));
  const { authCookies } = await auth.$context;
  const { version } = JSON.parse(readFileSync(path.join(rootFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const onLegalError = (error: unknown) => log.error({ err: error }, 'the legal texts could not be read');
  const legal = await createLegalVersions({
    dataFolder: config.dataFolder,
    kept: keptLegalTexts({ platform: db.platform }),
    onError: onLegalError,
  });
  platform.onNews((table) => {
    if (table === 'legal_texts') legal.refresh().catch(onLegalError);
  });
  const disk = createDiskRoom({
    folders: [localFolderOf(config.store.store), uploadsFolder],
    floor: config.freeDiskFloor,
  });
  const clock = watchClock({ read: () => databaseNow(db.platform), log });
  await clock.look();
  const release = watchRelease({ read: () => readOldestRelease({ platform: db.platform }), log });
  return {
    config,
    phoneOrigin: phoneOrigin(config),
    version,
    metrics: createMetrics({
      version,
      role: config.role,
      readGauges: () => readGauges({ platform: db.platform }),
      disk,
    }),
    reading: createReadiness(() => readReadiness({ platform: db.platform })),
    release,
    clock,
    readNotices,
    log,
    db,
    platform,
    database,
    auth,
    accounts: {
      auth,
      db,
      mailer,
      providers: config.signInProviders,
      isSecure: config.isSecure,
      recoveryCodeKey: recoveryCodeKey(config.secret),
      signUp: {
        mode: config.signUp,
        setupCode: setupCodeOf(config.secret),
        firstPlugins: plugins.firstPlugins,
      },
    },
    sessions: createSessionResolver(pools.auth, {
      isPrepared: database.pooler === undefined,
      name: authCookies.sessionToken.name,
      secret: derivedSecret(config.secret, 'sign-in'),
      isSecure: config.isSecure,
    }),
    consentKey: derivedSecret(config.secret, 'consent'),
    legal,
    lookAround: () => lookAround({ config, db, clock, legal, mailer, platform, disk }),
    mailer,
    vault,
    outbound,
    means,
    offers: { folders: means.folders, sendsMail: means.mail !== undefined },
    testTarget: (input) => testTarget({ db: db.app, vault, dispatcher: outbound, means }, input),
    store,
    originals,
    queue,
    readingLoad: createReadingLoad(db),
    processId: randomUUID(),
    disk,
    uploadsFolder,
    uploadParts: foundStore.uploads,
    templates: createTemplateMaker(),
    studio: createStudioMaker(),
    submissions: createSubmissionMaker({ builder: plugins.builder, picture: leavingPictures.make }),
    readSample,
    readmes: createReadmes(),
    accuracy: createAccuracyMeasurer(),
    trials: createVersionTrials(plugins.versions),
    textModels: {
      folder: textModels,
      jobs: createModelJobs({
        dataFolder: config.dataFolder,
        folder: textModels,
        compare: createTrials({
          db: db.app,
          database,
          store,
          models: textModels,
          versions: plugins.versions,
        }),
        log,
      }),
    },
    reviewing: { codeChanges, differences },
    jailReport,
    ...plugins,
    async isDatabaseReady() {
      const answer = pools.app.query('select 1').then(
        () => true,
        () => false,
      );
      const late = new Promise<boolean>((resolve) => setTimeout(resolve, readinessTimeoutMs, false).unref());
      return Promise.race([answer, late]);
    },
    async close() {
      release.close();
      clock.close();
      await queue.stop(1000).catch(() => {});
      await platform.close();
      await leavingPictures.close();
      await outbound.destroy();
      transport?.close();
      await Promise.all([
        ...Object.values(db).map((each) => each.destroy()),
        pools.queue.end(),
        pools.queueNews.end(),
        pools.platformState.end(),
      ]);
    },
  };
}
