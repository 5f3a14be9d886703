import { expect, test } from 'vitest';
import { securityTxt } from './security-txt.ts';

test('security.txt names the contact, where it is authoritative, and an end within a year', () => {
  const now = new Date('2026-01-01T12:00:00Z');
  expect(securityTxt('mailto:security@example.com', { baseUrl: 'https://readout.example.com', now })).toBe(
    `Contact: mailto:security@example.com
Expires: 2026-04-01T00:00:00.000Z
Preferred-Languages: en, de, fr, es
Canonical: https://readout.example.com/.well-known/security.txt
`,
  );
});
