/**
 * Messages of protocol buffers as lists of their fields, for as much as ONNX files need: what is not looked at is written
 * back as it was. https://protobuf.dev/programming-guides/encoding/
 */
export interface Field {
  number: number;
  /** 0: variable-length integer, 1: 8 bytes, 2: length and bytes, 5: 4 bytes. */
  wire: 0 | 1 | 2 | 5;
  /** Of wire type 0 the integer, of the others the bytes. */
  value: bigint | Uint8Array;
}

/** @throws RangeError where the bytes are no message. */
export function parseMessage(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const integer = (): bigint => {
    let result = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, result);
    }
    throw new RangeError('A number of the message does not end.');
  };
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('The message ends in the middle of a field.');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = Number(integer());
    const [number, wire] = [key >>> 3, key & 7];
    if (wire === 0) fields.push({ number, wire, value: integer() });
    else if (wire === 1) fields.push({ number, wire, value: take(8) });
    else if (wire === 2) fields.push({ number, wire, value: take(Number(integer())) });
    else if (wire === 5) fields.push({ number, wire, value: take(4) });
    else throw new RangeError(`The message has a field of the unknown kind ${wire}.`);
  }
  return fields;
}

export function writeMessage(fields: readonly Field[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { number, wire, value } of fields) {
    parts.push(writeInteger(BigInt((number << 3) | wire)));
    if (typeof value === 'bigint') parts.push(writeInteger(value));
    else if (wire === 2) parts.push(writeInteger(BigInt(value.length)), value);
    else parts.push(value);
  }
  return Buffer.concat(parts);
}

function writeInteger(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

export const bytesField = (number: number, value: Uint8Array): Field => ({ number, wire: 2, value });
export const textField = (number: number, text: string): Field => bytesField(number, Buffer.from(text));
export const integerField = (number: number, value: number): Field => ({
  number,
  wire: 0,
  value: BigInt(value),
});

/** The bytes of all fields of a number. */
export const bytesOf = (fields: readonly Field[], number: number): Uint8Array[] =>
  fields.flatMap((field) =>
    field.number === number && typeof field.value !== 'bigint' ? [field.value] : [],
  );

/** The text of the first field of a number; empty where there is none. */
export const textOf = (fields: readonly Field[], number: number): string =>
  Buffer.from(bytesOf(fields, number)[0] ?? []).toString();

/** The integers of all fields of a number, packed or not. */
export const integersOf = (fields: readonly Field[], number: number): number[] =>
  fields.flatMap((field) => {
    if (field.number !== number) return [];
    if (typeof field.value === 'bigint') return [Number(field.value)];
    // Packed integers are fields without keys: give each one.
    const packed = field.value;
    const found: number[] = [];
    for (let at = 0; at < packed.length; ) {
      let end = at;
      while ((packed[end] ?? 0) >= 0x80) end++;
      const [one] = parseMessage(Buffer.concat([Uint8Array.of(0x08), packed.subarray(at, end + 1)]));
      found.push(Number(one?.value));
      at = end + 1;
    }
    return found;
  });
