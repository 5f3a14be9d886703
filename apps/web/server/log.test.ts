import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the log has neither what signs in nor values of a refused row, and a name cannot begin a line of its own', () => {
  const program = `
    import { createLog } from ${JSON.stringify(fileURLToPath(new URL('log.ts', import.meta.url)))};
    const err = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@example.com) exists.' });
    createLog({ logLevel: 'info' }).error({ err, headers: { cookie: 'session=secret' }, name: 'a\\n{"level":60}' }, 'refused');`;
  const { stderr } = run(program);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(stderr)).toMatchObject({
    time: expect.stringMatching(/Z$/),
    err: { code: '23505', detail: '(hidden)' },
    headers: { cookie: '(hidden)' },
  });
});

test('what could sign somebody in is hidden by its name, in what is logged and in what that holds', () => {
  const names = ['password', 'secret', 'token', 'setupCode', 'authorization', 'cookie'];
  const given = Object.fromEntries(names.map((name) => [name, `the ${name} itself`]));
  const fields = {
    ...given,
    request: { ...given, 'set-cookie': 'the new cookie itself', headers: given },
    answer: { headers: { 'set-cookie': ['the new cookie itself'] } },
  };
  const { stderr } = run(`
    import { createLog } from ${JSON.stringify(fileURLToPath(new URL('log.ts', import.meta.url)))};
    createLog({ logLevel: 'info' }).info(${JSON.stringify(fields)}, 'asked');`);
  expect(JSON.parse(stderr)).toMatchObject({ msg: 'asked', request: { headers: expect.any(Object) } });
  expect(stderr).not.toContain('itself');
});

function run(program: string): { stderr: string } {
  const both = execFileSync('sh', [
    '-c',
    'exec "$0" --input-type=module -e "$1" 2>&1',
    process.execPath,
    program,
  ]);
  return { stderr: both.toString() };
}
