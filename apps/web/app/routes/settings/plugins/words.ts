import type { Grant } from '@readout/domain/plugins/rules';
import type { Manifest } from '@readout/plugin-kit/manifest';

const contents: Record<string, string> = { lines: 'lines of text', barcodes: 'barcodes' };

/** `lines of text and barcodes`. */
export const readsInWords = (reads: readonly string[]): string =>
  reads.map((each) => contents[each] ?? each).join(' and ');

/** What it may do, for somebody who decides whether to install it. */
export function permissionsInWords({
  kind,
  reads,
  permissions: { hosts },
}: Pick<Manifest, 'kind' | 'permissions'> & { reads: readonly string[] }): string[] {
  if (kind === 'reader')
    return [
      'Computes only. Reaches nothing.',
      `Is given the ${readsInWords(reads) || 'reading'} of one page at a time, your company’s language and its own settings. It never sees the picture, other captures, people or keys.`,
    ];
  return [
    hosts.length === 0 ? 'Names no address it would reach.' : `Has Readout send to ${hosts.join(', ')}.`,
    kind === 'connector'
      ? 'Is given the confirmed records it accepts.'
      : 'Is given what was read of a capture.',
  ];
}

/** What is granted by going on, in one sentence each. */
export const grantInWords = ({ reads, hosts }: Grant): string[] => [
  ...(reads.length > 0 ? [`It is given ${readsInWords(reads)}, too.`] : []),
  ...hosts.map((host) => `It may have Readout send to ${host}.`),
];

const kinds = { reader: 'Reader', connector: 'Connector', assistant: 'Assistant' };
export const kindInWords = (kind: Manifest['kind']): string => kinds[kind];

/** Who stopped what, and why. */
export const blockInWords = (
  { reason, isWhole }: { reason: string; isWhole: boolean },
  version: string | null,
): string =>
  `Whoever runs this Readout stopped ${isWhole || !version ? 'it' : `version ${version}`} everywhere: ${reason}`;
