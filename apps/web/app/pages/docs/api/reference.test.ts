import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Type } from './fields.tsx';
import { type Description, toReference, typeOf } from './reference.ts';

const description: Description = {
  tags: [{ name: 'Things', description: 'What there is.' }],
  paths: {
    '/things/{id}': {
      patch: {
        operationId: 'changeThing',
        summary: 'Change a thing',
        description: 'Changes `it`.',
        tags: ['Things'],
        security: [{ session: [] }, { apiKey: ['things:write'] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 64 } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { name: { type: 'string' }, note: { type: 'string' } },
                required: ['name'],
              },
            },
          },
        },
        responses: {
          200: {
            description: 'As it is now.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          default: { description: 'A problem.' },
        },
      },
    },
    '/things/{id}/picture': {
      get: {
        operationId: 'getPicture',
        tags: ['Things'],
        security: [{ session: [] }],
        responses: {
          200: { content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['parts'],
        properties: {
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          state: { type: 'string', enum: ['old', 'new'], 'x-preview': true },
          place: { type: ['object', 'null'], properties: { room: { type: 'string' } } },
        },
      },
    },
  },
};

describe('the reference', () => {
  const { groups, schemas } = toReference(description);
  const [change, picture] = groups[0]!.operations;

  it('says of an operation what it takes, what it answers and which scope a key needs', () => {
    expect(change).toMatchObject({
      id: 'changeThing',
      method: 'PATCH',
      path: '/api/v1/things/{id}',
      scope: 'things:write',
      who: 'both',
      parameters: [
        { name: 'id', place: 'path', isRequired: true, bounds: [{ kind: 'length', most: 64 }] },
        {
          name: 'limit',
          isRequired: false,
          bounds: [
            { kind: 'range', from: 1, to: 200 },
            { kind: 'usual', value: '50' },
          ],
        },
      ],
      body: { mediaType: 'application/json', fields: [{ name: 'name', isRequired: true }, { name: 'note' }] },
      answers: [
        { status: '200', type: { kind: 'schema', name: 'Thing' }, fields: [{ name: 'parts' }, {}, {}] },
      ],
    });
  });

  it('shows a call with what has to be there and nothing else', () => {
    expect(change!.example).toBe(
      `curl -X PATCH \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"…"}' \\
  "$READOUT/api/v1/things/$ID"`,
    );
    // Keys are refused there.
    expect(picture).toMatchObject({ who: 'session', scope: null, example: null });
    expect(picture!.answers[0]).toMatchObject({ mediaTypes: ['image/webp'], type: null });
  });

  it('unfolds what has no name and leads to what has one', () => {
    expect(schemas[0]).toMatchObject({
      name: 'Thing',
      fields: [
        { name: 'parts', type: { kind: 'list', of: { kind: 'schema', name: 'Thing' } }, isRequired: true },
        { name: 'state', bounds: [{ kind: 'one_of', values: ['old', 'new'] }], isPreview: true },
        { name: 'place', type: { kind: 'either' }, fields: [{ name: 'room' }] },
      ],
    });
  });
});

it.each<[schema: Parameters<typeof typeOf>[0], words: string]>([
  [{ type: 'string', format: 'uuid' }, 'UUID'],
  [{ type: ['integer', 'null'] }, 'whole number or null'],
  [{ anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }, 'A or null'],
  [{ type: 'object', additionalProperties: { $ref: '#/components/schemas/A' } }, 'object of A'],
  [{}, 'any JSON'],
])('%j is called %s', (schema, words) => {
  const html = renderToStaticMarkup(createElement(Type, { type: typeOf(schema) }));
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(words);
});
