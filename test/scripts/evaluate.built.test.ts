import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startService } from '../support/service/service.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';

const judge = {
  compare: ({ expected }: { expected: string }) =>
    Promise.resolve({
      opinion: { verdict: expected.includes('£') ? 'worse' : 'better', reason: 'As it says.' } as const,
      model: 'judge-1',
      usage: { inputTokens: 700, outputTokens: 20, cachedInputTokens: 0 },
    }),
};
const answerer = sharedFixture(() => scriptedAnswerer());
const service = sharedFixture(() => startService({ answerer, judge }));
let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'tests-'))));
afterAll(() => rm(folder, { recursive: true }));

async function run(...given: string[]): Promise<{ code: number; out: string }> {
  const script = join(import.meta.dirname, '../../scripts/evaluate.ts');
  return await new Promise((resolve) => {
    execFile(process.execPath, [script, '--url', service.origin, ...given], (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: `${out}${err}` });
    });
  });
}

async function evaluate(tests: string | Buffer, ...options: string[]) {
  const file = join(folder, 'shop.jsonl');
  await writeFile(file, tests);
  return await run(file, ...options);
}

const lines = (...tests: object[]) => tests.map((line) => JSON.stringify(line)).join('\n');
const RIGHT = { question: 'Hello?', facts: ['hello  THERE'] };
const WRONG = { question: 'How much?', facts: ['£40'] };

test('the evaluation prints the share of answers with all expected facts, and fails below the minimum', async () => {
  const { code, out } = await evaluate(lines(RIGHT, WRONG), '--at-least', '0.5');
  expect(out).toContain('1 of 2 right (50.0 %)');
  expect(out).toContain('How much?\n  lacks £40\n  Answer: Hello there.');
  expect(code).toBe(0);
  expect((await evaluate(lines(RIGHT, WRONG), '--at-least', '0.9')).code).toBe(1);
});

test('the evaluation lets the model judge expected answers, as the dashboard does', async () => {
  const { out } = await evaluate(
    lines({ question: 'Hello?', expected: 'A greeting.' }, { turns: ['Hi', 'How much?'], expected: '£40' }),
  );
  expect(out).toContain('1 of 2 right');
  expect(out).toContain('How much?\n  worse: As it says.');
  expect(answerer.calls.at(-1)?.history.map(({ content }) => content)).toEqual(['Hi', 'How much?']);
});

test('without a file the evaluation runs the stored tests, and the tests of a file are not stored', async () => {
  expect((await run()).out).toContain('The assistant has no tests.');
  const turns = [{ role: 'visitor', content: 'Hello?' }];
  await registryAdmin(service).send('POST', 'assistants/default/tests', { turns, expected: 'A greeting.' });
  expect((await run()).out).toContain('1 of 1 right');
});

test.each([
  ['{"question":"a","facts":["x"]}\nnothing', 'Line 2 is not a JSON object.'],
  [lines(RIGHT, { question: 'No expectation' }), 'Line 2: expected must be given, or facts.'],
  [lines({ facts: ['x'] }), 'Line 1: question must be given, or turns in its place.'],
])('an invalid line is reported: %#', async (tests, problem) => {
  const { code, out } = await evaluate(tests);
  expect(out).toContain(problem);
  expect(code).toBe(2);
});

test.each([
  ['UTF-16, as Windows PowerShell writes it', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
])('a file in %s is read', async (_name, encoded) => {
  const { out } = await evaluate(encoded(lines({ question: 'Größe?', facts: ['Größe 40'] })));
  expect(out).toContain('Größe?\n  lacks Größe 40\n');
});

test('an unknown option is refused with the usage', async () => {
  const { code, out } = await evaluate(lines(RIGHT), '--least', '1');
  expect(out).toContain("Unknown option '--least'");
  expect(out).toContain('Usage: npm run evaluate -- [tests.jsonl]');
  expect(code).toBe(2);
});
