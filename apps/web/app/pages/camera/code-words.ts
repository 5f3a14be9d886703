import type { Barcode } from '@readout/image-reader';

/** Names people know, where they differ from the decoder's. */
const names: Record<string, string> = {
  QRCode: 'QR',
  MicroQRCode: 'Micro QR',
  RMQRCode: 'rMQR',
  DataMatrix: 'Data Matrix',
  EAN13: 'EAN-13',
  EAN8: 'EAN-8',
  UPCA: 'UPC-A',
  UPCE: 'UPC-E',
  Code128: 'Code 128',
  Code39: 'Code 39',
  Code93: 'Code 93',
  DataBarExp: 'DataBar Expanded',
};

export const symbologyName = (format: string): string => names[format] ?? format;

const corrected = new Set([
  'QRCode',
  'MicroQRCode',
  'RMQRCode',
  'DataMatrix',
  'Aztec',
  'PDF417',
  'MicroPDF417',
  'MaxiCode',
]);
const checked = new Set([
  'EAN13',
  'EAN8',
  'UPCA',
  'UPCE',
  'Code128',
  'Code93',
  'DataBar',
  'DataBarExp',
  'DataBarLtd',
]);

/** What vouches for a code that was read; the decoder refuses one whose check fails. */
export function checkOf({ format }: Pick<Barcode, 'format'>): 'corrected' | 'digit' | undefined {
  if (corrected.has(format)) return 'corrected';
  if (checked.has(format)) return 'digit';
  return undefined;
}

/** A code on one line: separators of fields shown, the rest as it is. */
export function codeText(text: string): string {
  return text.replaceAll('\u001d', '␝').replaceAll(/\s+/g, ' ').trim();
}
