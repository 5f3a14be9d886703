import type { Submission } from '@readout/domain/plugins/submissions/rules';

type StandingName =
  | 'preparing'
  | 'waiting'
  | 'declined'
  | 'withdrawn'
  | 'withdrawn_in_review'
  | 'published'
  | 'rejected'
  | 'deprecated'
  | 'in_review';

export interface Standing {
  name: StandingName;
  tone: 'open' | 'waiting' | 'done' | 'refused';
}

const tones: Record<StandingName, Standing['tone']> = {
  preparing: 'open',
  waiting: 'waiting',
  declined: 'refused',
  withdrawn: 'open',
  withdrawn_in_review: 'open',
  published: 'done',
  rejected: 'refused',
  deprecated: 'open',
  in_review: 'waiting',
};

/** Where a submission stands, its review included. */
export function standingOf(submission: Pick<Submission, 'state' | 'review'>): Standing {
  const name = nameOf(submission);
  return { name, tone: tones[name] };
}

function nameOf({ state, review }: Pick<Submission, 'state' | 'review'>): StandingName {
  if (state === 'withdrawn') return review ? 'withdrawn_in_review' : 'withdrawn';
  if (state !== 'submitted') return state;
  switch (review?.state) {
    case 'published':
    case 'rejected':
    case 'deprecated':
      return review.state;
    default:
      return 'in_review';
  }
}

/**
 * `1.4 MB`, `12 KB`.
 * @param locale BCP 47 tag
 */
export function sizeInWords(bytes: number, locale: string): string {
  return bytes >= 1_000_000
    ? `${(bytes / 1_048_576).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`
    : `${Math.ceil(bytes / 1024).toLocaleString(locale)} KB`;
}
