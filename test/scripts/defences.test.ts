import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutDefence } from '../../scripts/break-defences.ts';
import { DEFENCES } from '../../scripts/defences.ts';

const ROOT = join(import.meta.dirname, '../..');

// Whether a test fails without each is for the nightly run: `npm run test:defences`.
test.each(DEFENCES.map((defence) => [defence.what, defence] as const))(
  '%s: the defense is in the code, and its tests exist',
  (_what, defence) => {
    const text = readFileSync(join(ROOT, defence.file), 'utf8');
    expect(withoutDefence(text, defence)).not.toBe(text);
    expect(defence.tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  },
);
