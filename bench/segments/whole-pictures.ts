import { createImageReader } from '@readout/image-reader/node';
import { couldApply } from '@readout/plugin-sandbox';
import { createSandbox, loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { drawScene } from './scenes.ts';

/** What the engine reads of whole pictures with a display, and what the readers of meters and displays make of that. */
export interface WholePictures {
  pictures: number;
  /** Pictures in which a line is the value, with its point and minus; spaces aside. */
  valueRead: number;
  /** Those of them in which the line has no space between the digits. */
  valueReadInOne: number;
  /** Pictures in which a line is another number, of which the engine is sure. */
  wrongNumberForSure: number;
  records: {
    right: number;
    /** With a confidence people are not asked at. */
    wrongAndSure: number;
    wrongAndDoubted: number;
    /** Pictures neither reader makes a record of. */
    declined: number;
  };
}

/** Scenes the rules were set by, and others. */
const sets = [
  { name: 'held out', first: 3001, last: 3050 },
  { name: 'development', first: 2001, last: 2050 },
];
const sureLine = 0.85;
const sureField = 0.75;
const withoutSpaces = (text: string) => text.replace(/\s/gu, '');

export async function measureWholePictures(
  print: (line: string) => void,
): Promise<Record<string, WholePictures>> {
  const reader = await createImageReader({ threads: 1 });
  const sandbox = await createSandbox();
  const plugins = (await loadFirstPartyPlugins()).filter(({ manifest }) =>
    ['meter', 'display'].includes(manifest.id),
  );
  const figures: Record<string, WholePictures> = {};
  for (const { name, first, last } of sets) {
    const counts: WholePictures = {
      pictures: 0,
      valueRead: 0,
      valueReadInOne: 0,
      wrongNumberForSure: 0,
      records: { right: 0, wrongAndSure: 0, wrongAndDoubted: 0, declined: 0 },
    };
    for (let seed = first; seed <= last; seed++) {
      const { bytes, value, printedNumbers } = await drawScene(seed);
      const { reading } = await reader.read(bytes, { languages: ['en'], only: 'text' });
      const isWrongForSure = reading.lines.some(
        ({ text, confidence }) =>
          confidence >= sureLine &&
          /^[-\d.,\s]+$/.test(text) &&
          ![value, ...printedNumbers].includes(withoutSpaces(text)),
      );
      counts.pictures++;
      if (reading.lines.some(({ text }) => withoutSpaces(text) === value)) counts.valueRead++;
      if (reading.lines.some(({ text }) => text === value)) counts.valueReadInOne++;
      if (isWrongForSure) counts.wrongNumberForSure++;
      const values = plugins.flatMap((plugin) => {
        if (!couldApply(plugin.manifest, reading)) return [];
        const run = sandbox.run(plugin, { reading, settings: {}, locale: 'en-GB', today: '2026-01-31' });
        if (!run.ok) throw new Error(`Scene ${seed}: ${run.message}`);
        return run.records.flatMap(({ fields }) => fields.value ?? []);
      });
      if (values.length === 0) counts.records.declined++;
      for (const field of values) {
        if (field.value === value) counts.records.right++;
        else if (field.confidence >= sureField) counts.records.wrongAndSure++;
        else counts.records.wrongAndDoubted++;
        if (field.value !== value)
          print(`scene ${seed}: ${value} became ${field.value} (${field.confidence})`);
      }
      if (isWrongForSure)
        print(`scene ${seed}: ${value}, read ${reading.lines.map(({ text }) => text).join(' ; ')}`);
    }
    figures[name] = counts;
  }
  await sandbox.close();
  await reader.close();
  return figures;
}

/** As a table in Markdown. */
export function wholePicturesTable(figures: Record<string, WholePictures>): string {
  const rows = Object.entries(figures).map(
    ([name, { pictures, valueRead, valueReadInOne, wrongNumberForSure, records }]) =>
      `| ${[
        name,
        pictures,
        valueRead,
        valueReadInOne,
        wrongNumberForSure,
        records.right,
        records.wrongAndSure,
        records.wrongAndDoubted,
        records.declined,
      ].join(' | ')} |`,
  );
  return `| Whole pictures | n | value among the lines, spaces aside | without spaces | another number for sure | records right | wrong and sure | wrong and doubted | declined |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Whole pictures are drawn instruments (${sets.map(({ name, first, last }) => `${name}: seeds ${first} to ${last}`).join('; ')}) with title, unit and numbers around the display,
half of them askew, read as an ordinary capture in English. "Another number for sure" are pictures with a line that is a number nobody printed, at a
confidence of at least ${sureLine}. Records are those of the readers of meters and of displays together, wrong and sure from a
confidence of ${sureField}; declined are pictures neither of them makes a record of.`;
}
