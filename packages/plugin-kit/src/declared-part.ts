import type { PluginReading } from './types.ts';

/** Exactly what the kit declares and nothing more of the engine's reading: what a plugin sees is a contract. */
export function declaredPart({
  page,
  pages,
  lines,
  barcodes,
  files,
  languages,
}: PluginReading): PluginReading {
  return {
    page: declaredPage(page),
    ...(pages ? { pages: pages.map((each) => ({ ...declaredPage(each), top: each.top })) } : {}),
    lines: lines.map(({ id, text, box, confidence, words }) => ({
      id,
      text,
      box,
      confidence,
      words: words.map((word) => ({ text: word.text, box: word.box, confidence: word.confidence })),
    })),
    barcodes: barcodes.map(({ id, format, text, addOn, contentType, symbologyIdentifier, box }) => ({
      id,
      format,
      text,
      ...(addOn === undefined ? {} : { addOn }),
      contentType,
      symbologyIdentifier,
      box,
    })),
    ...(files?.length ? { files: files.map(declaredFile) } : {}),
    languages,
  };
}

const declaredFile = ({
  id,
  name,
  format,
  profile,
  isDocument,
  values,
  lists,
  checks,
}: NonNullable<PluginReading['files']>[number]) => ({
  id,
  name,
  format,
  profile,
  ...(isDocument ? { isDocument } : {}),
  values,
  lists,
  checks,
});

const declaredPage = ({
  number,
  of,
  width,
  height,
  rotation,
  quad,
}: PluginReading['page']): PluginReading['page'] => ({
  number,
  of,
  width,
  height,
  rotation,
  ...(quad ? { quad } : {}),
});
