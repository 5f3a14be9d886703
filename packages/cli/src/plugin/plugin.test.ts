import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKey, openPackage, signPackage } from '@readout/plugin-kit/package';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { CommandError } from './command-error.ts';
import { parsePluginArguments } from './plugin-arguments.ts';
import { runPluginCommand } from './run-plugin-command.ts';

const command = fileURLToPath(new URL('../../bin/readout.js', import.meta.url));
const picture = fileURLToPath(
  new URL('../../../../plugins/text/fixtures/notice-with-title/input.png', import.meta.url),
);

let folder: string;
let plugin: string;
const at = (...names: string[]): string => join(folder, ...names);
beforeAll(async () => {
  // Far from this repository: the kit comes from the command.
  folder = await mkdtemp(join(tmpdir(), 'readout-plugins-'));
  plugin = at('pallet-note');
  expect(await run('new', plugin)).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  stdout: string;
  stderr: string;
  status: number | null;
}

/** A command in this process, which takes a tenth of the time: the program ends the same way. */
async function run(...args: string[]): Promise<Ended> {
  const ended: Ended = { stdout: '', stderr: '', status: null };
  try {
    const isInOrder = await runPluginCommand(parsePluginArguments(args), async (text) => {
      ended.stdout += `${text}\n`;
    });
    ended.status = isInOrder ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    ended.stderr = `readout: ${error.message}\n`;
    ended.status = 1;
  }
  return ended;
}

/** The program itself, from start to end. */
function start(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [command, 'plugin', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
  });
  const ended: Ended = { stdout: '', stderr: '', status: null };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      ended[stream] += text;
    });
  return new Promise((resolve) => child.on('close', (status) => resolve({ ...ended, status })));
}

/** A plugin of its own for a test that changes it. */
async function made(name: string): Promise<string> {
  expect(await run('new', at(name))).toMatchObject({ status: 0 });
  return at(name);
}
async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

describe('a folder that somebody else made', () => {
  test('has nothing packed or written that lies outside of it', async () => {
    const hostile = await made('looks-harmless');
    const secret = at('secret.json');
    await writeFile(secret, '{"password":"x"}');
    const fixture = join(hostile, 'fixtures/a-note-with-a-number');
    await symlink(secret, join(fixture, 'input.png'));
    const packed = await run('pack', hostile, '--fixtures', 'pictures');
    expect(packed).toMatchObject({ status: 1, stderr: expect.stringContaining('is a link') });
    await rm(join(fixture, 'input.png'));
    await rm(join(fixture, 'expected.json'));
    await symlink(secret, join(fixture, 'expected.json'));
    expect(await run('test', hostile, '--update')).toMatchObject({ status: 1 });
    expect(await readFile(secret, 'utf8')).toBe('{"password":"x"}');
    await rm(join(fixture, 'expected.json'));
    const source = join(hostile, 'src/index.ts');
    await writeFile(
      source,
      `import { secret } from '../../secret.json';\n${await readFile(source, 'utf8')}\nconsole.log(secret);`,
    );
    const imported = await run('pack', hostile);
    expect(imported).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('not a file of the plugin'),
    });
  });
});

describe('readout plugin new', () => {
  test('makes a reader that passes its tests and compiles, outside of this repository', async () => {
    const { stdout, status } = await start('test', plugin);
    expect(stdout).toMatch(
      /as expected +a-note-with-a-number .*\n.*declines.*\n2 fixtures, all as expected\.\n/,
    );
    expect(status).toBe(0);
    const compiler = fileURLToPath(new URL('../../../../node_modules/.bin/tsc', import.meta.url));
    const compiled = spawn(compiler, ['-p', plugin], { stdio: ['ignore', 'pipe', 'inherit'] });
    let problems = '';
    compiled.stdout.setEncoding('utf8').on('data', (text: string) => {
      problems += text;
    });
    await new Promise((resolve) => compiled.on('close', resolve));
    expect(problems).toBe('');
  });

  test('leaves a folder that holds something as it is', async () => {
    await writeFile(join(await made('kept'), 'README.md'), 'mine');
    const { stderr, status } = await run('new', at('kept'));
    expect([stderr, status]).toEqual([`readout: ${at('kept')} is not empty and is left as it is.\n`, 1]);
    expect(await readFile(at('kept', 'README.md'), 'utf8')).toBe('mine');
  });

  test('makes an id of the folder’s name, and says where it cannot', async () => {
    await made('Prüfzeugnis Größe L');
    const { id } = JSON.parse(await readFile(at('Prüfzeugnis Größe L', 'plugin.json'), 'utf8'));
    expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    expect((await run('test', at('Prüfzeugnis Größe L'))).status).toBe(0);
    expect(await run('new', at('2026'))).toMatchObject({ status: 1, stderr: expect.stringMatching(/no id/) });
  });
});

