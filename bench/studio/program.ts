/** Reads the line that has as many characters before it as stand in `typed`: each key moves the record and its box. */
export const program = (
  typed: string,
): string => `import { defineReader, layoutOf, seenLine, textField } from '@readout/plugin-kit';

const typed = '${typed}';

export default defineReader<{ note: { title: 'text' } }>({
  read({ reading }, record) {
    // As a reader does: rows first.
    const rows = layoutOf(reading).rows;
    const line = reading.lines[typed.length % reading.lines.length];
    console.log(rows.length, 'rows');
    return [record('note', { title: line && textField(seenLine(line)) })];
  },
});
`;

/** Sixty lines that are all different, as a page to take a picture of. */
export const pageOfLines = (): string => {
  const words = ['Gravel', 'Timber', 'Cement', 'Copper', 'Barley', 'Paper', 'Glass', 'Wool'];
  const rows = Array.from(
    { length: 60 },
    (_, row) =>
      `<p>${words[row % words.length]} ${words[(row * 3 + 1) % words.length]} ${1000 + row * 137} kg</p>`,
  );
  return `<!doctype html><style>body{margin:40px;background:#fff;font:24px/36px sans-serif}p{margin:0}</style>${rows.join('')}`;
};
