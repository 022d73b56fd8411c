import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { fold } from '../src/lib/folding.ts';
import { MAX_TEST_TURNS } from '../src/assistants/rules/assistants.ts';
import { TestTurns } from '../src/assistants/records/assistant-test.ts';
import { text } from '../src/lib/fields.ts';
import { MAX_MESSAGE_LENGTH } from '../src/conversations/rules/session-messages.ts';
import { decodeText } from '../src/lib/text-encoding.ts';
import { TestAnswer, TestsReply, type AskTestRequest } from '../src/assistants/wire/assistant-tests.ts';
import { ErrorBody } from '../src/platform/wire/query-fields.ts';

/**
 * Asks an assistant of a running service the tests of a file, or those that are kept in the dashboard, and
 * prints the ones that it does not pass (docs/assistant.md, Evaluate). Nothing is stored.
 *
 *     npm run evaluate -- tests.jsonl --at-least 0.9
 *
 * The service is SERVICE or --url, the key is ADMIN_KEY.
 */
const USAGE = 'Usage: npm run evaluate -- [tests.jsonl] [--url …] [--assistant …] [--draft] [--at-least 0.9]';

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string', default: process.env['SERVICE'] ?? 'http://localhost:7071' },
        assistant: { type: 'string', default: 'default' },
        /** Tests the assistant's draft, compared with the live assistant. */
        draft: { type: 'boolean', default: false },
        /** The least share of passed tests, 0 to 1. Below it the exit code is 1. */
        'at-least': { type: 'string', default: '0' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : ''}\n${USAGE}\n`);
    process.exit(2);
  }
}
const { values, positionals } = readArguments();
if (values.help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}

/** A test: a question or conversation, with the expected answer or required texts. */
const Line = z
  .object({
    question: z.optional(text(MAX_MESSAGE_LENGTH)),
    turns: z.optional(
      z.union([
        z.array(text(MAX_MESSAGE_LENGTH)).check(z.minLength(1), z.maxLength(MAX_TEST_TURNS)),
        TestTurns,
      ]),
    ),
    expected: z.optional(text(8_000)),
    facts: z.optional(z.array(text(300)).check(z.minLength(1))),
  })
  .check(
    z.refine(({ question, turns }) => (question === undefined) !== (turns === undefined), {
      path: ['question'],
      error: 'must be given, or turns in its place',
    }),
    z.refine(({ expected, facts }) => expected !== undefined || facts !== undefined, {
      path: ['expected'],
      error: 'must be given, or facts',
    }),
  );
interface Test extends Pick<AskTestRequest, 'turns' | 'expected'> {
  facts: readonly string[];
}

/** The pauses before a question is repeated after a failure of the model, in milliseconds. */
const PAUSES_MS = [1_000, 4_000, 15_000];
const key = process.env['ADMIN_KEY'];
const path = `${values.url}/api/assistants/${encodeURIComponent(values.assistant)}/tests`;

async function call<T>(schema: z.ZodMiniType<T>, url: string, body?: unknown, attempt = 0): Promise<T> {
  const response = await fetch(url, {
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(`${values.url} cannot be reached. Start the service, or name it with --url.`);
  });
  const answer: unknown = await response.json();
  if (response.ok) return schema.parse(answer);
  const pauseMs = PAUSES_MS[attempt];
  if ((response.status !== 502 && response.status !== 503) || pauseMs === undefined) {
    throw new Error(ErrorBody.parse(answer).message);
  }
  await delay(pauseMs);
  return await call(schema, url, body, attempt + 1);
}

async function testsIn(file: string): Promise<Test[]> {
  const written = decodeText(await readFile(file));
  if (written === undefined) throw new Error(`The encoding of ${file} is unknown. Save it as UTF-8.`);
  const lines = written.split(/\r?\n/);
  const tests = lines.flatMap((line, index) => (line.trim() === '' ? [] : [testIn(line, index + 1)]));
  if (tests.length === 0) throw new Error(`${file} has no tests.`);
  return tests;
}

function testIn(line: string, number: number): Test {
  const written = objectIn(line);
  if (!written) throw new Error(`Line ${number} is not a JSON object.`);
  const { data, error } = Line.safeParse(written);
  if (!data) {
    const [issue] = error.issues;
    throw new Error(`Line ${number}: ${[...(issue?.path ?? []), issue?.message].join(' ')}.`);
  }
  const { question, turns = question === undefined ? [] : [question], expected, facts = [] } = data;
  return {
    turns: turns.map((turn) => (typeof turn === 'string' ? { role: 'visitor', content: turn } : turn)),
    ...(expected !== undefined && { expected }),
    facts,
  };
}

function objectIn(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const plain = (content: string) => fold(content).replaceAll(/\s+/gu, ' ').trim();

/** Why an answer does not pass; undefined if it does. */
function fault({ facts, expected }: Test, { content, verdict, reason }: TestAnswer): string | undefined {
  const missing = facts.filter((fact) => !plain(content).includes(plain(fact)));
  if (missing.length > 0) return `lacks ${missing.join(', ')}`;
  if (expected === undefined || verdict === 'same' || verdict === 'better') return undefined;
  return verdict === undefined ? 'not judged' : `worse${reason ? `: ${reason}` : ''}`;
}

/** Runs the tests. Returns the share of passed tests. */
async function evaluate(tests: readonly Test[]): Promise<number> {
  let right = 0;
  let cost = 0;
  for (const [index, test] of tests.entries()) {
    const { facts: _facts, ...asked } = test;
    const body = { ...asked, subject: values.draft ? 'draft' : 'live' };
    const answer = await call(TestAnswer, `${path}/ask`, body);
    const wrong = fault(test, answer);
    cost += answer.usage.cost ?? 0;
    if (wrong === undefined) right++;
    else console.log(`${test.turns.at(-1)?.content ?? ''}\n  ${wrong}\n  Answer: ${answer.content}`);
    process.stderr.write(`\r${index + 1} of ${tests.length}`);
  }
  process.stderr.write('\n');
  console.log(
    `${right} of ${tests.length} right (${((right / tests.length) * 100).toFixed(1)} %), $${cost.toFixed(4)}`,
  );
  return right / tests.length;
}

async function keptTests(): Promise<Test[]> {
  const { tests } = await call(TestsReply, path);
  if (tests.length === 0) {
    throw new Error('The assistant has no tests. Keep some in the dashboard, or name a file.');
  }
  return tests.map(({ turns, expected }) => ({ turns, expected, facts: [] }));
}

try {
  const [file] = positionals;
  const atLeast = Number(values['at-least']);
  if (!(atLeast >= 0 && atLeast <= 1)) throw new Error(USAGE);
  const right = await evaluate(file === undefined ? await keptTests() : await testsIn(file));
  if (right < atLeast) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'It failed.'}\n`);
  process.exitCode = 2;
}
