import type { Manifest } from '@readout/plugin-kit/manifest';

type Told = Pick<Manifest, 'version' | 'records' | 'settings'>;

/**
 * The next number by SemVer: the first one where something that others rely on is gone or means something else, the
 * second where something came to it, else the third. `before`: as it was published last.
 */
export function proposeVersion(before: Told | null, now: Told): string {
  if (!before) return now.version;
  const [major = 0, minor = 0, patch = 0] = before.version.split('+')[0]!.split('.').map(Number);
  if (isNewer(now.version, [major, minor, patch])) return now.version;
  const [was, is] = [promises(before), promises(now)];
  if (was.some((each) => !is.includes(each))) return `${major + 1}.0.0`;
  return is.length > was.length ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

function isNewer(version: string, than: readonly number[]): boolean {
  const numbers = version.split('.').map(Number);
  const at = than.findIndex((each, index) => each !== numbers[index]);
  return at >= 0 && (numbers[at] ?? 0) > (than[at] ?? 0);
}

const promises = ({ records, settings }: Told): string[] => [
  ...records.flatMap(({ type, fields }) => fields.map((field) => `${type}.${field.name}: ${field.type}`)),
  ...settings.map(({ name, type }) => `setting ${name}: ${type}`),
];

/** Puts another number into the text of a manifest and leaves the rest as it was written. */
export const withVersion = (manifestText: string, version: string): string =>
  manifestText.replace(/("version"\s*:\s*)"[^"]*"/, (_, key: string) => `${key}${JSON.stringify(version)}`);
