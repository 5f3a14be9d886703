import { expect, test } from 'vitest';
import { createTurns } from './in-turn.ts';

test('a company that asks over and over delays another by one piece of work, and is told to wait', async () => {
  const inTurn = createTurns();
  const done: string[] = [];
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const work = (name: string) => async () => {
    await begun;
    done.push(name);
    return name;
  };
  const asked = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => inTurn('a', work(name)));
  expect(() => inTurn('a', work('a6'))).toThrow(expect.objectContaining({ code: 'plugin.busy' }));
  asked.push(inTurn('b', work('b1')), inTurn('c', work('c1')));
  begin();
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1']);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4', 'a5']);
});

test('what fails is told to who asked, and the next has its turn', async () => {
  const inTurn = createTurns();
  const failing = inTurn('a', () => Promise.reject(new Error('no')));
  const next = inTurn('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