describe('readout plugin test', () => {
  test('says in words what is not as expected, exits with 1, and --update makes it the expectation', async () => {
    const changed = await made('changed');
    const source = join(changed, 'src/index.ts');
    await change(source, '/[A-Z]+-\\d+/', '/\\d+/');
    const first = await run('test', changed);
    expect(first.stdout).toContain('not so       a-note-with-a-number');
    expect(first.stdout).toContain('changed.number: "1234" instead of "AB-1234"');
    expect(first.stdout).toContain('1 of 2 fixtures not as expected.');
    expect(first.status).toBe(1);
    const update = await run('test', changed, '--update');
    expect(update.stdout).toContain('changed.number: "1234" instead of "AB-1234"');
    expect(update.status).toBe(0);
    expect(await run('test', changed)).toMatchObject({ status: 0 });
    const expected = await readFile(join(changed, 'fixtures/a-note-with-a-number/expected.json'), 'utf8');
    expect(JSON.parse(expected)).toMatchObject({
      locale: 'en-GB',
      records: [{ type: 'changed', fields: { number: { value: '1234', seen: ['l1'] } } }],
    });
  });

  test('a plugin that throws or never ends fails its fixtures, and --update leaves them as they are', async () => {
    const broken = await made('broken');
    await writeFile(
      join(broken, 'src/index.ts'),
      "export default { read({ reading }) { if (reading.lines.length === 2) for (;;); throw new Error('no such line'); } };",
    );
    const before = await readFile(join(broken, 'fixtures/a-note-with-a-number/expected.json'), 'utf8');
    const { stdout, status } = await run('test', broken, '--update');
    expect(stdout).toMatch(/plugin\.threw: .*no such line/);
    expect(stdout).toMatch(/plugin\.timed_out/);
    expect(status).toBe(1);
    expect(await readFile(join(broken, 'fixtures/a-note-with-a-number/expected.json'), 'utf8')).toBe(before);
  });

  test('does not run a connector, and says so with the code', async () => {
    const other = await made('connector');
    const file = join(other, 'plugin.json');
    const { records: _, reads: __, ...manifest } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...manifest, kind: 'connector', accepts: ['*'] }));
    const { stdout, status } = await run('test', other);
    expect(stdout).toMatch(/plugin\.kind_not_runnable: /);
    expect(status).toBe(1);
  });

  test('names the place where the code or the manifest is wrong', async () => {
    const wrong = await made('wrong');
    await change(join(wrong, 'src/index.ts'), 'export default', 'export default const');
    expect(await run('test', wrong)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/does not bundle:\n {2}index\.ts:3:16 /),
    });
    await change(join(wrong, 'plugin.json'), '"reader"', '"driver"');
    expect(await run('test', wrong)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/not a manifest:\n {2}kind: /),
    });
    await writeFile(join(wrong, 'plugin.json'), '{');
    expect(await run('test', wrong)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/is not JSON/),
    });
    expect(await run('test', at('nowhere'))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/nowhere.plugin\.json cannot be read \(ENOENT\)/),
    });
  });
});

