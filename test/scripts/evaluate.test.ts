import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';

const answerer = sharedFixture(() => scriptedAnswerer());
const service = sharedFixture(() => startService({ answerer }));
let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'sets-'))));
afterAll(() => rm(folder, { recursive: true }));

async function evaluate(set: string, ...options: string[]): Promise<{ code: number; out: string }> {
  const file = join(folder, 'shop.jsonl');
  await writeFile(file, set);
  const script = join(import.meta.dirname, '../../scripts/evaluate.ts');
  return await new Promise((resolve) => {
    execFile(process.execPath, [script, file, '--url', service.origin, ...options], (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: `${out}${err}` });
    });
  });
}

const lines = (...questions: object[]) => questions.map((line) => JSON.stringify(line)).join('\n');
const RIGHT = { question: 'Hello?', facts: ['hello there'] };
const WRONG = { question: 'How much?', facts: ['£40'] };

test('prints the share of right answers, and fails below the least one', async () => {
  const { code, out } = await evaluate(lines(RIGHT, WRONG), '--at-least', '0.5');
  expect(out).toContain('50.0 % right');
  expect(out).toContain('wrong: How much?; lacks £40');
  expect(code).toBe(0);
  expect((await evaluate(lines(RIGHT, WRONG), '--at-least', '0.9')).code).toBe(1);
});

test('compares with the run before, and asks the questions of the file alone', async () => {
  await evaluate(lines(RIGHT, WRONG));
  answerer.script({ deltas: ['It is £40.'] });
  const { out } = await evaluate(lines(WRONG), '--at-least', '1');
  answerer.script({ deltas: ['Hello there.'] });
  expect(out).toContain('wrong -> right: How much?');
  expect(out).toContain('100.0 % right');
});

test('keeps a question that is written in another order, and takes | for alternatives', async () => {
  const set = '{ "facts": ["hi | hello  there"], "question": " Hello? " }\n';
  expect((await evaluate(set)).out).toContain('100.0 % right');
  const { out } = await evaluate(`${set}{"turns":["Bye?"],"facts":[{"text":"no | way"}]}`);
  expect(out).toContain('2 of 2');
  expect(out).toContain('wrong: Bye?; lacks no | way');
});

test('a full set can have all of its questions replaced', async () => {
  const questions = (word: string) =>
    lines(...Array.from({ length: 1_000 }, (_, at) => ({ question: `${word} ${at}`, facts: ['hello'] })));
  expect((await evaluate(questions('One'))).out).toContain('1000 of 1000');
  expect((await evaluate(questions('Two'))).out).toContain('1000 of 1000');
});

test.each([
  ['{"question":"a","facts":["x"]}\nnothing', 'Line 2 is not a JSON object.'],
  [
    lines(RIGHT, { question: 'No expectation' }),
    'Line 2: facts must be given, or refuse: true in their place.',
  ],
])('a bad line is named: %#', async (set, problem) => {
  const { code, out } = await evaluate(set);
  expect(out).toContain(problem);
  expect(code).toBe(2);
});

test('an unknown option is refused with how it is used', async () => {
  const { code, out } = await evaluate(lines(RIGHT), '--least', '1');
  expect(out).toContain("Unknown option '--least'");
  expect(out).toContain('Usage: npm run evaluate -- <set.jsonl>');
  expect(code).toBe(2);
});
