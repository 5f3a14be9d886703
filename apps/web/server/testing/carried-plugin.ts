import { type PackageContent, packPlugin } from '@readout/plugin-kit/package';

const firstLine = `export default { read({ reading }) {
  const line = reading.lines[0];
  const text = { value: line.text, raw: line.text, confidence: 0.9, evidence: [{ box: line.box, line: line.id }], checks: [] };
  return [{ type: 'carried', confidence: 0.9, fields: { text } }];
} };
`;

/** The payload of a package whose reader makes a record `carried` with a field `text` of the first line. */
export function packCarried({
  id = 'carried',
  version,
  author,
  readme = '',
  source = firstLine,
  fixtures = [],
}: {
  id?: string;
  version: string;
  author?: string;
  readme?: string;
  source?: string;
  fixtures?: PackageContent['fixtures'];
}): Uint8Array {
  return packPlugin({
    manifest: {
      id,
      version,
      kind: 'reader',
      name: 'Carried',
      description: 'Reads the first line.',
      ...(author === undefined ? {} : { author }),
      reads: ['lines'],
      fallback: false,
      records: [
        {
          type: 'carried',
          label: 'Carried',
          title: 'text',
          fields: [{ name: 'text', label: 'Text', type: 'text' }],
        },
      ],
      accepts: [],
      settings: [],
      permissions: { hosts: [] },
    },
    source,
    readme,
    fixtures,
  });
}
