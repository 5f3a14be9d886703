export type { DB } from '../build/row-types.ts';
export type { DatabaseAddress, PreparedDatabase } from './address.ts';
export {
  type BreachReason,
  type ChainHead,
  type ChainLink,
  type ChainReport,
  installationChain,
  verifyChain,
} from './audit-chain.ts';
export {
  behindPooler,
  createDatabase,
  createPool,
  type PoolOptions,
  parseDatabaseUrl,
  withOwner,
} from './connect.ts';
export { ensureDatabase } from './create-database.ts';
export { chooseDataFolder, postgresFolder } from './data-folder.ts';
export { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './embedded.ts';
export { explainDatabaseFailure } from './explain-failure.ts';
export { handOver, handOverFolder } from './hand-over.ts';
export { inCompany, type Tenant } from './in-company.ts';
export {
  dataFolderOf,
  findInstallation,
  type InstallationPlace,
} from './installation-settings.ts';
export { listMigrations } from './migrate.ts';
export { linkDatabase } from './postgres-binaries.ts';
export { prepareDatabase } from './prepare.ts';
export { type OpenedServer, openInstallationDatabase } from './reach-embedded.ts';
export { isBefore, thisRelease, tooOldCode, tooOldSentence } from './release.ts';
export { beginRestore, findUnfinishedRestore, finishRestore, holdsTables } from './restoring.ts';
export { findOtherDatabases, type Role, roleName, roles } from './roles.ts';
export { loadEnvFile, rootFolder } from './root-folder.ts';
export { canWrite, findServerUser, type RunUser, runsAs } from './run-user.ts';
export { takeSecretFiles } from './secret-files.ts';
export { isDatabaseFull, isDatabaseUnavailable } from './unavailable.ts';
export { unwritableCode, unwritableSentence } from './unwritable.ts';
export { type AuditReport, type LinkRow, listChains, toLink, verifyAudit } from './verify-audit.ts';
export { waitForDatabase, waitForPooler } from './wait-for-database.ts';
