/** What a new draft begins with: five lines that read something on any capture with text. */
export const starterSource = `import { defineReader, seenLine, textField } from '@readout/plugin-kit';

export default defineReader<{ note: { title: 'text' } }>({
  read({ reading }, record) {
    const [first] = reading.lines;
    return [record('note', { title: first && textField(seenLine(first)) })];
  },
});
`;

export function starterManifest({ id, name }: { id: string; name: string }): string {
  const manifest = {
    id,
    version: '0.1.0',
    kind: 'reader',
    name,
    description: `Reads: ${name}.`,
    reads: ['lines'],
    records: [
      {
        type: 'note',
        label: 'Note',
        title: 'title',
        fields: [{ name: 'title', label: 'Title', type: 'text' }],
      },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
