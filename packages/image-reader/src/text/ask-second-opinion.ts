import { inkMap } from './crop-line.ts';
import type { Glyph } from './ctc.ts';
import { columnsPerStep, type RecognisedLine } from './recognise-lines.ts';
import type { SecondLanguage } from './second-languages.ts';
import {
  grayCrop,
  mayHold,
  mergeSecondOpinion,
  type SecondGlyph,
  type SecondReader,
  softened,
} from './second-opinion.ts';
import { mayMissSign } from './unread-sign.ts';

type Opinions = (Glyph[] | undefined)[];

/** Lines read by every candidate language to find the one the page is in. */
const sampleLines = 5;

/**
 * Reads lines a second time for the letters and signs the first recogniser lacks.
 *
 * @returns for each line its new glyphs, undefined where nothing changed.
 */
export async function askSecondOpinion(
  lines: readonly RecognisedLine[],
  wanted: readonly SecondLanguage[],
  second: SecondReader | undefined,
): Promise<Opinions> {
  const opinions: Opinions = lines.map(() => undefined);
  const known = wanted.filter((language) => second?.knows(language.code));
  if (!second || known.length === 0) return opinions;
  const candidates = known.filter(({ signsOnly }) => !signsOnly);
  const read = async (index: number, language: SecondLanguage): Promise<SecondGlyph[]> =>
    second.read(grayCrop((lines[index] as RecognisedLine).crop), language.code);
  const [only] = candidates;
  if (only) {
    const language = candidates.length === 1 ? only : await likeliestLanguage(lines, candidates, read);
    for (const [index, line] of lines.entries()) {
      const first = line.decoded.glyphs;
      if (!mayHold(first, language)) continue;
      const merged = mergeSecondOpinion(first, await read(index, language), language, columnsPerStep);
      if (merged.changed) opinions[index] = merged.glyphs;
    }
  }
  const ofSigns = known.find(({ signsOnly }) => signsOnly);
  if (ofSigns) await askForSigns(lines, opinions, ofSigns, second);
  return opinions;
}

/** The language whose engine is surest of the page's longest lines. */
async function likeliestLanguage(
  lines: readonly RecognisedLine[],
  candidates: readonly SecondLanguage[],
  read: (index: number, language: SecondLanguage) => Promise<SecondGlyph[]>,
): Promise<SecondLanguage> {
  const letters = (line: RecognisedLine): number =>
    line.decoded.glyphs.filter((g) => /\p{L}/u.test(g.text)).length;
  const sample = lines
    .map((line, index) => ({ index, letters: letters(line) }))
    .sort((a, b) => b.letters - a.letters || a.index - b.index)
    .slice(0, sampleLines);
  let best = candidates[0] as SecondLanguage;
  let bestSum = -1;
  for (const language of candidates) {
    let sum = 0;
    for (const { index } of sample) for (const g of await read(index, language)) sum += g.confidence;
    if (sum > bestSum) [best, bestSum] = [language, sum];
  }
  return best;
}

/** A sign unlike the others of its page has to be as sure as this, and so twice. */
const sureStranger = 0.97;
/** What is left of the confidence of a sign that was taken from the others of its page. */
const adapted = 0.7;

/** Asks for currency signs where amounts may lack theirs. Now and then one sign is taken for the other: the page decides. */
async function askForSigns(
  lines: readonly RecognisedLine[],
  opinions: Opinions,
  language: SecondLanguage,
  second: SecondReader,
): Promise<void> {
  const unsigned = lines.flatMap((line, index) =>
    mayMissSign(opinions[index] ?? line.decoded.glyphs, inkMap(line.crop), columnsPerStep) ? [index] : [],
  );
  // Not loaded beforehand: most pages have no such line, and a page is read without it rather than not at all.
  if (unsigned.length === 0 || !(await second.ready(language.code))) return;
  const isSign = ({ text }: Glyph): boolean => language.letters.includes(text);
  const ask = async (index: number, soft: boolean): Promise<Glyph[] | undefined> => {
    const line = lines[index] as RecognisedLine;
    const gray = grayCrop(line.crop);
    const glyphs = await second.read(soft ? softened(gray) : gray, language.code);
    const before = opinions[index] ?? line.decoded.glyphs;
    const merged = mergeSecondOpinion(before, glyphs, language, columnsPerStep);
    return merged.changed ? merged.glyphs : undefined;
  };
  const answers: { index: number; glyphs: Glyph[]; sign: Glyph }[] = [];
  for (const index of unsigned) {
    const glyphs = await ask(index, true);
    const sign = glyphs?.find(isSign);
    if (glyphs && sign) answers.push({ index, glyphs, sign });
  }
  const signs = [
    ...answers.map(({ sign }) => sign),
    ...opinions.flatMap((glyphs) => glyphs?.filter(isSign) ?? []),
  ];
  const votes = (sign: string): number => signs.filter(({ text }) => text === sign).length;
  const usual = [...language.letters].sort((a, b) => votes(b) - votes(a))[0] ?? '';
  for (const { index, glyphs, sign } of answers) {
    const isStranger = votes(sign.text) < votes(usual);
    const again = isStranger ? (await ask(index, false))?.find(isSign) : undefined;
    const isSure = again?.text === sign.text && Math.min(again.confidence, sign.confidence) >= sureStranger;
    opinions[index] =
      isStranger && !isSure
        ? glyphs.map((g) =>
            isSign(g) ? { ...g, text: usual, confidence: Math.min(adapted, g.confidence) } : g,
          )
        : glyphs;
  }
}
