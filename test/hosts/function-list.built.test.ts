import { expect, test } from 'vitest';
import { describedBy, functionFaults } from '../support/functions-host/function-list.ts';

const described = describedBy([
  { route: 'files/{id}', method: 'GET', gate: 'admin' },
  { route: 'files/new', method: 'POST', gate: 'visitor' },
]);

/** The faults of a package that has these functions. */
const faults = (...functions: [name: string, route: string, ...methods: string[]][]) =>
  functionFaults(
    functions.map(([name, route, ...methods]) => ({
      name,
      bindings: { trigger: { type: 'httpTrigger', route, methods } },
    })),
    described,
  );
const READ = ['files-_id', 'api/files/{id}', 'GET', 'HEAD'] as const;
const ADD = ['files-new', 'api/files/new', 'POST', 'OPTIONS'] as const;

test('functions that match the description have no faults', () => {
  expect(faults([...READ], [...ADD])).toEqual([]);
});

test.each<[string, Parameters<typeof faults>, string[]]>([
  [
    'an address without a function',
    [[...READ]],
    ['api/files/new is described with OPTIONS,POST, and has no function'],
  ],
  [
    'a function without an address',
    [[...READ], [...ADD], ['old', 'api/old', 'POST']],
    ['old is not described'],
  ],
  [
    'a method that is missing',
    [[...READ], ['files-new', 'api/files/new', 'POST']],
    ['api/files/new is described with OPTIONS,POST, and has POST'],
  ],
  [
    'a literal behind a parameter that takes its method',
    [['files', 'api/files/{id}', 'GET', 'HEAD', 'POST'], [...ADD]],
    [
      'api/files/{id} is described with GET,HEAD, and has GET,HEAD,POST',
      'POST of files-new is answered by files',
    ],
  ],
  [
    'a name that the platform does not take',
    [['_id', 'api/files/{id}', 'GET', 'HEAD'], [...ADD]],
    ['_id is not a function’s name'],
  ],
  [
    'names that differ in their case alone',
    [[...READ], ['FILES-_id', 'api/files/new', 'POST', 'OPTIONS']],
    ['files-_id is not the only one of its name', 'FILES-_id is not the only one of its name'],
  ],
])('finds %s', (_, functions, expected) => {
  expect(faults(...functions)).toEqual(expected);
});
