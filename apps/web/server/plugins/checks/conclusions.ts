import { isDeepStrictEqual } from 'node:util';
import { type Check, type CheckedFixture, checkNames } from '@readout/domain/platform/review/rules';
import type { VersionToCheck } from '@readout/domain/platform/review/take-check';
import { differences } from '@readout/plugin-kit/expectation';
import { type PackageContent, packageLimits } from '@readout/plugin-kit/package';
import { limits } from '@readout/plugin-sandbox';
import { bundlePlugin } from '@readout/plugin-sandbox/bundle';
import type { ThreadFindings } from './thread-findings.ts';

/** Of what it may use, on one fixture. */
const slowShare = 0.5;
const slowMs = 1000;

/** Where the package could not even be opened. */
export function unknownChecks(): Check[] {
  return checkNames
    .filter((name) => name !== 'manifest')
    .map((name) => ({ name, status: 'failed', detail: 'Not looked at: the package is not to be trusted.' }));
}

/** Signed bytes, a manifest that says what the catalogue says, a number above the last. */
export function manifestCheck(
  { pluginId, version, sha256, manifest: stored, previous, others }: VersionToCheck,
  { content: { manifest }, sha256: found }: { content: PackageContent; sha256: string },
): Check {
  const check = (status: Check['status'], detail: string): Check => ({ name: 'manifest', status, detail });
  if (found !== sha256) return check('failed', 'The bytes are not those that were handed in.');
  if (manifest.id !== pluginId || manifest.version !== version)
    return check('failed', `The package is of ${manifest.id} ${manifest.version}.`);
  if (!isDeepStrictEqual(stored, JSON.parse(JSON.stringify(manifest))))
    return check('failed', 'The manifest that is stored beside the package is not the one in it.');
  const remarks: string[] = [];
  if (manifest.kind !== 'reader')
    remarks.push(
      `It is ${manifest.kind === 'assistant' ? 'an assistant' : 'a connector'}: it is not run here, and nobody can install it before deliveries are there.`,
    );
  if (previous && compareNumbers(version, previous.version) <= 0)
    remarks.push(
      `Its number is not above ${previous.version}, which was published last; it would count as newer.`,
    );
  const same = others.find(({ name }) => lookOf(name) === lookOf(manifest.name));
  if (same) remarks.push(`The plugin ${same.id} of somebody else is called ${same.name}, too.`);
  return remarks.length > 0
    ? check('warning', remarks.join(' '))
    : check('passed', 'Valid, and the bytes are those its publisher signed.');
}

/** Names that look alike are alike. */
const lookOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function compareNumbers(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('+')[0]!.split('.').map(Number));
  for (const [index, number] of left!.entries())
    if (number !== right![index]) return number - (right![index] ?? 0);
  return 0;
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

export function sizeCheck({ code, source, fixtures }: PackageContent, fileBytes: number): Check {
  const codeBytes = Buffer.byteLength(code);
  const pictures = fixtures.filter(({ picture }) => picture).length;
  const detail = `Program ${sizeOf(codeBytes)} of ${sizeOf(limits.maxCodeBytes)}${source === undefined ? '' : `, source ${sizeOf(Buffer.byteLength(source))}`}; whole package ${sizeOf(fileBytes)} of ${sizeOf(packageLimits.maxFileBytes)}, with ${count(fixtures.length, 'fixture')} and ${count(pictures, 'picture')}.`;
  const isTooLarge = codeBytes > limits.maxCodeBytes || fileBytes > packageLimits.maxFileBytes;
  return { name: 'size', status: isTooLarge ? 'failed' : 'passed', detail };
}

/** What the manifest asks for, against what the fixtures show to be used. */
export function permissionsCheck(
  { manifest: { kind, reads, permissions }, fixtures }: PackageContent,
  { needed, fixtures: checked }: ThreadFindings,
): Check {
  const check = (status: Check['status'], detail: string): Check => ({ name: 'permissions', status, detail });
  if (kind !== 'reader')
    return check(
      'warning',
      `Asks that Readout sends to ${permissions.hosts.join(', ') || 'no host'}. What it uses of that shows only where it runs.`,
    );
  if (needed === null)
    return check(
      'failed',
      'What it uses of what it asks for could not be found out: its fixtures did not end.',
    );
  const asked = reads.join(' and ');
  const unasked = needed.filter((part) => !(reads as readonly string[]).includes(part));
  if (unasked.length > 0)
    return check(
      'warning',
      `Asks for ${asked} and also uses ${unasked.join(' and ')}: its manifest does not say so.`,
    );
  if (fixtures.length === 0 || checked.every(({ applies }) => !applies))
    return check(
      'warning',
      `Asks for ${asked}. Without a fixture on which it runs nothing shows what it uses.`,
    );
  const unused = reads.filter((part) => !needed.includes(part));
  if (unused.length > 0)
    return check(
      'warning',
      `Asks for ${asked}; no fixture comes out otherwise without ${unused.join(' and ')}.`,
    );
  return check('passed', `Asks for ${asked} and uses them. It names no host: a reader reaches nothing.`);
}

const isRight = (fixture: CheckedFixture, content: PackageContent): boolean => {
  const right = content.fixtures.find(({ name }) => name === fixture.name);
  return (
    right !== undefined &&
    fixture.outcome.ok &&
    differences(right.expected.records, fixture.outcome.records).length === 0
  );
};

