import labelReading from './label.json';
import labelPicture from './label.webp';
import productReading from './product.json';
import productPicture from './product.webp';
import receiptReading from './receipt.json';
import receiptPicture from './receipt.webp';
import type { Sample } from './sample.ts';

/** Pictures of the start page's demonstration, with what was read in them (in English, for the locale). */
export const SAMPLES = [
  {
    id: 'receipt',
    picture: receiptPicture,
    locale: 'en-IE',
    reading: receiptReading as unknown as Sample,
  },
  {
    id: 'label',
    picture: labelPicture,
    locale: 'en-US',
    reading: labelReading as unknown as Sample,
  },
  {
    id: 'product',
    picture: productPicture,
    locale: 'en-US',
    reading: productReading as unknown as Sample,
  },
] as const;

export type SampleId = (typeof SAMPLES)[number]['id'];
