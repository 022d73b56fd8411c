import { expect, test } from 'vitest';
import { ownOrigin } from '../../src/http/cross-origin.ts';

const KNOWN = ['func-chat.azurewebsites.net', 'chat.example:8443'];

test.each([
  ['the platform’s name', 'func-chat.azurewebsites.net', 'https://func-chat.azurewebsites.net'],
  ['its case', 'FUNC-chat.azurewebsites.net', 'https://func-chat.azurewebsites.net'],
  ['a further name with its port', 'chat.example:8443', 'https://chat.example:8443'],
  ['a name that is not known', 'evil.example', 'https://func-chat.azurewebsites.net'],
  ['no name', undefined, 'https://func-chat.azurewebsites.net'],
  ['this machine', 'localhost:7071', 'http://localhost:7071'],
  ['this machine by address', '127.0.0.1:7071', 'http://127.0.0.1:7071'],
  [
    'a name that only begins like this machine',
    'localhost.evil.example',
    'https://func-chat.azurewebsites.net',
  ],
])('the origin of the service is derived from the addressed host: %s', (_, addressed, origin) => {
  expect(ownOrigin(addressed, KNOWN)).toBe(origin);
});

test('the origin of the service is the addressed host if no host names are configured', () => {
  expect(ownOrigin('chat.example', [])).toBe('https://chat.example');
});
