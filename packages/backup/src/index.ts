export { BackupError, type BackupErrorCode, backupErrorCodes } from './backup-error.ts';
export { listBackups } from './backup-folder.ts';
export type { BackupProgress } from './copy-objects.ts';
export {
  type BackupOptions,
  type BackupResult,
  type BackupSource,
  createBackup,
} from './create-backup.ts';
export { noteBackup } from './note-backup.ts';
export { type OpenedBackup, openBackup } from './open-backup.ts';
export { checkRecipient, generateKeyPair, type Key, type Protection, parseIdentities } from './protection.ts';
export { type RestoreResult, restoreBackup } from './restore-backup.ts';
export { type VerifyResult, verifyBackup } from './verify-backup.ts';
