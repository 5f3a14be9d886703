import { isDeepStrictEqual } from 'node:util';
import { remark } from '@readout/domain/platform/review/remark';
import {
  type Check,
  type CheckedFixture,
  type CheckName,
  checkNames,
  type Remark,
} from '@readout/domain/platform/review/rules';
import type { VersionToCheck } from '@readout/domain/platform/review/take-check';
import { lookOf } from '@readout/domain/plugins/look-of-name';
import { differences } from '@readout/plugin-kit/expectation';
import { contentsRead } from '@readout/plugin-kit/manifest';
import { type PackageContent, packageLimits } from '@readout/plugin-kit/package';
import { type LoadedPlugin, limits } from '@readout/plugin-sandbox';
import type { ThreadFindings } from './thread-findings.ts';

/** Of what it may use, on one fixture. */
const slowShare = 0.5;
const slowMs = 1000;

/** Where the package could not even be opened. */
export function unknownChecks(): Check[] {
  return checkNames
    .filter((name) => name !== 'manifest')
    .map((name) => ({ name, status: 'failed', detail: [remark('check.not_trusted')] }));
}

const checkOf =
  (name: CheckName) =>
  (status: Check['status'], ...detail: Remark[]): Check => ({ name, status, detail });

/** Signed bytes, a manifest that says what the catalogue says, a number above the last. */
export function manifestCheck(
  { pluginId, version, sha256, manifest: stored, previous, others }: VersionToCheck,
  { content: { manifest }, sha256: found }: { content: PackageContent; sha256: string },
): Check {
  const check = checkOf('manifest');
  if (found !== sha256) return check('failed', remark('check.manifest.bytes'));
  if (manifest.id !== pluginId || manifest.version !== version)
    return check(
      'failed',
      remark('check.manifest.other', { plugin: manifest.id, version: manifest.version }),
    );
  if (!isDeepStrictEqual(stored, JSON.parse(JSON.stringify(manifest))))
    return check('failed', remark('check.manifest.stored_otherwise'));
  const remarks: Remark[] = [];
  if (manifest.kind !== 'reader') remarks.push(remark('check.manifest.not_run', { kind: manifest.kind }));
  if (previous && compareNumbers(version, previous.version) <= 0)
    remarks.push(remark('check.manifest.number_below', { version: previous.version }));
  const same = others.find(({ name }) => lookOf(name) === lookOf(manifest.name));
  if (same) remarks.push(remark('check.manifest.same_name', { plugin: same.id, name: same.name }));
  return remarks.length > 0 ? check('warning', ...remarks) : check('passed', remark('check.manifest.right'));
}

function compareNumbers(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('+')[0]!.split('.').map(Number));
  for (const [index, number] of left!.entries())
    if (number !== right![index]) return number - (right![index] ?? 0);
  return 0;
}

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1024);

export function sizeCheck(
  { source, fixtures }: PackageContent,
  program: LoadedPlugin,
  fileBytes: number,
): Check {
  return checkOf('size')(
    fileBytes > packageLimits.maxFileBytes ? 'failed' : 'passed',
    remark('check.size.program', {
      kb: kilobytes(Buffer.byteLength(program.code)),
      most: kilobytes(limits.maxCodeBytes),
    }),
    remark('check.size.source', { kb: kilobytes(Buffer.byteLength(source)) }),
    remark('check.size.package', {
      kb: kilobytes(fileBytes),
      most: kilobytes(packageLimits.maxFileBytes),
      fixtures: fixtures.length,
      pictures: fixtures.filter(({ picture }) => picture).length,
    }),
  );
}

