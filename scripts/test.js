// npm test: Vitest (pure and on a real PostgreSQL), then the journeys in a real Chromium against the built server. Side by
// side they take longer: both keep two cores busy.
// Ends with one line: N passed, N failed.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureBuilt } from './build.js';
import { ensureInstalled, node, root } from './install.js';

const headlessShell = '/usr/bin/chromium-headless-shell';
const isLong = process.argv.includes('--long');
const browsers = ensureChromium();
if (isLong) ensureOtherBrowsers();
if (isLong) ensureTraining();
if (isLong) ensureCeph();
if (isLong) ensureHledger();
if (isLong) ensurePgBouncer();
ensureInstalled();
ensureBuilt();

const bin = path.join(root, 'node_modules', '.bin');
const reports = mkdtempSync(path.join(tmpdir(), 'readout-reports-'));
// Hundreds of processes start the same programs. Servers that gave root up have a folder of their own in it.
const compiled = mkdtempSync(path.join(tmpdir(), 'readout-compiled-'));
chmodSync(compiled, 0o1777);
const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];
/** Journeys that failed and passed when they were run once more. @type {string[]} */
const flaky = [];
/** @type {{ file: string, seconds: number }[]} */
const times = [];

try {
  const unitReport = path.join(reports, 'vitest.json');
  const journeyReport = path.join(reports, 'playwright.json');
  const unitStatus = runTool(
    'vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/silence-reporter.ts',
      `--outputFile.json=${unitReport}`,
    ],
    // A soak is one test of hours.
    { ...browsers, ...(isLong ? { READOUT_TEST_SILENCE_MS: String(6 * 3600_000) } : {}) },
  );
  add('Vitest', unitStatus, unitReport, (result) => ({
    passed: result.numPassedTests,
    times: result.testResults.map((/** @type {any} */ { name, startTime, endTime }) => ({
      file: path.relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: result.testResults.flatMap((/** @type {any} */ file) => {
      const failed = file.assertionResults.filter((/** @type {any} */ each) => each.status === 'failed');
      const name = path.relative(root, file.name);
      // A file that does not even load has no tests to fail.
      if (file.status === 'failed' && failed.length === 0) return [failureOf(name, '', file.message)];
      return failed.map((/** @type {any} */ each) => failureOf(name, each.fullName, each.failureMessages[0]));
    }),
  }));
  const journeyStatus = runTool(
    'playwright',
    ['test', '--config', 'apps/web/e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport, ...browsers },
  );
  add('Playwright', journeyStatus, journeyReport, ({ stats, suites, errors }) => ({
    passed: stats.expected + stats.flaky,
    flaky: journeysOf(suites)
      .filter(({ tests }) => tests[0]?.status === 'flaky')
      .map(({ file, title }) => `${file} › ${title}`),
    times: suites.map((/** @type {any} */ suite) => ({
      file: `apps/web/e2e/${suite.file}`,
      seconds: journeysOf([suite])
        .flatMap(({ tests }) => tests[0]?.results ?? [])
        .reduce((sum, { duration }) => sum + duration / 1000, 0),
    })),
    failures:
      stats.expected + stats.unexpected + stats.flaky === 0
        ? errors.map((/** @type {any} */ error) => failureOf('e2e', '', error.message))
        : journeysOf(suites)
            .filter(({ ok }) => !ok)
            .map(({ file, title, tests }) =>
              failureOf(file, title, tests[0]?.results.at(-1)?.error?.message ?? ''),
            ),
  }));
} finally {
  for (const folder of [reports, compiled]) rmSync(folder, { recursive: true, force: true });
}

// One that fails now and then is mended next; several say that something is wrong.
if (flaky.length > 1) {
  failures.push(failureOf('e2e', '', `${flaky.length} journeys passed only when they were run once more`));
  total.failed++;
}
const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15);
console.log(
  `\nThe slowest:\n${slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`).join('\n')}\n`,
);
// Once more where the end of a long log is all that one sees.
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}\n`);
for (const name of flaky) console.log(`flaky: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/**
 * @param {string} file
 * @param {string} name
 * @param {string} message
 * @returns {string} a failed test and the beginning of what it said
 */
function failureOf(file, name, message) {
  const said = stripVTControlCharacters(message).split('\n').slice(0, 12);
  return [`- ${file} › ${name}`, ...said.map((line) => `    ${line.slice(0, 300)}`)].join('\n');
}

/**
 * @param {any[]} suites
 * @returns {any[]} the journeys of the suites and of those in them
 */
function journeysOf(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...journeysOf(suite.suites ?? [])]);
}

/**
 * Runs a tool of the tests to its end.
 *
 * @param {string} tool
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @returns {number} its exit status
 */
function runTool(tool, args, environment) {
  const { status } = spawnSync(node, [path.join(bin, tool), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...environment,
      NODE_COMPILE_CACHE: compiled,
      ...(isLong ? { READOUT_LONG_TESTS: 'yes' } : {}),
      PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    },
  });
  return status ?? 1;
}

/**
 * Adds a tool's figures. A tool that failed without a failed test (it crashed, or wrote no report) counts as one failure.
 *
 * @param {string} name
 * @param {number} status
 * @param {string} file
 * @param {(result: any) => { passed: number, failures: string[], flaky?: string[], times?: { file: string, seconds: number }[] }} count
 */
function add(name, status, file, count) {
  const result = existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failures: [] };
  if (status !== 0 && result.failures.length === 0)
    result.failures.push(failureOf(name, '', `ended with status ${status} and no failed test`));
  total.passed += result.passed;
  total.failed += result.failures.length;
  failures.push(...result.failures);
  flaky.push(...(result.flaky ?? []));
  times.push(...(result.times ?? []));
}

/**
 * The system's Chromium; installed where this is Debian and we may, else asked for before anything else takes time. Most
 * tests take half the time in the same without a window; where it cannot be had, they run in the whole one.
 */
function ensureChromium() {
  if (!findChromium()) install('chromium');
  if (!process.env.CHROMIUM_HEADLESS_PATH && !existsSync(headlessShell)) install('chromium-headless-shell');
  const CHROMIUM_PATH = findChromium();
  const CHROMIUM_HEADLESS_PATH =
    process.env.CHROMIUM_HEADLESS_PATH ?? (existsSync(headlessShell) ? headlessShell : CHROMIUM_PATH);
  if (CHROMIUM_PATH && CHROMIUM_HEADLESS_PATH) return { CHROMIUM_PATH, CHROMIUM_HEADLESS_PATH };
  console.error(
    'The tests need Chromium. Install it with:  sudo apt-get install -y chromium\nOr name one in CHROMIUM_PATH.',
  );
  process.exit(1);
}

/** The long suite drives WebKit and Firefox as well; without them its tests name what is missing. */
function ensureOtherBrowsers() {
  const needed = {
    'firefox-esr': '/usr/bin/firefox-esr',
    'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
    xvfb: '/usr/bin/Xvfb',
  };
  const missing = Object.entries(needed).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length > 0) install(...missing);
}

// cspell:ignore radosgw scipy ngerman fonttools dejavu wbritish wngerman
/** The long suite also trains networks, in small. */
function ensureTraining() {
  const packages = '/usr/lib/python3/dist-packages';
  const missing = ['torch', 'onnx', 'PIL', 'scipy', 'fontTools'].filter(
    (name) => !existsSync(path.join(packages, name)),
  );
  const hasWords = existsSync('/usr/share/dict/ngerman');
  if (missing.length === 0 && hasWords) return;
  const modules = ['torch', 'onnx', 'pil', 'scipy', 'fonttools'].map((name) => `python3-${name}`);
  install(...modules, 'fonts-dejavu', 'fonts-liberation', 'wbritish', 'wngerman');
}

/** The long suite keeps objects in a bucket of Ceph; without it its tests name what is missing. */
function ensureCeph() {
  if (!existsSync('/usr/bin/radosgw') || !existsSync('/usr/bin/ceph-osd'))
    install('ceph-mon', 'ceph-osd', 'radosgw');
}

/** The long suite has hledger read its journals; without it their test names what is missing. */
function ensureHledger() {
  if (!existsSync('/usr/bin/hledger')) install('hledger');
}

/** The long suite has processes work behind PgBouncer; without it their test names what is missing. */
function ensurePgBouncer() {
  if (!existsSync('/usr/sbin/pgbouncer')) install('pgbouncer');
}

/**
 * Installs Debian's packages where this is Debian and we may.
 *
 * @param {...string} packages
 */
function install(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error(`Installing ${packages.join(', ')} …`);
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const get = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options).status === 0;
  if (get()) return;
  spawnSync('apt-get', ['update'], options);
  get();
}

function findChromium() {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return places.find((place) => place && existsSync(place));
}
