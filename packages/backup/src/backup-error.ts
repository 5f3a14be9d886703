import { unwritableCode, unwritableSentence } from '@readout/database';

/** Why a backup or a restore could not be done. The message says what to do about it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const backupErrorCodes = [
  /** The folder is none that a backup was written to. */
  'backup.not_a_backup',
  /** Nothing in the folder was finished. */
  'backup.none_finished',
  'backup.no_such_backup',
  /** Written by a later version, in a format or with tables this one does not know. */
  'backup.newer_version',
  /** A byte is not what was written, or a file is missing. */
  'backup.damaged',
  'backup.key_needed',
  'backup.wrong_key',
  'backup.bad_recipient',
  /** The folder holds backups that are protected in another way, or for another key. */
  'backup.other_protection',
  'backup.other_installation',
  'backup.already_running',
  'backup.target_full',
  'backup.target_unusable',
  'restore.database_not_empty',
  'restore.store_not_empty',
  'restore.other_restore_begun',
  'restore.id_in_use',
  'restore.other_secret',
] as const;
export type BackupErrorCode = (typeof backupErrorCodes)[number];

/** A full or unreachable target is foreseen; everything else stays what it is. */
export function asTargetError(error: unknown, target: string): unknown {
  const code = unwritableCode(target, error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new BackupError(
      'backup.target_full',
      `There is no room left in ${target}. Make room, then start the backup again: it goes on where it stopped.`,
      { cause: error },
    );
  if (code && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EIO', 'ESTALE', 'ENAMETOOLONG'].includes(code))
    return new BackupError('backup.target_unusable', unwritableSentence(target, code), {
      cause: error,
    });
  return error;
}

/** What reading a backup threw: whatever a decompresser or a parser says of altered bytes is damage. */
export function asBackupError(error: unknown): BackupError {
  if (error instanceof BackupError) return error;
  return new BackupError('backup.damaged', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
