import type { Alphabet } from './alphabet.ts';

/** Of the languages written in Latin letters, beyond ASCII; as `training/text/texts.py` has them. */
// cspell:disable
const letters =
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŹźŻżŽžȘșȚț';
const signs = '€£¥§°±×÷²³µ½¼¾©®™•·…–—„«»¿¡ºª№Ω≤≥√∞‰';
// cspell:enable
const ascii = Array.from({ length: 0x7e - 0x20 }, (_, n) => String.fromCharCode(0x21 + n));

const characters = [...ascii, ...letters, ...signs];

/** How much less likely a letter is that the languages are not written with: marks are small, and many look alike. */
const unexpected = 0.15;

/**
 * The classes of `models/latin-reader.onnx`, all of which may be read.
 *
 * @param expected letters and signs beyond ASCII that the languages read are written with.
 */
export function makeLatinAlphabet(expected: ReadonlySet<string>): Alphabet {
  const isLikely = (character: string): boolean => character <= '~' || expected.has(character);
  return {
    classes: latinClasses,
    allowed: Int32Array.from(characters, (_, n) => n + 1),
    texts: ['', ...characters, ' '],
    blank: 0,
    space: characters.length + 1,
    priors: Float32Array.of(1, ...characters.map((each) => (isLikely(each) ? 1 : unexpected)), 1),
    expected,
  };
}

/** Nothing, the characters, space. */
export const latinClasses = characters.length + 2;
