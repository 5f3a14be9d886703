// cspell:ignore Aufruf Geben mindestens eine Datei an Diese gibt nicht Siehe nimmt ganze Zahl von bis Seite
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { localeOf } from './say.ts';

const command = fileURLToPath(new URL('../bin/readout.js', import.meta.url));

const run = (args: string[], languages: Record<string, string>) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [command, ...args],
      { env: { PATH: process.env.PATH, ...languages } },
      (error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

it.each<[environment: Record<string, string>, locale: string]>([
  [{}, 'en'],
  [{ LANG: 'C.UTF-8' }, 'en'],
  [{ LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8' }, 'en'],
  [{ LANG: 'de_CH.UTF-8' }, 'de-CH'],
  [{ LC_MESSAGES: 'fr_FR', LANG: 'de_DE.UTF-8' }, 'fr-FR'],
  [{ LC_ALL: 'es_ES@euro', LC_MESSAGES: 'fr_FR' }, 'es-ES'],
  [{ READOUT_LANG: 'de', LC_ALL: 'fr_FR.UTF-8' }, 'de'],
  [{ READOUT_LANG: 'ja', LANG: 'de_DE.UTF-8' }, 'en'],
  [{ LANG: 'tlh_XX' }, 'en'],
])('%j is spoken to in %s', (environment, locale) => {
  expect(localeOf(environment)).toBe(locale);
});

it('help and errors are in the language of the terminal, codes and exit status are not', async () => {
  const german = { LANG: 'de_DE.UTF-8' };
  expect(await run(['read'], german)).toEqual({
    status: 2,
    stdout: '',
    stderr: 'readout: Geben Sie mindestens eine Datei an.\nSiehe readout --help.\n',
  });
  expect(await run(['read', '/nowhere.jpg'], german)).toMatchObject({
    status: 1,
    stderr: '/nowhere.jpg: file.not_found Diese Datei gibt es nicht.\n',
  });
  const [help, limit] = await said(
    [
      ['read', '--help'],
      ['list', '--limit', '0'],
    ],
    german,
  );
  expect(help).toMatch(/^Aufruf: .*--languages DE,EN/s);
  expect(limit).toContain('--limit nimmt eine ganze Zahl von 1 bis 10000, nicht „0“.');
});

/** What the command writes for each of these, all in one process: starting it takes longer than saying something. */
async function said(commands: string[][], languages: Record<string, string>): Promise<string[]> {
  const program = `
    const { main } = await import(${JSON.stringify(new URL('./main.ts', import.meta.url).href)});
    const answers = [];
    const toPeople = process.stdout.write.bind(process.stdout);
    for (const args of ${JSON.stringify(commands)}) {
      let output = '';
      for (const stream of [process.stdout, process.stderr])
        stream.write = (text, ...rest) => {
          output += text;
          rest.find((each) => typeof each === 'function')?.();
          return true;
        };
      await main(args);
      process.stdout.removeAllListeners('error');
      answers.push(output);
    }
    toPeople(JSON.stringify(answers), () => process.exit(0));`;
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', program],
      { env: { PATH: process.env.PATH, ...languages } },
      (error, stdout) => (error ? reject(error) : resolve(JSON.parse(stdout) as string[])),
    );
  });
}

it('what the command says stands in the catalogue', async () => {
  const commands = [
    ['--help'],
    ['audit', '--help'],
    ['backup', '--help'],
    ['list', '--help'],
    ['mcp', '--help'],
    ['plugin', '--help'],
    ['verify', '--help'],
    [],
    ['write'],
    ['read', '--only'],
    ['read', '--json=yes', 'a.jpg'],
    ['read', 'a.jpg', '--nothing'],
    ['read', 'a.jpg', '--languages', '?'],
    ['mcp'],
    ['mcp', 'extra'],
    ['login', 'readout.example'],
    ['export', 'a.csv'],
    ['listen', '--secret', 'x'],
    ['listen', '--forward', 'http://example.com'],
    ['plugin', 'pack'],
    ['plugin', 'test', '/nowhere'],
    ['plugin', 'fixture', 'a', 'b', '--today', 'now'],
    ['plugin', 'inspect', '/nowhere'],
    ['backup', '--verify', '/nowhere', '--key', '/nowhere'],
    ['backup', 'a', '--keep', 'all'],
    ['audit', 'verify', '/nowhere'],
  ];
  const answers = await said(commands, { READOUT_LANG: 'en-XA' });
  expect(answers.map((each) => each.trim() === '')).toEqual(commands.map(() => false));
  const outside = answers.map((each, index) => [commands[index], withoutBrackets(each)]);
  expect(outside.filter(([, rest]) => rest !== '')).toEqual([]);
});

/** What no message of the pseudo-language holds, the program's name aside. */
function withoutBrackets(said: string): string {
  let outside = said;
  for (let before = ''; before !== outside; ) {
    before = outside;
    outside = before.replaceAll(/\[[^[\]]*\]/g, '');
  }
  return outside.replaceAll('readout: ', '').trim();
}
