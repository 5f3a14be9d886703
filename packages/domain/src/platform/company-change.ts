import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import type { CompanyLimits, CompanyStatus } from './list-companies.ts';

/** What administration does to a company. */
export type CompanyChange =
  | { kind: 'suspend'; reason: string }
  | { kind: 'resume' }
  /** Gone after 30 days of grace. */
  | { kind: 'close'; reason: string }
  | { kind: 'reopen' }
  | { kind: 'limits'; limits: Partial<CompanyLimits> };

/** What of a company a change is about, as stored. */
export interface CompanyState {
  status: CompanyStatus;
  statusReason: string | null;
  closingAt: string | null;
  statusBeforeClosing: 'active' | 'suspended' | null;
  limits: CompanyLimits;
}

export const maxReasonLength = 500;

export const limitRanges: Record<keyof CompanyLimits, { min: number; max: number }> = {
  maxMembers: { min: 1, max: 100_000 },
  maxCapturesPerMonth: { min: 0, max: 100_000_000 },
  maxBytes: { min: 0, max: 1_000_000_000_000_000 },
  maxReadingSecondsPerDay: { min: 0, max: 100_000_000 },
  maxReadingSecondsPerPage: { min: 1, max: 600 },
  maxRereadsPerDay: { min: 0, max: 100_000_000 },
};

/** @throws AppError `platform.bad_input` with detail `{fields: {reason?, maxMembers?, …}}`, sentences */
export function checkChange(change: CompanyChange): void {
  const fields: Record<string, string> = {};
  if (change.kind === 'suspend' || change.kind === 'close') {
    if (change.reason.trim() === '') fields.reason = fieldText('why_company');
    else if (change.reason.length > maxReasonLength)
      fields.reason = fieldText('too_long', { max: maxReasonLength });
  }
  if (change.kind === 'limits') {
    const entries = Object.entries(change.limits) as [keyof CompanyLimits, number][];
    if (entries.length === 0) fields.maxMembers = fieldText('one_limit');
    for (const [name, value] of entries) {
      const { min, max } = limitRanges[name];
      if (!Number.isSafeInteger(value) || value < min || value > max)
        fields[name] = fieldText('whole_number', { min, max });
    }
  }
  if (Object.keys(fields).length > 0) throw new AppError('platform.bad_input', { fields });
}

/** Why a change does nothing to a company. */
export type WhyNoChange =
  | 'suspended_already'
  | 'closing'
  | 'active_already'
  | 'reopen_first'
  | 'closing_already'
  | 'not_closing'
  | 'same_limits';

/** What the company becomes, or why the change does nothing to it. */
export function planChange(
  before: CompanyState,
  change: CompanyChange,
  now: Date,
): { next: CompanyState } | { why: WhyNoChange } {
  switch (change.kind) {
    case 'suspend':
      if (before.status === 'suspended') return { why: 'suspended_already' };
      if (before.status === 'closing') return { why: 'closing' };
      return { next: { ...before, status: 'suspended', statusReason: change.reason.trim() } };
    case 'resume':
      if (before.status === 'active') return { why: 'active_already' };
      if (before.status === 'closing') return { why: 'reopen_first' };
      return { next: { ...before, status: 'active', statusReason: null } };
    case 'close':
      if (before.status === 'closing') return { why: 'closing_already' };
      return {
        next: {
          ...before,
          status: 'closing',
          statusReason: change.reason.trim(),
          closingAt: now.toISOString(),
          statusBeforeClosing: before.status,
        },
      };
    case 'reopen':
      if (before.status !== 'closing') return { why: 'not_closing' };
      return {
        next: {
          ...before,
          status: before.statusBeforeClosing ?? 'active',
          statusReason: null,
          closingAt: null,
          statusBeforeClosing: null,
        },
      };
    case 'limits': {
      const limits = { ...before.limits, ...change.limits };
      const isSame = (Object.keys(limits) as (keyof CompanyLimits)[]).every(
        (name) => limits[name] === before.limits[name],
      );
      return isSame ? { why: 'same_limits' } : { next: { ...before, limits } };
    }
  }
}
