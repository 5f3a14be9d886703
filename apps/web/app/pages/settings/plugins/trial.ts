import type { AutoConfirmTrial } from '@readout/domain/plugins/preview-auto-confirm';

/** What a threshold would have done with the last records. */
export interface TrialResult {
  tried: number;
  confirmed: number;
  /** Of those confirmed: what people did with them. */
  corrected: number;
  rejected: number;
  waiting: number;
}

export function tryThreshold(trials: readonly AutoConfirmTrial[], threshold: number): TrialResult {
  const confirmed = trials.filter((trial) => trial.isClean && trial.confidence >= threshold);
  const of = (outcome: AutoConfirmTrial['outcome']) =>
    confirmed.filter((trial) => trial.outcome === outcome).length;
  return {
    tried: trials.length,
    confirmed: confirmed.length,
    corrected: of('corrected'),
    rejected: of('rejected'),
    waiting: of('waiting'),
  };
}

/** `95`, `97.5` as 0.95, 0.975; NaN for what is not a number, which the use case refuses. */
export function parsePercent(text: string): number {
  const trimmed = text.trim().replace(',', '.');
  return /^\d{1,3}(\.\d{1,2})?$/.test(trimmed) ? Math.round(Number(trimmed) * 100) / 10_000 : Number.NaN;
}

/** 0.95 as `95`. */
export const toPercent = (threshold: number): string => String(Math.round(threshold * 10_000) / 100);
