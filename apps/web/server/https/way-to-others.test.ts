import { expect, test } from 'vitest';
import { wayToOthers } from './way-to-others.ts';

const network = { addresses: ['192.168.1.20', '127.0.0.1', '::1'], names: [] };

test('who starts it learns how a phone gets there, or why none does', () => {
  expect(wayToOthers({ port: 3000, host: '127.0.0.1' }, network)).toMatch(
    /^Only this machine reaches it\..*192\.168\.1\.20.*npm start -- --https/,
  );
  expect(wayToOthers({ port: 3000, host: '0.0.0.0' }, network)).toContain('http://192.168.1.20:3000');
  expect(wayToOthers({ port: 3000, host: '0.0.0.0' }, { addresses: ['127.0.0.1'], names: [] })).toContain(
    'No network was found',
  );
});
