// cspell:ignore ource
import type { PackageErrorCode } from '../package.ts';

/** Files that are no packages, or not the signed ones, made of a good one; the same for Node and browsers. */
export function hostilePackages(
  good: Uint8Array,
): { name: string; file: Uint8Array<ArrayBuffer>; code: PackageErrorCode }[] {
  const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const text = new TextDecoder().decode(good);
  const envelope = JSON.parse(text) as {
    payload: string;
    payloadType: string;
    signatures: { keyid: string; sig: string }[];
  };
  const payload = new TextDecoder().decode(Uint8Array.fromBase64(envelope.payload));
  const around = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
    encode(
      `{"payload":${JSON.stringify(bytes.toBase64())},"payloadType":"${envelope.payloadType}","signatures":${JSON.stringify(envelope.signatures)}}`,
    );
  const withPayload = (changed: string): Uint8Array<ArrayBuffer> => around(encode(changed));
  const replaced = (from: string, to: string): string => {
    if (!payload.includes(from)) throw new Error(`the payload has no ${from}`);
    return payload.replace(from, to);
  };
  const brackets = (count: number): string => '['.repeat(count) + ']'.repeat(count);
  return [
    { name: 'nothing', file: encode(''), code: 'package.malformed' },
    { name: 'a picture', file: new Uint8Array([0x89, 0x50, 0x4e, 0x47]), code: 'package.malformed' },
    { name: 'null', file: encode('null'), code: 'package.malformed' },
    { name: 'bytes that are no UTF-8', file: new Uint8Array([0x22, 0xff, 0x22]), code: 'package.malformed' },
    { name: 'a byte order mark', file: encode(`\ufeff${text}`), code: 'package.malformed' },
    { name: 'a space behind', file: encode(`${text} `), code: 'package.malformed' },
    { name: 'half of it', file: good.slice(0, good.length / 2), code: 'package.malformed' },
    {
      name: 'a key of the envelope twice',
      file: encode(text.replace('{', `{"payload":"e30=",`)),
      code: 'package.malformed',
    },
    {
      name: 'keys of the envelope in another order',
      file: encode(JSON.stringify(Object.fromEntries(Object.entries(envelope).reverse()))),
      code: 'package.malformed',
    },
    {
      name: 'no signatures',
      file: encode(text.replace(/"signatures":.*$/, '"signatures":[]}')),
      code: 'package.untrusted',
    },
    {
      name: 'the same signature nine times',
      file: encode(
        text.replace(
          /"signatures":.*$/,
          `"signatures":${JSON.stringify(Array(9).fill(envelope.signatures[0]))}}`,
        ),
      ),
      code: 'package.malformed',
    },
    {
      name: 'another type of payload',
      file: encode(text.replace(envelope.payloadType, 'application/vnd.in-toto+json')),
      code: 'package.malformed',
    },
    { name: 'twenty thousand levels', file: encode(brackets(20_000)), code: 'package.malformed' },
    {
      name: 'a payload of twenty thousand levels',
      file: withPayload(brackets(20_000)),
      code: 'package.malformed',
    },
    {
      name: 'two million empty lists',
      file: encode(`[${'[],'.repeat(2_000_000)}[]]`),
      code: 'package.too_large',
    },
    {
      name: 'more than 20 MB',
      file: new Uint8Array(20 * 1024 * 1024 + 1).fill(0x20),
      code: 'package.too_large',
    },
    { name: 'a payload that is no JSON', file: withPayload('plugin'), code: 'package.malformed' },
    {
      name: 'a payload of another format',
      file: withPayload(replaced('"format":2', '"format":3')),
      code: 'package.malformed',
    },
    {
      name: 'a key of the payload twice',
      file: withPayload(replaced('"source":', '"source":"globalThis.x=1","source":')),
      code: 'package.malformed',
    },
    {
      name: 'a letter of the payload written as an escape',
      file: withPayload(replaced('"source":', '"\\u0073ource":')),
      code: 'package.malformed',
    },
    {
      name: 'something beside what a package holds',
      file: withPayload(replaced('"format":2', '"format":2,"host":"a"')),
      code: 'package.malformed',
    },
    {
      name: 'a prototype',
      file: withPayload(replaced('{"fixtures":', '{"__proto__":{"source":"x"},"fixtures":')),
      code: 'package.malformed',
    },
    {
      name: 'a number beyond numbers',
      file: withPayload(replaced('"format":2', '"format":2e999')),
      code: 'package.malformed',
    },
    {
      name: 'a manifest without a name',
      file: withPayload(payload.replace(/"name":"[^"]*","permissions"/, '"permissions"')),
      code: 'package.bad_manifest',
    },
    {
      name: 'a kind of plugin there is not',
      file: withPayload(replaced('"kind":"reader"', '"kind":"driver"')),
      code: 'package.bad_manifest',
    },
    {
      name: 'half of a letter',
      file: withPayload(replaced('"readme":"', '"readme":"\\ud800')),
      code: 'package.malformed',
    },
    {
      name: 'a zero character in the readme',
      file: withPayload(replaced('"readme":"', '"readme":"\\u0000')),
      code: 'package.malformed',
    },
    {
      name: 'a zero character in the name of a fixture',
      file: withPayload(replaced('"name":"first"', '"name":"fir\\u0000st"')),
      code: 'package.malformed',
    },
    {
      name: 'a name of control characters',
      file: withPayload(replaced('"name":"Pallet note"', '"name":"Pallet\\u001b[2J note"')),
      code: 'package.bad_manifest',
    },
    {
      name: 'a name that turns its letters around',
      file: withPayload(replaced('"name":"Pallet note"', '"name":"\u202e54321"')),
      code: 'package.bad_manifest',
    },
    {
      name: 'a name nobody sees',
      file: withPayload(replaced('"name":"Pallet note"', '"name":"\u200b "')),
      code: 'package.bad_manifest',
    },
    {
      name: 'a manifest of megabytes',
      file: withPayload(
        replaced(
          '"records":[{',
          `"records":[${Array.from(
            { length: 4 },
            (_, at) =>
              `{"fields":[${Array.from(
                { length: 100 },
                (__, index) =>
                  `{"label":"x","name":"f${index}","options":${JSON.stringify(Array(20).fill('o'.repeat(60)))},"type":"choice"}`,
              ).join()}],"label":"x","title":"f0","type":"more-${at}"},`,
          ).join('')}{`,
        ),
      ),
      code: 'package.too_large',
    },
    {
      name: 'a source of 10 MB',
      file: withPayload(replaced('"source":"', `"source":"${' '.repeat(10 * 1024 * 1024)}`)),
      code: 'package.too_large',
    },
    {
      name: 'no source',
      file: withPayload(payload.replace(/,"source":"[^"]*"/, '')),
      code: 'package.no_source',
    },
    {
      name: 'a program beside the source',
      file: withPayload(replaced('{"fixtures":', '{"code":"var readoutPlugin={}","fixtures":')),
      code: 'package.malformed',
    },
    {
      name: 'a readme of a hundred thousand and one letters',
      file: withPayload(payload.replace(/"readme":"[^"]*"/, `"readme":"${'a'.repeat(100_001)}"`)),
      code: 'package.too_large',
    },
  ];
}
