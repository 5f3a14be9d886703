import type { PluginReading } from '@readout/plugin-kit';
import { contentsRead, type Manifest } from '@readout/plugin-kit/manifest';

/** A reading as the cheap tests of a manifest see it. */
interface Gist {
  text: string;
  digits: number;
  formats: ReadonlySet<string>;
}

/** Many installed readers ask about the same reading, and one reader about many readings. */
const gists = new WeakMap<PluginReading, Gist>();
const foldedWords = new WeakMap<readonly string[], string[]>();

/**
 * Whether a reader is worth running on a reading: it holds at least one of the kinds the reader `reads`, and every part
 * of the manifest's `when` holds. Costs microseconds where a run costs milliseconds.
 */
export function couldApply(manifest: Pick<Manifest, 'reads' | 'when'>, reading: PluginReading): boolean {
  const reads = contentsRead(manifest.reads);
  if (!reads.some((kind) => (reading[kind] ?? []).length > 0)) return false;
  // What its page looks like says nothing of a file.
  if (reads.includes('files') && reading.files?.length) return true;
  const { when } = manifest;
  if (!when) return true;
  const count = reading.lines.length;
  if (when.minLines !== undefined && count < when.minLines) return false;
  if (when.maxLines !== undefined && count > when.maxLines) return false;
  if (when.minDigits === undefined && !when.words && !when.barcodes) return true;
  const { text, digits, formats } = gistOf(reading);
  if (when.minDigits !== undefined && digits < when.minDigits) return false;
  if (when.barcodes && !when.barcodes.some((format) => formats.has(format))) return false;
  return !when.words || foldedOnce(when.words).some((word) => text.includes(word));
}

function gistOf(reading: PluginReading): Gist {
  let gist = gists.get(reading);
  if (!gist) {
    const text = fold(reading.lines.map((line) => line.text).join('\n'));
    gist = {
      text,
      digits: text.match(/\p{Nd}/gu)?.length ?? 0,
      formats: new Set(reading.barcodes.map((barcode) => barcode.format)),
    };
    gists.set(reading, gist);
  }
  return gist;
}

function foldedOnce(words: readonly string[]): string[] {
  let folded = foldedWords.get(words);
  if (!folded) {
    folded = words.map(fold);
    foldedWords.set(words, folded);
  }
  return folded;
}

/** Lower case without marks on letters, wide and narrow forms alike. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
}
