import { describe, expect, test } from 'vitest';
import { demandSameOrigin } from './same-origin.ts';

const origin = 'https://readout.example.com';
const send = (method: string, headers: Record<string, string>) => () =>
  demandSameOrigin(method, new Headers(headers), origin);

describe('changes asked for by another site', () => {
  test.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a page of a sibling host', { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' }],
    ['an old browser that sends Origin alone', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another port of this host', { origin: 'https://readout.example.com:8443' }],
  ])('are refused from %s', (_name, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(send(method, headers)).toThrow(/another site/);
    expect(send('GET', headers)).not.toThrow();
  });

  test('are carried out from our own pages, also where a proxy ends the encryption, and for programs', () => {
    expect(send('POST', { 'sec-fetch-site': 'same-origin', origin })).not.toThrow();
    expect(send('POST', { origin: 'http://readout.example.com' })).not.toThrow();
    expect(send('POST', {})).not.toThrow();
  });
});
