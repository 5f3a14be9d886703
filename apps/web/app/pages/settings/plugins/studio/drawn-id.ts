const prefix = 'drawn ';

/** Stands in for the id of a capture where there is no picture: what was read is drawn. */
export const drawnId = (key: string): string => prefix + key;
export const isDrawn = (id: string): boolean => id.startsWith(prefix);