test('readout plugin fixture reads a picture into a fixture that expects nothing yet', async () => {
  const read = await made('read');
  await copyFile(picture, at('Notice 3.png'));
  const { stdout, stderr, status } = await start(
    'fixture',
    ...[read, at('Notice 3.png'), '--locale', 'de-DE', '--today', '2026-11-20'],
  );
  expect([stderr, status]).toEqual(['', 0]);
  expect(stdout).toMatch(/holds \d lines and 0 barcodes/);
  const fixture = join(read, 'fixtures/notice-3');
  const reading = JSON.parse(await readFile(join(fixture, 'reading.json'), 'utf8'));
  expect(reading.lines[0].text).toBe('Lift out of service');
  expect(Object.keys(reading)).toEqual(['page', 'lines', 'barcodes', 'languages']);
  expect(JSON.parse(await readFile(join(fixture, 'expected.json'), 'utf8'))).toEqual({
    locale: 'de-DE',
    today: '2026-11-20',
    records: [],
  });
  expect((await stat(join(fixture, 'input.png'))).size).toBe((await stat(picture)).size);
  expect((await run('fixture', read, at('Notice 3.png'))).stderr).toContain('already');
});

test('several pictures become a fixture each, captured today, whichever of them cannot be read', async () => {
  const several = await made('several');
  await writeFile(at('broken.png'), 'no picture');
  await copyFile(picture, at('a.png'));
  await copyFile(picture, at('b.png'));
  const before = new Date();
  const { stdout, stderr, status } = await start(
    'fixture',
    several,
    at('a.png'),
    at('broken.png'),
    at('b.png'),
  );
  expect([status, stderr]).toEqual([1, expect.stringContaining('broken.png: ')]);
  expect(stdout.match(/The plugin makes no record of it\./g)).toHaveLength(2);
  const { today } = JSON.parse(await readFile(join(several, 'fixtures/b/expected.json'), 'utf8'));
  const days = [before, new Date()].map((date) => date.toLocaleDateString('sv-SE'));
  expect(days).toContain(today);
  await expect(stat(join(several, 'fixtures/broken'))).rejects.toThrow('ENOENT');
});

describe('readout plugin pack', () => {
  test('makes one file that says what it holds, for the Readout that takes it in to sign', async () => {
    const out = at('pallet.readout-plugin');
    const { stdout, stderr, status } = await run('pack', plugin, '--out', out);
    expect([stderr, status]).toEqual(['', 0]);
    const opened = await openPackage(await readFile(out));
    expect(opened.signatures).toEqual([]);
    expect(stdout).toContain(opened.sha256);
    expect(opened.content.fixtures.map(({ name }) => name)).toEqual([
      'a-note-with-a-number',
      'declines-a-note-without-one',
    ]);
    expect(opened.content.source).toBe(await readFile(join(plugin, 'src/index.ts'), 'utf8'));

    const seen = await run('inspect', out);
    expect(seen.status).toBe(0);
    for (const words of [
      'Pallet note 0.1.0 (pallet-note, reader)',
      'pallet-note: number (code)',
      'none: it computes and reaches nothing',
      opened.sha256,
    ])
      expect(seen.stdout).toContain(words);
  });

  test('the same plugin gives the same file again', async () => {
    const pack = (out: string) => run('pack', plugin, '--out', at(out));
    expect([(await pack('one')).status, (await pack('two')).status]).toEqual([0, 0]);
    expect(await readFile(at('one'))).toEqual(await readFile(at('two')));
  });

  test('with fixtures that fail packs nothing', async () => {
    const failing = await made('failing');
    await change(join(failing, 'src/index.ts'), "'Number', {", "'Weight', {");
    expect(await run('pack', failing, '--out', at('none'))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/fixtures pass first/),
    });
    await expect(stat(at('none'))).rejects.toThrow('ENOENT');
  });

  test('says where the README is that of a new plugin and the plugin is another one', async () => {
    const remark = /README\.md still says what “readout plugin new” wrote/;
    const described = await made('described');
    const pack = () => run('pack', described, '--out', at('described.out'));
    expect((await pack()).stdout).not.toMatch(remark);
    await change(join(described, 'plugin.json'), 'Reads the number of a document', 'Reads gate passes');
    expect(await pack()).toMatchObject({ status: 0, stdout: expect.stringMatching(remark) });
    await writeFile(join(described, 'README.md'), '# Gate pass\n\nReads gate passes.\n');
    expect((await pack()).stdout).not.toMatch(remark);
  });

  test('--fixtures says what travels', async () => {
    const out = at('alone.readout-plugin');
    const packed = await run('pack', plugin, '--out', out, '--fixtures', 'none');
    expect(packed.stdout).toContain('no fixtures travel with it');
    expect((await openPackage(await readFile(out))).content.fixtures).toEqual([]);
  });
});

