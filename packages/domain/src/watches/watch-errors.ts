import { AppError } from '../errors.ts';

export const watchNotFound = () => new AppError('watch.not_found');

export const sampleNotFound = () => new AppError('watch.sample_not_found');

export const changedMeanwhile = () => new AppError('watch.changed_meanwhile');
