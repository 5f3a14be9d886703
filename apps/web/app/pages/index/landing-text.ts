/** What the start page says, in its order: the ends of keys of the catalogue. */
export const STEPS = ['picture', 'reading', 'record'] as const;

export const HOSTING = ['small', 'larger', 'yours'] as const;

export const SAFEGUARDS = [
  'apart',
  'hostile',
  'plugins',
  'accounts',
  'support',
  'nothing',
  'originals',
  'provable',
  'leave',
] as const;

export const QUESTIONS = [
  'files',
  'languages',
  'right',
  'good',
  'roles',
  'live',
  'private',
  'command',
] as const;
