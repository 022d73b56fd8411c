import { expect, test } from 'vitest';
import { bicepFile, bicepFiles } from './support/bicep.ts';

const files = bicepFiles();

test('every module has one reason to exist: 25 to 130 lines', () => {
  for (const { path, text } of files) {
    const lines = text.split('\n').length - 1;
    if (path.startsWith('modules/')) {
      expect([path, lines, lines >= 25 && lines <= 130]).toEqual([path, lines, true]);
    }
  }
});

test('every module is part of a template, with which it is compiled', () => {
  const templates = files.filter(({ path }) => !path.startsWith('modules/')).map(({ text }) => text);
  for (const { path } of files.filter((file) => file.path.startsWith('modules/'))) {
    expect([path, templates.some((text) => text.includes(`'${path}'`))]).toEqual([path, true]);
  }
});

test('the description of a number names its unit', () => {
  const units =
    /days|gigabytes|megabytes|tokens|request units|connections|instances|requests|billing currency/i;
  for (const { path, params } of files) {
    for (const [name, { type, decorators }] of params) {
      if (type === 'int') {
        expect([path, name, decorators]).toEqual([path, name, expect.stringMatching(units)]);
      }
    }
  }
});

test('the platform, which answers preflights, and the service let the same sites in', () => {
  const { text } = bicepFile('main.bicep');
  expect(text).toContain('ALLOWED_ORIGINS: allowedOrigins\n');
  expect(text).toContain(
    "var listedOrigins = filter(map(split(toLower(allowedOrigins), ','), origin => trim(origin)), origin => !empty(origin))\n",
  );
  expect(text).toContain(
    "startsWith(origin, 'https:') ? replace('${origin}|', ':443|', '|') : replace('${origin}|', ':80|', '|'))\nvar origins = map(markedOrigins, origin => replace(origin, '|', ''))\n",
  );
  expect(text).toContain('allowedOrigins: origins\n');
  expect(bicepFile('modules/function-app.bicep').text).toContain(
    'cors: { allowedOrigins: allowedOrigins, supportCredentials: false }',
  );
});
