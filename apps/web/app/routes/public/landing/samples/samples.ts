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
    label: 'Receipt',
    alt: 'A till receipt of a café, slightly tilted on a grey table.',
    picture: receiptPicture,
    locale: 'en-IE',
    reading: receiptReading as unknown as Sample,
  },
  {
    id: 'label',
    label: 'Shipping label',
    alt: 'A parcel label with two addresses, a tracking number and its barcode.',
    picture: labelPicture,
    locale: 'en-US',
    reading: labelReading as unknown as Sample,
  },
  {
    id: 'product',
    label: 'Barcode',
    alt: 'The label of a honey jar with its article number as a barcode.',
    picture: productPicture,
    locale: 'en-US',
    reading: productReading as unknown as Sample,
  },
] as const;

export type SampleId = (typeof SAMPLES)[number]['id'];