/** Every fixture has to come out as the package says. */
export function nodeCheck(content: PackageContent, found: ThreadFindings): Check {
  const check = (status: Check['status'], detail: string): Check => ({
    name: 'fixtures_node',
    status,
    detail,
  });
  const all = content.fixtures.length;
  if (content.manifest.kind !== 'reader') return check('warning', 'Only readers are run on fixtures.');
  if (all === 0)
    return check('warning', 'It comes without fixtures: nothing shows that it reads what it says it reads.');
  const wrong = found.fixtures.filter((fixture) => !isRight(fixture, content));
  const missing = all - found.fixtures.length;
  if (missing > 0)
    return check(
      'failed',
      `There was no time for ${missing} of ${count(all, 'fixture')}, or the run ended early.`,
    );
  if (wrong.length > 0)
    return check(
      'failed',
      `${wrong.length} of ${count(all, 'fixture')} come out otherwise: ${listed(wrong.map(({ name }) => name))}.`,
    );
  const declined = content.fixtures.filter(({ expected }) => expected.records.length === 0).length;
  const worse = found.fixtures.filter(({ before }) => before && !before.ok).length;
  const detail = `${all === 1 ? 'The one fixture comes out exactly as it should' : `${all} fixtures come out exactly as they should`}${declined > 0 && all > 1 ? `, ${declined} of them by declining` : ''}${worse > 0 ? `; the version before failed on ${worse}` : ''}.`;
  return declined === all
    ? check('warning', `${detail} None shows a record being made.`)
    : check('passed', detail);
}

/** Which the reviewer's own browser makes. */
export function browserCheck({ manifest, fixtures }: PackageContent): Check {
  const name = 'fixtures_browser' as const;
  if (manifest.kind !== 'reader')
    return { name, status: 'warning', detail: 'Only readers are run on fixtures.' };
  if (fixtures.length === 0) return { name, status: 'warning', detail: 'There are no fixtures to run.' };
  return {
    name,
    status: 'waiting',
    detail: 'The browser of who reviews runs the fixtures once the page is open.',
  };
}

/** Counted ticks are the same everywhere; milliseconds are of this machine. */
export function timeCheck(
  { manifest, fixtures }: PackageContent,
  { fixtures: checked, isWhole }: ThreadFindings,
): Check {
  const check = (status: Check['status'], detail: string): Check => ({ name: 'time', status, detail });
  const ran = checked.filter(({ applies }) => applies);
  if (!isWhole && fixtures.length > 0)
    return check('failed', 'All fixtures together did not end within two minutes.');
  if (ran.length === 0)
    return check('warning', 'No fixture on which it runs: nothing shows how long it takes.');
  const late = ran.find(({ outcome }) => !outcome.ok && outcome.code === 'plugin.timed_out');
  if (late)
    return check(
      'failed',
      `It did not end on the fixture ${late.name}: ${late.outcome.ok ? '' : late.outcome.message}.`,
    );
  const maxTicks = Math.min(manifest.limits?.ticks ?? limits.maxTicks, limits.maxTicks);
  const ticks = Math.max(...ran.map(({ outcome }) => outcome.ticks ?? 0));
  const ms = Math.max(...ran.map(({ outcome }) => outcome.ms));
  const detail = `At most ${ticks} of ${maxTicks} ticks and ${ms.toFixed(1)} ms for one fixture.`;
  return ticks > maxTicks * slowShare || ms > slowMs
    ? check('warning', `${detail} A larger page may reach the limit.`)
    : check('passed', detail);
}

export function patternsCheck({ findings }: ThreadFindings): Check {
  const name = 'patterns' as const;
  if (findings === null)
    return {
      name,
      status: 'failed',
      detail: 'The program could not be looked through: it is too large or too deep.',
    };
  if (findings.length === 0)
    return {
      name,
      status: 'passed',
      detail: 'Nothing is hidden, encoded, made at run time or slow by its form.',
    };
  const blocking = findings.filter(({ isBlocking }) => isBlocking).length;
  const others = findings.length - blocking;
  const parts = [
    ...(blocking > 0 ? [`${count(blocking, 'finding')} that must not be published`] : []),
    ...(others > 0 ? [`${count(others, 'finding')} for you to judge`] : []),
  ];
  return { name, status: blocking > 0 ? 'failed' : 'warning', detail: `${parts.join(' and ')}.`, findings };
}

/** Whether the program is what its source says. */
export async function rebuildCheck({ source, code }: PackageContent): Promise<Check> {
  const check = (status: Check['status'], detail: string): Check => ({ name: 'rebuild', status, detail });
  if (source === undefined)
    return check('warning', 'It comes without its source, so nothing shows what the script was made of.');
  const bundle = await bundlePlugin(source);
  if ('problems' in bundle) {
    const [problem] = bundle.problems;
    const line = problem?.line === undefined ? '' : `line ${problem.line}: `;
    return check('failed', `The source does not become a script: ${line}${problem?.message ?? ''}.`);
  }
  return bundle.code === code
    ? check('passed', 'The source, bundled here, is the program byte by byte.')
    : check(
        'failed',
        'The source, bundled here, is another program than the one that was handed in: it was changed afterwards, or made with another release of the kit. Publish it anew from its source, then submit that.',
      );
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

const listed = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
