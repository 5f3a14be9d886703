// cspell:ignore kein Platz
import { textsIn } from '@readout/texts';
import { expect, test } from 'vitest';
import { deviceProblem, inWords } from './device-problem.ts';

test('what waits on a device says why in the language of who looks, whatever was spoken when it was kept', () => {
  expect(inWords(deviceProblem('device.full'), textsIn('de')).title).toMatch(/kein Platz/);
  expect(inWords(deviceProblem('http.502'), textsIn('en')).detail).toContain('(status 502)');
  // As an earlier version kept it.
  const kept = { status: 0, code: 'connection.lost', title: 'No connection', detail: 'Readout is away.' };
  expect(inWords(kept, textsIn('fr')).title).toBe('Pas de connexion');
});

test('what only the browser knows is told as it said it', () => {
  const problem = deviceProblem('device.not_sent', new Error('NetworkError when attempting'));
  expect(inWords(problem, textsIn('en'))).toMatchObject({
    title: 'It could not be sent from here',
    detail: 'NetworkError when attempting',
  });
});

test('what the server told stays as it told it', () => {
  const told = {
    status: 415,
    code: 'image.unsupported_type',
    title: 'Not a picture',
    detail: 'It is a text.',
  };
  expect(inWords(told, textsIn('de'))).toEqual(told);
});
