/** What the start page says, in its order: the ends of keys of the catalogue. */
export const SHOTS = ['camera', 'review', 'dashboard', 'watch', 'studio'] as const;

export const SAFEGUARDS = ['nothing', 'provable', 'apart', 'accounts', 'leave'] as const;

export const QUESTIONS = ['files', 'languages', 'right', 'good', 'private'] as const;
