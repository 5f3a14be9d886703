import receiptReading from './receipt.json';
import receiptPicture from './receipt.webp';
import type { Sample } from './sample.ts';

/** Pictures of the start page's demonstration, with what was read in them. */
export const SAMPLES = [
  {
    id: 'receipt',
    label: 'Receipt',
    alt: 'A till receipt of a café, slightly tilted on a grey table.',
    picture: receiptPicture,
    reading: receiptReading as unknown as Sample,
  },
] as const;

export type SampleId = (typeof SAMPLES)[number]['id'];