/** What the manifest asks for, against what the fixtures show to be used. */
export function permissionsCheck(
  { manifest: { kind, reads, permissions }, fixtures }: PackageContent,
  { needed, fixtures: checked }: ThreadFindings,
): Check {
  const check = checkOf('permissions');
  if (kind !== 'reader')
    return check(
      'warning',
      remark('check.permissions.hosts', {
        count: permissions.hosts.length,
        hosts: permissions.hosts.join(', '),
      }),
    );
  if (needed === null) return check('failed', remark('check.permissions.not_ended'));
  // Fixtures that were made in the studio have no files.
  const contents = contentsRead(reads).filter((part) => part !== 'files');
  if (contents.length === 0)
    return check('warning', remark('check.permissions.no_fixture', { asked: 'files' }));
  const asked = contentsIn(contents);
  const unasked = needed.filter((part) => !(contents as readonly string[]).includes(part));
  if (unasked.length > 0)
    return check('warning', remark('check.permissions.unasked', { asked, unasked: contentsIn(unasked) }));
  if (fixtures.length === 0 || checked.every(({ applies }) => !applies))
    return check('warning', remark('check.permissions.no_fixture', { asked }));
  const unused = contents.filter((part) => !needed.includes(part));
  if (unused.length > 0)
    return check('warning', remark('check.permissions.unused', { asked, unused: contentsIn(unused) }));
  return check('passed', remark('check.permissions.right', { asked }));
}

const contentsIn = (contents: readonly string[]): 'lines' | 'barcodes' | 'both' => {
  if (contents.length > 1) return 'both';
  return contents[0] === 'barcodes' ? 'barcodes' : 'lines';
};

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
  const check = checkOf('fixtures_node');
  const all = content.fixtures.length;
  if (content.manifest.kind !== 'reader') return check('warning', remark('check.fixtures.only_readers'));
  if (all === 0) return check('warning', remark('check.fixtures.none'));
  const wrong = found.fixtures.filter((fixture) => !isRight(fixture, content));
  const missing = all - found.fixtures.length;
  if (missing > 0) return check('failed', remark('check.fixtures.no_time', { missing, all }));
  if (wrong.length > 0)
    return check(
      'failed',
      remark('check.fixtures.otherwise', {
        wrong: wrong.length,
        all,
        names: listed(wrong.map(({ name }) => name)),
      }),
    );
  const declined = content.fixtures.filter(({ expected }) => expected.records.length === 0).length;
  const worse = found.fixtures.filter(({ before }) => before && !before.ok).length;
  return check(
    declined === all ? 'warning' : 'passed',
    remark('check.fixtures.right', { all }),
    ...(declined > 0 && all > 1 ? [remark('check.fixtures.declined', { count: declined })] : []),
    ...(worse > 0 ? [remark('check.fixtures.failed_before', { count: worse })] : []),
    ...(declined === all ? [remark('check.fixtures.no_record')] : []),
  );
}

/** Counted ticks are the same everywhere; milliseconds are of this machine. */
export function timeCheck(
  { manifest, fixtures }: PackageContent,
  { fixtures: checked, isWhole }: ThreadFindings,
): Check {
  const check = checkOf('time');
  const ran = checked.filter(({ applies }) => applies);
  if (!isWhole && fixtures.length > 0) return check('failed', remark('check.time.not_ended'));
  if (ran.length === 0) return check('warning', remark('check.time.no_fixture'));
  const late = ran.find(({ outcome }) => !outcome.ok && outcome.code === 'plugin.timed_out');
  if (late)
    return check(
      'failed',
      remark('check.time.late', { name: late.name, message: late.outcome.ok ? '' : late.outcome.message }),
    );
  const maxTicks = Math.min(manifest.limits?.ticks ?? limits.maxTicks, limits.maxTicks);
  const ticks = Math.max(...ran.map(({ outcome }) => outcome.ticks ?? 0));
  const ms = Math.max(...ran.map(({ outcome }) => outcome.ms));
  const spent = remark('check.time.spent', { ticks, most: maxTicks, ms: Math.round(ms * 10) / 10 });
  return ticks > maxTicks * slowShare || ms > slowMs
    ? check('warning', spent, remark('check.time.near'))
    : check('passed', spent);
}

export function patternsCheck({ findings }: ThreadFindings): Check {
  const check = checkOf('patterns');
  if (findings === null) return check('failed', remark('check.patterns.unreadable'));
  if (findings.length === 0) return check('passed', remark('check.patterns.none'));
  const blocking = findings.filter(({ isBlocking }) => isBlocking).length;
  const others = findings.length - blocking;
  return {
    ...check(
      blocking > 0 ? 'failed' : 'warning',
      ...(blocking > 0 ? [remark('check.patterns.blocking', { count: blocking })] : []),
      ...(others > 0 ? [remark('check.patterns.others', { count: others })] : []),
    ),
    findings,
  };
}

const listed = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')}, …`;
