/**
 * A PDF of plain text pages, Helvetica 24 point, or of 11 point on A4 where a page has several lines; written out by hand (ISO 32000-1,
 * section 7.5).
 * @param files that are embedded in it
 */
export function makePdf(pages: string[], files: readonly { name: string; text: string }[] = []): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const firstFile = 4 + 2 * pages.length;
  const names = files.map((_, index) => `(f${index}) ${firstFile + 2 * index} 0 R`).join(' ');
  add(
    `<< /Type /Catalog /Pages 2 0 R${names ? ` /Names << /EmbeddedFiles << /Names [${names}] >> >>` : ''} >>`,
  );
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`,
  );
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [index, text] of pages.entries()) {
    const lines = text.split('\n').map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')})`);
    const isSheet = lines.length > 1;
    const content = isSheet
      ? `BT /F1 11 Tf 18 TL 50 780 Td ${lines.map((line) => `${line} Tj T*`).join(' ')} ET`
      : `BT /F1 24 Tf 40 100 Td ${lines[0]} Tj ET`;
    const size = isSheet ? '595 842' : '400 200';
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  for (const [index, { name, text: content }] of files.entries()) {
    add(`<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${firstFile + 2 * index + 1} 0 R >> >>`);
    const hex = Buffer.from(content).toString('hex');
    add(`<< /Type /EmbeddedFile /Filter /ASCIIHexDecode /Length ${hex.length} >>\nstream\n${hex}\nendstream`);
  }
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  return Buffer.from(
    `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  );
}