test('readout plugin inspect refuses what was changed, what a stranger signed and what is not a package', async () => {
  const [out, key] = [at('inspected.readout-plugin'), await generateKey()];
  await run('pack', plugin, '--out', out);
  const { payload } = await openPackage(await readFile(out));
  await writeFile(out, await signPackage(payload, key));
  const { publicKey: stranger } = await generateKey();
  const seen = await run('inspect', out, '--public-key', key.publicKey);
  expect(seen.stdout).toContain(`key ${key.keyId} signed exactly this`);
  const bytes = await readFile(out);
  // The last character but the padding of the signature.
  const place = bytes.lastIndexOf('=="}') - 2;
  bytes[place] = bytes[place] === 0x41 ? 0x42 : 0x41;
  await writeFile(at('changed.readout-plugin'), bytes);
  const cases: [string[], string][] = [
    [[out, '--public-key', stranger], 'package.untrusted'],
    [[at('changed.readout-plugin'), '--public-key', key.publicKey], 'package.tampered'],
    [[join(plugin, 'plugin.json')], 'package.malformed'],
    [[at('nowhere')], 'cannot be read (ENOENT)'],
  ];
  for (const [args, why] of cases)
    expect(await run('inspect', ...args)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(why),
    });
});

test.each([
  [[], /what to do/],
  [['fly'], /no command “plugin fly”/],
  [['new'], /name the folder/],
  [['test', 'a', 'b'], /takes no b/],
  [['new', 'a', '--update'], /takes no --update/],
  [['pack', '--fixtures', 'some'], /none, readings, pictures/],
  [['fixture', 'a'], /name the picture/],
  [['fixture', 'a', 'b.png', '--locale', 'x!'], /not a language tag/],
  [['fixture', 'a', 'b.png', '--today', '2026-02-30'], /not a day/],
  [['fixture', 'a', 'b.png', 'c.png', '--name', 'd'], /--name names one/],
  [['pack', '--key', 'x'], /no option/],
  [['inspect'], /name the package/],
  [['publish', 'a'], /--to https/],
  [['publish', 'a', '--to', 'readout'], /not an address/],
  [['publish', 'a', '--to', 'ftp://readout.example'], /not an address/],
  [['publish', 'a', '--to', 'http://readout.example'], /could read the key/],
  [['publish', 'a', '--to', 'http://localhost.readout.example'], /could read the key/],
  [['publish', 'a', '--to', 'https://me:secret@readout.example'], /password/],
  [['publish', 'a', '--to', 'https://readout.example', '--api-key', 'x'], /no option/],
])('wrong usage %j is refused in words', (args, why) => {
  expect(() => parsePluginArguments(args)).toThrow(UsageError);
  expect(() => parsePluginArguments(args)).toThrow(why);
});

test('wrong usage exits with 2 and does nothing', async () => {
  const { stdout, stderr, status } = await start('new', at('first-of-two'), at('second-of-two'));
  expect([stdout, status]).toEqual(['', 2]);
  expect(stderr).toMatch(/no .*second-of-two/);
  await expect(stat(at('first-of-two'))).rejects.toThrow('ENOENT');
});

test('--help names every command', async () => {
  const { stdout, status } = await run('--help');
  expect(status).toBe(0);
  for (const name of ['new', 'test', 'fixture', 'pack', 'inspect', 'publish'])
    expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
});
