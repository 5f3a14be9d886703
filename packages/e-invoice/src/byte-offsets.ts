/** Characters between two places whose bytes are counted beforehand. */
const stride = 256;

/** How many bytes of UTF-8 lie before a character of a text (in UTF-16 code units). */
export function byteOffsetsOf(text: string): (index: number) => number {
  const before = [0];
  for (let at = 0; at < text.length; at += stride)
    before.push(before.at(-1)! + bytesIn(text, at, at + stride));
  return (index) => {
    const block = Math.floor(index / stride);
    return before[block]! + bytesIn(text, block * stride, index);
  };
}

function bytesIn(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let at = from; at < Math.min(to, text.length); at++) {
    const unit = text.charCodeAt(at);
    // Each half of a letter beyond the first plane is two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}
