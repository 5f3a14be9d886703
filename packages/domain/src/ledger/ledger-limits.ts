/** Uploads of one person that are under way or not finished, over all their companies. */
export const maxUnfinishedUploads = 100;

/** Bytes those may come to; a single upload may be larger. */
export const maxUnfinishedBytes = 2_000_000_000;

/** The same number for a whole company. */
export const maxUnfinishedOfCompany = 1000;

/** Pages one person may have read again in a day, in one company. */
export const maxRereadsOfPerson = 5000;

/** How long an unfinished upload waits for its rest. */
export const unfinishedHours = 24;

/** Longest that a request may take, with some to spare: what it was promised goes back then, whatever became of it. */
export const requestSeconds = 40 * 60;
