import type { Manifest } from '../manifest.ts';
import { anchorsOf } from './find-texts.ts';
import type { Template, TemplateField } from './template.ts';

/** What makes a template an ordinary plugin: its manifest, its program (short, to go on writing in) and its description. */
export function templatePlugin(
  template: Template,
  {
    id,
    version,
    name,
    description,
    languages,
  }: Pick<Manifest, 'id' | 'version' | 'name' | 'description' | 'languages'>,
): { manifest: Manifest; source: string; readme: string } {
  const { fields, record } = template;
  const title =
    fields.find(({ type }) => type === 'code' || type === 'text') ??
    fields.find(({ type }) => type !== 'list') ??
    fields[0];
  if (!title) throw new Error('A template without fields makes no records.');
  const words = wordsOf(template);
  const hasBarcodes = fields.some(({ find }) => find.by === 'barcode');
  const manifest: Manifest = {
    id,
    version,
    kind: 'reader',
    name,
    description,
    reads: hasBarcodes ? ['lines', 'barcodes'] : ['lines'],
    ...(words.length > 0 ? { when: { words } } : {}),
    fallback: false,
    records: [
      {
        type: record.type,
        label: record.label,
        title: title.name,
        fields: fields.map(({ name: field, label, type, options, unit, find }) => ({
          name: field,
          label,
          type,
          ...(type === 'choice' && options ? { options } : {}),
          ...(type === 'number' && unit ? { unit } : {}),
          ...(find.by === 'rows'
            ? { columns: find.columns.map(({ box: _, shape: __, ...column }) => column) }
            : {}),
        })),
      },
    ],
    accepts: [],
    settings: [],
    permissions: { hosts: [] },
    ...(languages ? { languages } : {}),
  };
  return { manifest, source: sourceOf(template), readme: readmeOf(template, name) };
}

/** Of the fixed texts, for the host's look at whether it could apply at all: any one of them is enough. */
function wordsOf(template: Template): string[] {
  const words = new Set<string>();
  for (const { anchor } of anchorsOf(template))
    for (const word of anchor.text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}]+/u))
      if (word.length >= 3 && word.length <= 40) words.add(word);
  // Of a few short words each may be misread: then the template looks for itself.
  return words.size < 4 ? [] : [...words].slice(0, 200);
}

const sourceOf = (
  template: Template,
): string => `import { type Template, templateReader } from '@readout/plugin-kit';

const template: Template = ${JSON.stringify(template, null, 2)};

export default templateReader(template);
`;

const found: Record<TemplateField['find']['by'], (field: TemplateField) => string> = {
  label: ({ find }) => (find.by === 'label' ? `by the text “${find.label.text.replaceAll('|', ' ')}”` : ''),
  place: () => 'by its place',
  rows: ({ find }) =>
    find.by === 'rows'
      ? `rows of ${find.columns.map(({ label }) => label.replaceAll('|', ' ')).join(', ')}${find.until ? ` up to “${find.until.text.replaceAll('|', ' ')}”` : ''}`
      : '',
  barcode: ({ find }) => (find.by === 'barcode' ? `${find.format} at its place` : ''),
};

function readmeOf(template: Template, name: string): string {
  const rows = template.fields.map(
    (field) => `| ${field.label.replaceAll('|', ' ')} | ${field.type} | ${found[field.find.by](field)} |`,
  );
  return `# ${name}

A template, made by pointing at values on an example. It recognises its kind of document by the texts that are the same
on every one, wherever and however the document lies in the picture.

| value | type | found |
|---|---|---|
${rows.join('\n')}
`;
}
