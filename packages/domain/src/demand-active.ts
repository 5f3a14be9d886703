import { AppError } from './errors.ts';

/** @throws AppError `company.suspended`, `company.closing`, `company.not_found` */
export function demandActive<T extends { status: string }>(settings: T | undefined): asserts settings is T {
  if (!settings) throw new AppError('company.not_found');
  if (settings.status === 'suspended') throw new AppError('company.suspended');
  if (settings.status === 'closing') throw new AppError('company.closing');
}
