import { AppError } from './errors.ts';

/** @throws AppError `company.suspended`, `company.closing`, `company.not_found` */
export function demandActive<T extends { status: string }>(settings: T | undefined): asserts settings is T {
  if (!settings) throw new AppError('not_found', 'company.not_found', 'There is no such company.');
  if (settings.status === 'suspended')
    throw new AppError(
      'forbidden',
      'company.suspended',
      'This company is suspended: what it has can be read and exported, nothing new is taken in.',
    );
  if (settings.status === 'closing')
    throw new AppError(
      'forbidden',
      'company.closing',
      'This company is being closed: what it has can be read and exported, nothing new is taken in.',
    );
}
