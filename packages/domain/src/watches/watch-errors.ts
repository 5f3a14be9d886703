import { AppError } from '../errors.ts';

export const watchNotFound = () => new AppError('not_found', 'watch.not_found', 'There is no such watch.');

export const sampleNotFound = () =>
  new AppError('not_found', 'watch.sample_not_found', 'This watch has no such sample.');

export const changedMeanwhile = () =>
  new AppError('conflict', 'watch.changed_meanwhile', 'Somebody changed this watch meanwhile.');
