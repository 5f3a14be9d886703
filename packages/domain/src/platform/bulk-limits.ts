/** Companies or users that one bulk action changes. */
export const maxBulkItems = 2000;
