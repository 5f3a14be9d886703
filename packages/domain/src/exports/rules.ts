import type { ExportFormat } from '../captures/export-records.ts';

export const exportStates = ['queued', 'running', 'done', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** How long an export and its file stay once it is done or has failed. */
export const exportDays = 7;

/** Of one company, queued or running. */
export const maxOpenExports = 10;

/** An export that is written in the background. */
export interface Export {
  id: string;
  format: ExportFormat;
  state: ExportState;
  /** Records in the file; null while it is not done. */
  rowCount: number | null;
  byteSize: number | null;
  sha256: string | null;
  failureCode: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  /** When it goes, with its file. */
  expiresAt: Date | null;
}
