import { createHash } from 'node:crypto';
import type { OriginalFile } from '@readout/domain/deliveries/begin-delivery';

/** One page that says what it is: what a target that takes originals is sent to try it. */
export const samplePdf = pdfOf('A sample from Readout. It can be deleted.');

export const sampleFile: OriginalFile = {
  sha256: createHash('sha256').update(samplePdf).digest('hex'),
  fileName: 'readout-sample.pdf',
  mediaType: 'application/pdf',
  byteSize: samplePdf.length,
};

/** PDF 1.4 (ISO 32000-1, 7.5): objects, a table of where they are, and the way to it. @param line without brackets */
function pdfOf(line: string): Buffer<ArrayBuffer> {
  const content = `BT /F1 18 Tf 56 760 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
