// cspell:disable
import { expect, test } from 'vitest';
import { pathForLog } from './log-path.ts';

test.each([
  ['/invite/AbC-123', '/invite/…'],
  ['/invite/AbC-123.data', '/invite/…'],
  ['/pair/AbC-123', '/pair/…'],
  ['/pair/AbC-123.data', '/pair/…'],
  ['/somewhere/new/kJ8-3hd7Hs_92ksLq0PzmN45vbTtYw1x', '/somewhere/new/…'],
  [
    '/api/v1/captures/0b9f2f62-6a34-4c3c-9a53-5d2a5d2f7f11',
    '/api/v1/captures/0b9f2f62-6a34-4c3c-9a53-5d2a5d2f7f11',
  ],
  ['/settings/security', '/settings/security'],
])('%s is logged as %s', (path, logged) => expect(pathForLog(path)).toBe(logged));
