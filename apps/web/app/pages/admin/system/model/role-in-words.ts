import type { ModelRole } from '@readout/image-reader/added-models';

/** The role as texts choose by it: the last one is their default. */
export const roleInWords = (role: ModelRole) => (role === 'east-asian' ? undefined : role);
