import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { breaches, cycles } from './import-rules.ts';

const root = dirname(import.meta.dirname);

/** The files of some folders, as the rules see them. */
function filesOf(folders: string): { path: string; text: string }[] {
  const paths = globSync(`{${folders}}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/*.d.ts'] });
  return paths.map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(`${root}/${path}`, 'utf8'),
  }));
}

test('every file imports only what its room may know', () => {
  const files = filesOf('src,functions,widget');
  expect(files.length).toBeGreaterThan(50);
  expect(breaches(files)).toEqual([]);
});

test('no files import each other in a circle', () => {
  const files = filesOf('src,functions,widget,scripts,bench,test');
  expect(files.length).toBeGreaterThan(500);
  expect(cycles(files)).toEqual([]);
});

test('a circle is found and named by its files, but not one of types', () => {
  const files = [
    { path: 'src/a.ts', text: "import { b } from './b.ts';" },
    { path: 'src/b.ts', text: "import { c } from './c/c.ts';\nimport type { D } from './d.ts';" },
    { path: 'src/c/c.ts', text: "export { a } from '../a.ts';" },
    { path: 'src/d.ts', text: "import { b } from './b.ts';" },
  ];
  expect(cycles(files)).toEqual(['src/a.ts > src/b.ts > src/c/c.ts > src/a.ts']);
});

describe('a breach is found and named by file and line', () => {
  test.each([
    [
      'src/conversations/rules/session-messages.ts',
      "import { AppError } from '../../core/errors.ts';\nimport * as z from 'zod/mini';",
      'zod/mini',
    ],
    [
      'src/conversations/rules/session-messages.ts',
      "// Why.\nimport { readFile } from 'node:fs/promises';",
      'node:fs/promises',
    ],
    ['src/ports.ts', "\nimport { STATUS_OF } from './core/errors.ts';", 'src/core/errors.ts'],
    ['src/ports/ledger.ts', "\nimport { compose } from '../compose.ts';", 'src/compose.ts'],
    ['src/chat/start-turn.ts', "\nimport type { Ledger } from '../ports/ledger.ts';", 'src/ports/ledger.ts'],
    [
      'src/chat/start-turn.ts',
      "\nimport type { ChatRequest } from './wire/visitor.ts';",
      'src/chat/wire/visitor.ts',
    ],
    [
      'src/chat/start-turn.ts',
      "\nconst store = await import('../adapters/store/sqlite.ts');",
      'src/adapters/store/sqlite.ts',
    ],
    ['src/chat/wire/visitor.ts', "\nimport type { Clock } from '../../ports.ts';", 'src/ports.ts'],
    ['src/http/endpoint.ts', "\nexport { nodeHost } from '../hosts/node.ts';", 'src/hosts/node.ts'],
    [
      'src/adapters/store/cosmos.ts',
      "import {\n} from '../telemetry/console.ts';",
      'src/adapters/telemetry/console.ts',
    ],
    [
      'src/adapters/store/cosmos.ts',
      "\nimport { readConfig } from '../../config/config.ts';",
      'src/config/config.ts',
    ],
    ['src/adapters/store/cosmos.ts', "\nimport type { Services } from '../../compose.ts';", 'src/compose.ts'],
    ['src/hosts/node.ts', "\nimport { app } from '@azure/functions';", '@azure/functions'],
    ['functions/local.ts', "\nimport { app } from '@azure/functions';", '@azure/functions'],
    ['functions/visitor/chat.ts', "\nimport { compose } from '../../src/compose.ts';", 'src/compose.ts'],
    ['functions/visitor/chat.ts', "\nimport '../runtime.ts';", 'functions/runtime.ts'],
    [
      'widget/api.ts',
      "\nimport { ChatRequest } from '../src/chat/wire/visitor.ts';",
      'src/chat/wire/visitor.ts',
    ],
    ['src/web/dashboard/app.tsx', "\nimport { deskPage } from '../desk/page.tsx';", 'src/web/desk/page.tsx'],
    ['src/web/ui/field.tsx', "\nimport { app } from '../dashboard/app.tsx';", 'src/web/dashboard/app.tsx'],
    [
      'src/web/desk/client.tsx',
      "\nimport { chat } from '../../chat/start-turn.ts';",
      'src/chat/start-turn.ts',
    ],
    ['src/chat/start-turn.ts', "\nimport { page } from '../web/desk/page.tsx';", 'src/web/desk/page.tsx'],
    [
      'src/conversations/threads.ts',
      "\nimport type { VisitorMemory } from '../widgets/visitor-memory.ts';",
      'src/widgets/visitor-memory.ts',
    ],
    ['src/lib/text.ts', "\nimport { AppError } from '../core/errors.ts';", 'src/core/errors.ts'],
    ['src/chat/rules/availability.ts', "\nimport type { Clock } from '../../ports.ts';", 'src/ports.ts'],
    ['widget/api.ts', "\nimport { render } from 'preact';", 'preact'],
  ])('%s: %j', (path, text, target) => {
    expect(breaches([{ path, text }])).toEqual([`${path}:2 must not import ${target}`]);
  });

  test('the environment and the console are for one file each', () => {
    expect(breaches([{ path: 'src/compose.ts', text: '\nconst port = process.env.PORT;' }])).toEqual([
      'src/compose.ts:2 does what only src/config/config.ts may',
    ]);
    expect(breaches([{ path: 'src/http/sse.ts', text: '\n\nconsole.log(1);' }])).toEqual([
      'src/http/sse.ts:3 does what only src/adapters/telemetry/console.ts may',
    ]);
  });

  test('a file outside every room is a breach itself', () => {
    expect(breaches([{ path: 'src/utils/misc.ts', text: '' }])).toEqual([
      'src/utils/misc.ts:1 belongs to no room',
    ]);
  });
});

test.each([
  ['src/adapters/store/cosmos.ts', "import type { Config } from '../../config/config.ts';"],
  ['src/adapters/store/cosmos.ts', "import { CosmosClient } from '@azure/cosmos';"],
  ['widget/api.ts', "import type { ChatRequest } from '../src/chat/wire/visitor.ts';"],
  ['functions/runtime.ts', "import { app } from '@azure/functions';"],
  ['src/config/config.ts', 'export const environment = process.env;'],
])('%s may: %s', (path, text) => {
  expect(breaches([{ path, text }])).toEqual([]);
});
