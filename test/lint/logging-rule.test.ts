import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lintLogging } from '../../scripts/lint-logging.ts';

const VIOLATION = 'export const f = (m: string) => {\n  console.log({ sessionId: m });\n};\n';
const HARMLESS = "export const f = () => {\n  console.log({ code: 'started' });\n};\n";

describe('the build', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'logging-rule-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  test.each(['src/chat/a.ts', 'src/web/b.tsx', 'functions/visitor/c.ts', 'widget/d.ts'])(
    'fails if a log statement names content in %s',
    async (path) => {
      write(path, VIOLATION);
      expect(await lintLogging(folder)).toMatch(/2:\d+ .*"sessionId"/);
    },
  );

  test('fails if a comment disables the rule', async () => {
    write('src/a.ts', `/* eslint-disable */\n${VIOLATION}`);
    expect(await lintLogging(folder)).toContain('"sessionId"');
  });

  test('succeeds if no log statement names content', async () => {
    write('src/a.ts', HARMLESS);
    expect(await lintLogging(folder)).toBeUndefined();
  });
});

test('the full linter configuration contains the logging rule', async () => {
  // All of its rules but those that need the types of the whole project, whose reading takes ten seconds.
  const eslint = new ESLint({
    cwd: dirname(dirname(import.meta.dirname)),
    overrideConfig: tseslint.configs.disableTypeChecked,
  });
  const filePath = 'src/adapters/telemetry/console.ts';
  const rulesBroken = async (text: string) => {
    const [result] = await eslint.lintText(text, { filePath });
    return result?.messages.map(({ ruleId, line }) => `${ruleId}:${line}`);
  };
  expect(await rulesBroken(VIOLATION)).toEqual(['logging/no-content-in-logs:2']);
  expect(await rulesBroken(HARMLESS)).toEqual([]);
});
