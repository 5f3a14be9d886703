import { AppError } from '@readout/domain/errors';
import { redirect } from 'react-router';
import { expect, test } from 'vitest';
import { besideOf, doneOf, problemOf } from './answer.ts';
import {
  actionOf,
  flag,
  form,
  json,
  lines,
  number,
  oneOf,
  secret,
  text,
  texts,
  wholeNumber,
  withHeaders,
} from './form.server.ts';

type Fields = [name: string, value: string][];

const sent = (...fields: Fields) =>
  new Request('http://here/page', { method: 'POST', body: new URLSearchParams(fields) });

/** What an action answered; one that redirects is none of these. */
function told<T>(answered: T) {
  if (answered instanceof Response) throw new Error('A redirect.');
  return answered as Exclude<T, Response>;
}

test('a form is found by its intent, and its fields come as what they are', async () => {
  let got: unknown;
  const answered = await actionOf(
    sent(
      ['intent', 'save'],
      ['name', '  Ada '],
      ['password', ' with blanks '],
      ['language', 'de'],
      ['language', 'fr'],
      ['on', ''],
      ['low', '1,5'],
      ['revision', '7'],
      ['kind', 'b'],
      ['regions', '[1]'],
      ['names', 'Quay\r\n\n Harbour '],
    ),
    {
      save: form(
        {
          name: text,
          missing: text,
          password: secret,
          language: texts,
          none: texts,
          on: flag,
          off: flag,
          low: number,
          high: number,
          revision: wholeNumber,
          kind: oneOf(['a', 'b']),
          regions: json,
          names: lines,
        },
        (values) => {
          got = values;
        },
      ),
      other: form({}, () => 'something else'),
    },
  );
  expect(got).toEqual({
    name: 'Ada',
    missing: '',
    password: ' with blanks ',
    language: ['de', 'fr'],
    none: [],
    on: true,
    off: false,
    low: 1.5,
    high: undefined,
    revision: 7,
    kind: 'b',
    regions: [1],
    names: ['Quay', 'Harbour'],
  });
  const { data, init } = told(answered);
  expect(init?.status).toBe(200);
  expect(new Headers(init?.headers).get('cache-control')).toBe('no-store');
  expect(doneOf(data, 'save')).toBe(true);
  expect(doneOf(data, 'other')).toBeUndefined();
});

test('a refusal is next to its field, with what was typed and never a secret', async () => {
  const answered = await actionOf(
    sent(
      ['intent', 'sign_up'],
      ['name', ' Ada '],
      ['password', 'correct horse'],
      ['code', '123456'],
      ['languages', 'de'],
      ['accept', 'yes'],
      ['names', 'Quay\n'],
    ),
    {
      sign_up: form(
        { name: text, password: secret, code: secret, languages: texts, accept: flag, names: lines },
        () => {
          throw new AppError('request.invalid', {}, { field: 'name' });
        },
      ),
    },
  );
  const { data, init } = told(answered);
  const problem = problemOf(data, 'sign_up');
  expect(problem?.code).toBe('request.invalid');
  expect(problem?.fields).toEqual({ name: problem?.message });
  expect(problem?.typed).toEqual({ name: ' Ada ', languages: ['de'], accept: true, names: ['Quay\n'] });
  expect(JSON.stringify(data)).not.toMatch(/correct horse|123456/);
  expect(init?.status).toBe(422);
});

test('a form that names no intent is the one that may be unnamed', async () => {
  const forms = { password: form({}, () => 'signed in'), link: form({}, () => 'link sent') };
  const answered = await actionOf(sent(['email', 'ada@example.org']), forms, 'password');
  expect(doneOf(told(answered).data, 'password')).toBe('signed in');
});

test('what the page shows beside a problem comes with it', async () => {
  const answered = await actionOf(sent(['name', 'Ada']), {
    rename: form(
      { name: text },
      () => {
        throw new AppError('request.invalid');
      },
      (error, { name }) => ({ code: error.code, name }),
    ),
  });
  expect(besideOf(told(answered).data, 'rename')).toEqual({ code: 'request.invalid', name: 'Ada' });
});

test('a refusal is said even where what belongs beside it is refused as well', async () => {
  const answered = await actionOf(sent(), {
    run: form(
      {},
      () => {
        throw new AppError('request.invalid');
      },
      () => {
        throw new AppError('database.unavailable', { retryAfterSeconds: 2 });
      },
    ),
  });
  expect(problemOf(told(answered).data, 'run')?.code).toBe('request.invalid');
});

test('cookies and redirects of a form are its answer', async () => {
  const forms = {
    rename: form({}, () => withHeaders({ 'set-cookie': 'a=b' }, 'renamed' as const)),
    leave: form({}, () => redirect('/elsewhere')),
    sign_in_again: form({}, () => {
      throw redirect('/sign-in');
    }),
  };
  const { data, init } = told(await actionOf(sent(['intent', 'rename']), forms));
  expect(doneOf(data, 'rename')).toBe('renamed');
  expect(new Headers(init?.headers).get('set-cookie')).toBe('a=b');
  const left = (await actionOf(sent(['intent', 'leave']), forms)) as Response;
  expect(left.headers.get('location')).toBe('/elsewhere');
  await expect(actionOf(sent(['intent', 'sign_in_again']), forms)).rejects.toBeInstanceOf(Response);
});

const page = (code: string, status: number) =>
  expect.objectContaining({
    data: expect.objectContaining({ code }),
    init: expect.objectContaining({ status }),
  });

test.each<[what: string, fields: Fields]>([
  ['an unknown intent', [['intent', 'destroy']]],
  ['the name of something every object has', [['intent', 'constructor']]],
  ['no intent where there are several', []],
  [
    'a revision that is none',
    [
      ['intent', 'save'],
      ['revision', '1e3'],
      ['kind', 'a'],
    ],
  ],
  [
    'a choice that is not offered',
    [
      ['intent', 'save'],
      ['revision', '1'],
      ['kind', 'c'],
    ],
  ],
])('%s, which no page sends, is answered with a page', async (_, fields) => {
  const forms = {
    save: form({ revision: wholeNumber, kind: oneOf(['a', 'b']) }, () => {
      throw new Error('It ran.');
    }),
    other: form({}, () => 'done'),
  };
  await expect(actionOf(sent(...fields), forms)).rejects.toEqual(page('request.invalid', 422));
});

test('who may not do it at all is told with a page; a defect stays one', async () => {
  const forms = {
    demote: form({}, () => {
      throw new AppError('platform.admin_only');
    }),
    broken: form({}, () => {
      throw new TypeError('defect');
    }),
  };
  await expect(actionOf(sent(['intent', 'demote']), forms)).rejects.toEqual(page('platform.admin_only', 403));
  await expect(actionOf(sent(['intent', 'broken']), forms)).rejects.toBeInstanceOf(TypeError);
});
