import type { Attention } from '../attention.ts';

/** Something to tell: that it began or got worse, or that it is over. */
export interface AlertNews {
  key: string;
  happened: 'began' | 'ended';
  level: number;
  /** By language. */
  titles: Record<string, string>;
  /** What it means and what to do, and where; of what began. */
  more?: Record<string, Attention>;
  /** ISO 8601. */
  beganAt: string;
}
