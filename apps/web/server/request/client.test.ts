import { describe, expect, test } from 'vitest';
import { clientOf } from './client.ts';

const client = (
  peer: string,
  headers: Record<string, string>,
  config = { trustedProxies: 0, baseUrl: undefined as string | undefined },
) =>
  clientOf(
    { peer, isEncrypted: false, headers: new Headers({ host: 'localhost:3000', ...headers }) },
    config,
  );

describe('who is at the other end', () => {
  test('a browser on this machine is loopback, by every name of it', () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'readout.localhost']) {
      for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
        expect(client(peer, { host }).isLoopback).toBe(true);
    }
  });

  test('forwarding headers of nobody we trust change nothing but that it is not loopback', () => {
    expect(client('203.0.113.7', { 'x-forwarded-for': '127.0.0.1' })).toMatchObject({
      address: '203.0.113.7',
      isLoopback: false,
    });
    expect(client('127.0.0.1', { 'x-forwarded-for': '198.51.100.1' })).toMatchObject({
      address: '127.0.0.1',
      isLoopback: false,
    });
  });

  test('one trusted proxy: the address it saw, not what the client claims', () => {
    const config = { trustedProxies: 1, baseUrl: undefined };
    expect(client('10.0.0.1', { 'x-forwarded-for': '127.0.0.1, 198.51.100.1' }, config)).toMatchObject({
      address: '198.51.100.1',
      isLoopback: false,
    });
    expect(client('10.0.0.1', { 'x-forwarded-for': 'nonsense' }, config).address).toBe('10.0.0.1');
  });

  test('two trusted proxies: one step further out', () => {
    const config = { trustedProxies: 2, baseUrl: undefined };
    expect(client('10.0.0.1', { 'x-forwarded-for': '1.1.1.1, 198.51.100.1, 10.0.0.2' }, config).address).toBe(
      '198.51.100.1',
    );
  });
});
