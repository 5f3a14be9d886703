// Makes node_modules what package-lock.json says. Plain JavaScript for Node 20: it runs before there is anything else.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The Node that the lockfile pins; what is on the PATH may be older. */
export const node = path.join(root, 'node_modules', '.bin', 'node');

/** Installs if anything is missing or differs from the lockfile. Ends the process when that fails. */
export function ensureInstalled() {
  linkNode();
  if (isInstalled()) return;
  const done = progress('Installing dependencies', path.join(root, 'node_modules'));
  const npm = npmProgram();
  // Not `npm ci`: it refuses a lockfile made where the registry lacks a package of some other platform. `isInstalled`
  // checks afterwards that every version and hash is the lockfile's.
  const { status, error, stdout, stderr } = spawnSync(
    npm.command,
    [...npm.args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: maxOutputBytes,
      env: { ...process.env, ...installEnvironment },
    },
  );
  if (status !== 0) {
    console.error(`failed.\n${[stdout, stderr].filter(Boolean).join('\n').trim()}`);
    console.error(
      `Dependencies could not be installed${error ? `: ${error.message}` : ''}. Run "npm install --no-save" to see why.`,
    );
    process.exit(1);
  }
  linkNode();
  if (!isInstalled()) {
    console.error(
      `failed.\nThere is no Node for ${process.platform} ${process.arch} in node_modules after installing. Linux (x64, arm64) and macOS (arm64) are supported.`,
    );
    process.exit(1);
  }
  done();
}

/** The npm that runs this, else the one on the PATH. @returns {{ command: string, args: string[] }} */
export const npmProgram = () =>
  process.env.npm_execpath?.endsWith('.js')
    ? { command: process.execPath, args: [process.env.npm_execpath] }
    : { command: 'npm', args: [] };

/** What a tool may print before it is ended; none comes near. */
export const maxOutputBytes = 64 * 2 ** 20;

/**
 * Says on standard error what takes a while and, every half minute, that it goes on; afterwards how long it took.
 *
 * @param {string} what
 * @param {string} [folder] that fills meanwhile: how much is in it says how far it is
 */
export function progress(what, folder = '') {
  const startedAt = performance.now();
  process.stderr.write(`${what} … `);
  // In a process of its own: what is waited for holds this one.
  const ticker = spawn(process.execPath, ['-e', tick, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  ticker.unref();
  return () => {
    ticker.kill();
    process.stderr.write(`${Math.round((performance.now() - startedAt) / 1000)} s\n`);
  };
}

/** Ends by itself once nobody waits for it. */
const tick = `
const { readdirSync } = require('node:fs');
const [folder] = process.argv.slice(1);
const parent = process.ppid;
const inside = (path) => { try { return readdirSync(path); } catch { return []; } };
const count = () => inside(folder).reduce((sum, name) => sum + (name.startsWith('@') ? inside(folder + '/' + name).length : 1), 0);
let seconds = 0;
setInterval(() => {
  if (process.ppid !== parent) process.exit();
  seconds += 1;
  if (seconds % 30 !== 0) return;
  const time = seconds < 60 ? seconds + ' s' : Math.floor(seconds / 60) + ' min';
  process.stderr.write('\\n  still at it after ' + time + (folder ? ', ' + count() + ' packages so far' : '') + ' … ');
}, 1000);
`;

/**
 * npm 10 drops the link to a command that packages of several platforms bring when it leaves the other platforms out. Also where someone ran it by hand.
 */
function linkNode() {
  if (existsSync(node)) return;
  const folder = ['node-bin', 'node']
    .map((name) => `${name}-${process.platform}-${process.arch}`)
    .find((name) => existsSync(path.join(root, 'node_modules', name, 'bin', 'node')));
  if (!folder) return;
  chmodSync(path.join(root, 'node_modules', folder, 'bin', 'node'), 0o755);
  symlinkSync(path.join('..', folder, 'bin', 'node'), node);
}

/** Nothing may be fetched besides packages. */
const installEnvironment = { ONNXRUNTIME_NODE_INSTALL: 'skip', NODE_ENV: '' };

/** Compares what npm noted about its last installation with the lockfile. */
function isInstalled() {
  const note = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(note) || !existsSync(node)) return false;
  const wanted = read(path.join(root, 'package-lock.json'));
  const present = read(note);
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '' || !name.includes('node_modules/')) return true;
    // A workspace package; npm's note does not tell one that came since.
    if (entry.link) return existsSync(path.join(root, name));
    const there = present[name];
    // Packages of other platforms are left out.
    return there
      ? there.version === entry.version && there.integrity === entry.integrity
      : entry.optional === true;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }>}
 */
function read(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
