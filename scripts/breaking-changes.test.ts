import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { breakingChanges, type Description, type Operation, type Schema } from './breaking-changes.ts';

const folder = path.join(import.meta.dirname, '../docs/api');
const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Description;

test('today’s API breaks no client of the last version', () => {
  const [last] = readdirSync(path.join(folder, 'kept')).toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  expect(breakingChanges(read(`kept/${last}`), read('openapi.json'))).toEqual([]);
});

const of = (operation: Operation, schemas: Record<string, Schema> = {}): Description => ({
  paths: { '/things': { get: { operationId: 'listThings', ...operation } } },
  components: { schemas },
});
const answering = (schema: Schema, schemas?: Record<string, Schema>) =>
  of({ responses: { 200: { content: { 'application/json': { schema } } } } }, schemas);
const asking = (schema: Schema, required = false) =>
  of({ requestBody: { required, content: { 'application/json': { schema } } } });
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const string: Schema = { type: 'string' };

const breaks: [what: string, before: Description, after: Description, said: string][] = [
  ['a path that is gone', of({}), { paths: {} }, 'GET /things: is gone'],
  ['another name', of({}), of({ operationId: 'things' }), 'is called things'],
  [
    'a scope that is needed now',
    of({ security: [{ apiKey: ['a'] }] }),
    of({ security: [{ apiKey: ['b'] }] }),
    'no longer open',
  ],
  ['an answer’s member that is gone', answering(object({ a: string })), answering(object({})), 'a is gone'],
  [
    'an answer’s member that may be absent',
    answering(object({ a: string }, ['a'])),
    answering(object({ a: string })),
    'a may be absent',
  ],
  ['an answer’s other type', answering(string), answering({ type: 'number' }), 'has type number'],
  [
    'an answer that may be null',
    answering(string),
    answering({ type: ['string', 'null'] }),
    'has type string or null',
  ],
  [
    'a choice of an answer that is gone',
    answering({ ...string, enum: ['a', 'b'] }),
    answering({ ...string, enum: ['a'] }),
    '"b" is gone',
  ],
  [
    'an answer behind a reference',
    answering({ $ref: '#/components/schemas/Thing' }, { Thing: object({ a: string }) }),
    answering({ $ref: '#/components/schemas/Thing' }, { Thing: object({}) }),
    'a is gone',
  ],
  [
    'an answer’s member that may be null by a choice',
    answering({ $ref: '#/components/schemas/Thing' }, { Thing: object({ a: string }) }),
    answering(
      { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
      { Thing: object({ a: string }) },
    ),
    'null is new',
  ],
  ['a status that is gone', of({ responses: { 201: {} } }), of({ responses: {} }), 'no longer answers 201'],
  [
    'an input that is required',
    asking(object({ a: string })),
    asking(object({ a: string }, ['a'])),
    'a is required',
  ],
  ['an input that is gone', asking(object({ a: string })), asking(object({})), 'a is gone'],
  [
    'a shorter input',
    asking({ ...string, maxLength: 9 }),
    asking({ ...string, maxLength: 8 }),
    'maxLength is 8, was 9',
  ],
  ['an input of few values', asking(string), asking({ ...string, enum: ['a'] }), 'one of few values'],
  [
    'an input that may no longer be null',
    asking({ type: ['string', 'null'] }),
    asking(string),
    'has type string',
  ],
  ['a body that is required', asking({}), asking({}, true), 'a body is required'],
  [
    'a new parameter that is required',
    of({}),
    of({ parameters: [{ name: 'q', in: 'query', required: true }] }),
    'query q is new and required',
  ],
  ['a parameter that is gone', of({ parameters: [{ name: 'q', in: 'query' }] }), of({}), 'query q is gone'],
];

describe('a client would stumble over', () => {
  test.each(breaks)('%s', (_what, before, after, said) => {
    expect(breakingChanges(before, after)).toEqual([expect.stringContaining(said)]);
    expect(breakingChanges(before, before)).toEqual([]);
  });
});

describe('no client would notice', () => {
  test.each<[what: string, before: Description, after: Description]>([
    ['a new member of an answer', answering(object({})), answering(object({ a: string }, ['a']))],
    [
      'a member that is always there now',
      answering(object({ a: string })),
      answering(object({ a: string }, ['a'])),
    ],
    ['whole numbers where any were promised', answering({ type: 'number' }), answering({ type: 'integer' })],
    ['a new optional input', asking(object({})), asking(object({ a: string }))],
    ['a longer input', asking({ ...string, maxLength: 8 }), asking(string)],
    ['a new optional parameter', of({}), of({ parameters: [{ name: 'q', in: 'query' }] })],
    ['another way in', of({ security: [{ a: [] }] }), of({ security: [{ a: [] }, { b: [] }] })],
    [
      'what was marked as preview',
      answering(object({ a: { ...string, 'x-preview': true } })),
      answering(object({})),
    ],
    [
      'a schema that contains itself',
      answering(
        { $ref: '#/components/schemas/Tree' },
        { Tree: object({ of: { $ref: '#/components/schemas/Tree' } }) },
      ),
      answering(
        { $ref: '#/components/schemas/Tree' },
        { Tree: object({ of: { $ref: '#/components/schemas/Tree' } }) },
      ),
    ],
  ])('%s', (_what, before, after) => {
    expect(breakingChanges(before, after)).toEqual([]);
  });
});
