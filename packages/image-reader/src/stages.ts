import manifest from '../package.json' with { type: 'json' };
import { findBarcodes } from './barcodes/find.ts';
import type { Zxing } from './barcodes/zxing.ts';
import type { EngineStages } from './engine.ts';
import { measureQuality } from './quality/measure.ts';
import type { Infer } from './text/infer.ts';
import { defaultTextOptions, readText } from './text/read-text.ts';
import type { AddedText } from './text/recognisers.ts';

/** What the runtime entries put in: each only where it is needed for what is read. */
export interface EngineParts {
  zxing(): Promise<Zxing>;
  text(): Promise<{ infer: Infer; dictionary: readonly string[]; added?: readonly AddedText[] }>;
  /** Name and hash of each file of the text models that is in use, see `Engine.parts`. */
  parts(): Record<string, string>;
}

/** The stages as every runtime puts them together. */
export function engineStages({ zxing, text, parts }: EngineParts): EngineStages {
  const { version, dependencies } = manifest;
  const versions = { 'zxing-wasm': dependencies['zxing-wasm'] };
  return {
    findBarcodes: async (gray) => findBarcodes(await zxing(), gray),
    measureQuality,
    readText: async (image, languages, { textHeight, paper }, onLines) => {
      const { infer, dictionary, added } = await text();
      const { detect, ...options } = defaultTextOptions;
      return readText(
        image,
        languages,
        { infer, dictionary, added },
        { ...options, detect: { ...detect, textHeight }, onLines },
        image.glyphs,
        { paper, isDrawn: image.isDrawn },
      );
    },
    engine: () => ({ version, parts: { ...parts(), ...versions } }),
  };
}
