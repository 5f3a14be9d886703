import { limits } from './limits.ts';
import { Refusal } from './refusal.ts';

const marks: readonly [encoding: string, bytes: readonly number[]][] = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // Without a mark: `<` or `<?` in two bytes each.
  ['utf-16le', [0x3c, 0]],
  ['utf-16be', [0, 0x3c]],
];

/** Encodings of one byte a letter, in which everything decodes. */
const singleByte = /^(?:iso-8859-\d{1,2}|windows-125\d|latin1|us-ascii|ascii)$/;

/**
 * The text of an XML file: by its mark, its first characters, or its declaration (XML 1.0, appendix F). A file whose declaration
 * says another thing than its bytes is refused: what it says would be a guess.
 * @throws Refusal `too_large`, `encoding`
 */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes.length > limits.maxBytes)
    throw new Refusal('too_large', `The file is larger than ${limits.maxBytes / 1024 / 1024} MB.`);
  const found = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 400)).replaceAll('\0', '');
  const declared = /<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(head)?.[1]?.toLowerCase();
  const encoding = found ?? declared ?? 'utf-8';
  if (found && declared && !isSame(found, declared))
    throw new Refusal('encoding', `The file says that it is ${declared}, and it is ${found}.`);
  if (singleByte.test(encoding)) {
    if (isUtf8OfSeveralBytes(bytes))
      throw new Refusal('encoding', `The file says that it is ${encoding}, and it is utf-8.`);
    if (/ascii/.test(encoding) && bytes.some((byte) => byte > 0x7f))
      throw new Refusal('encoding', 'The file says that it is us-ascii, and it is not.');
  } else if (!/^utf-(?:8|16|16le|16be)$/.test(encoding) || (!found && encoding !== 'utf-8'))
    throw new Refusal('encoding', `The encoding ${encoding} is not read.`);
  const text = decoded(bytes, encoding);
  if (text === undefined) throw new Refusal('encoding', `The file is not ${encoding} throughout.`);
  return text;
}

const isSame = (found: string, declared: string): boolean =>
  found === declared || (found.startsWith('utf-16') && declared === 'utf-16');

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const isUtf8OfSeveralBytes = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => byte > 0x7f) && decoded(bytes, 'utf-8') !== undefined;
