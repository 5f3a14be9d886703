import type { Submission } from '@readout/domain/plugins/submissions/rules';

export interface Standing {
  label: string;
  tone: 'open' | 'waiting' | 'done' | 'refused';
  /** What it means and what comes next. */
  sentence: string;
}

/** Where a submission stands, its review included. */
export function standingOf({ state, review }: Pick<Submission, 'state' | 'review'>): Standing {
  switch (state) {
    case 'preparing':
      return { label: 'Being prepared', tone: 'open', sentence: 'Nothing has left the company.' };
    case 'waiting':
      return {
        label: 'Waits for confirmation',
        tone: 'waiting',
        sentence: 'Nothing has left the company. An owner or admin looks at what would leave and decides.',
      };
    case 'declined':
      return {
        label: 'Declined in the company',
        tone: 'refused',
        sentence: 'Nothing has left the company. It can be put right and asked for again.',
      };
    case 'withdrawn':
      return {
        label: 'Withdrawn',
        tone: 'open',
        sentence: review
          ? 'It was taken back while in review and is not decided about. Its number is used: submit another one.'
          : 'It was taken back before anything left the company.',
      };
    case 'submitted':
      switch (review?.state) {
        case 'published':
          return { label: 'Published', tone: 'done', sentence: 'It stands in the catalogue for everybody.' };
        case 'rejected':
          return {
            label: 'Rejected',
            tone: 'refused',
            sentence:
              'It does not come into the catalogue. Publish another number here, then submit that one.',
          };
        case 'deprecated':
          return {
            label: 'No longer offered',
            tone: 'open',
            sentence: 'It was published, and nobody installs it anew.',
          };
        default:
          return {
            label: 'In review',
            tone: 'waiting',
            sentence: 'Whoever runs this Readout checks and decides about it. You are told.',
          };
      }
  }
}

/** `1.4 MB`, `12 KB`. */
export function sizeInWords(bytes: number): string {
  return bytes >= 1_000_000
    ? `${(bytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
    : `${Math.ceil(bytes / 1024).toLocaleString('en')} KB`;
}
