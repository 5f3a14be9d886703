import { languageOf } from '@readout/texts';
import labelReading from './label.json';
import labelPicture from './label.webp';
import productReading from './product.json';
import productPicture from './product.webp';
import germanReading from './receipt-de.json';
import germanPicture from './receipt-de.webp';
import britishReading from './receipt-en.json';
import britishPicture from './receipt-en.webp';
import spanishReading from './receipt-es.json';
import spanishPicture from './receipt-es.webp';
import frenchReading from './receipt-fr.json';
import frenchPicture from './receipt-fr.webp';
import type { Sample } from './sample.ts';
import { SAMPLE_FILES } from './sample-files.ts';

const sampleIds = ['receipt', 'label', 'product'] as const;
export type SampleId = (typeof sampleIds)[number];

/** A picture of the start page's demonstration, with what was read in it. */
export interface ShownSample {
  id: SampleId;
  picture: string;
  languages: readonly string[];
  locale: string;
  reading: Sample;
}

const sample = (id: SampleId, file: string, picture: string, reading: unknown): ShownSample => ({
  id,
  picture,
  ...SAMPLE_FILES[file]!,
  // As `make-samples.ts` wrote it.
  reading: reading as Sample,
});

const papers: Record<string, ShownSample> = {
  en: sample('receipt', 'receipt-en', britishPicture, britishReading),
  de: sample('receipt', 'receipt-de', germanPicture, germanReading),
  fr: sample('receipt', 'receipt-fr', frenchPicture, frenchReading),
  es: sample('receipt', 'receipt-es', spanishPicture, spanishReading),
};
const others = [
  sample('label', 'label', labelPicture, labelReading),
  sample('product', 'product', productPicture, productReading),
];

/** The samples for a reader: first a paper of their country, as its language tells. */
export const samplesFor = (locale: string): readonly [ShownSample, ...ShownSample[]] => [
  papers[languageOf(locale)] ?? papers.en!,
  ...others,
];
