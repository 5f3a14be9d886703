import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPicture } from './picture.ts';
import type { Measure } from './section.ts';
import { exactCase, matchWords } from './text-scores.ts';

/** Recall of words of listed texts, for pictures of which only some text is known. */
function measurePhrases(
  name: string,
  title: string,
  list: (entry: Entry) => string[],
  languages: string[],
): Measure {
  return async ({ reader, data, limit, onPicture }) => {
    const entries: Entry[] = JSON.parse(await readFile(join(data, name, 'manifest.json'), 'utf8'));
    let hits = 0;
    let printed = 0;
    let characters = 0;
    let found = 0;
    let count = 0;
    const pictures: Record<string, Record<string, number>> = {};
    for (const entry of entries.slice(0, limit)) {
      const texts = list(entry).map(exactCase);
      if (texts.length === 0) continue;
      const file = join(data, name, entry.file);
      const image = await openPicture(file);
      const reading = await reader.readImage(image, { languages, only: 'text' });
      const read = reading.lines.flatMap((l) => l.words.map((w) => exactCase(w.text)));
      const words = matchWords(
        read,
        texts.flatMap((t) => t.split(' ')),
      );
      const everything = read.join('');
      const whole = texts.filter((t) => everything.includes(t.replace(/ /g, '')));
      hits += words.hits;
      printed += words.printed;
      found += whole.length;
      characters += texts.length;
      count++;
      const values = { wordRecall: words.hits / words.printed, textsWhole: whole.length / texts.length };
      pictures[entry.file] = values;
      await onPicture({
        section: name,
        file,
        printed: texts.map((text) => ({ text })),
        normalise: exactCase,
        lines: reading.lines,
        values,
      });
    }
    return {
      name,
      title,
      method: [
        'Words: share of the words of the listed texts that were read exactly, letter case counting.',
        'Texts whole: share of the listed texts whose characters stand in the reading in one piece, spaces left out; a text wrapped over lines counts only when its lines follow each other.',
      ],
      rows: [
        {
          who: 'readout',
          pictures: count,
          values: { wordRecall: hits / Math.max(1, printed), textsWhole: found / Math.max(1, characters) },
        },
      ],
      pictures,
    };
  };
}

interface Entry {
  file: string;
  texts?: string[];
  phrases?: string[];
  lines?: string[];
}

export const labels = measurePhrases('labels', 'Shipping labels', (e) => e.texts ?? [], ['en', 'sv', 'de']);
export const docphotos = measurePhrases('docphotos', 'Photographs of paper', (e) => e.phrases ?? [], ['en']);
export const mrz = measurePhrases('mrz', 'Machine-readable zones', (e) => e.lines ?? [], ['en']);
