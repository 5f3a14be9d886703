import { type Grant, pausing } from '@readout/domain/plugins/rules';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { SayText } from '../ui/texts.tsx';

/** `lines of text and barcodes; files in PDFs, such as e-invoices`. */
export function readsInWords(reads: readonly string[], text: SayText): string {
  const [lines, barcodes] = [reads.includes('lines'), reads.includes('barcodes')];
  const contents = lines && barcodes ? 'both' : lines ? 'lines' : barcodes ? 'barcodes' : undefined;
  const more = (['files', 'company'] as const).filter((part) => reads.includes(part));
  const parts = contents ? ([contents, ...more] as const) : more.length > 0 ? more : (['nothing'] as const);
  return parts.map((part) => text('settings.plugins.reads', { reads: part })).join('; ');
}

/** What it may do, for somebody who decides whether to install it. */
export function permissionsInWords(
  {
    kind,
    reads,
    permissions: { hosts },
  }: Pick<Manifest, 'kind' | 'permissions'> & { reads: readonly string[] },
  text: SayText,
): string[] {
  if (kind === 'reader')
    return [
      text('settings.plugins.computes_only'),
      text('settings.plugins.is_given_reading', { reads: readsInWords(reads, text) }),
    ];
  return [
    hosts.length === 0
      ? text('settings.plugins.names_no_address')
      : text('settings.plugins.sends_to', { hosts: hosts.join(', ') }),
    text(kind === 'connector' ? 'settings.plugins.is_given_records' : 'settings.plugins.is_given_capture'),
  ];
}

/** What is granted by going on, in one sentence each. */
export const grantInWords = ({ reads, hosts }: Grant, text: SayText): string[] => [
  ...(reads.length > 0 ? [text('settings.plugins.grant_reads', { reads: readsInWords(reads, text) })] : []),
  ...hosts.map((host) => text('settings.plugins.grant_host', { host })),
];

/** Why a reader is paused here. */
export const pauseInWords = ({ code }: { code: string }, text: SayText): string =>
  text('settings.plugins.paused', {
    of: code === 'plugin.out_of_memory' ? 'memory' : undefined,
    ...pausing,
  });

/** That a version failed here and the one before it reads again. */
export const leftInWords = (left: string, installedVersion: string | null, text: SayText): string =>
  text('settings.plugins.went_back', { left, version: installedVersion ?? '' });

/** Who stopped what, and why. */
export const blockInWords = (
  { reason, isWhole }: { reason: string; isWhole: boolean },
  version: string | null,
  text: SayText,
): string =>
  isWhole || !version
    ? text('settings.plugins.stopped', { reason })
    : text('settings.plugins.version_stopped', { version, reason });
