import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { lineProblem, questionLines, requestsOf } from '../src/domain/question-lines.ts';
import { QuestionLine, questionOf } from '../src/domain/records/evaluation.ts';
import { compared } from '../src/domain/verdicts.ts';
import { ErrorBody } from '../src/wire/records.ts';
import {
  AnswersReply,
  QuestionsReply,
  RunReply,
  RunsReply,
  SetReply,
  SetsReply,
} from '../src/wire/evaluations.ts';

/**
 * Asks an assistant of a running service the questions of a file, and prints how its answers compare with
 * those of the run before (docs/operations.md, Evaluate).
 *
 *     npm run evaluate -- questions.jsonl --at-least 0.9
 *
 * The service is SERVICE or --url, the key is ADMIN_KEY. The set stays in the service under the file's name.
 */
const USAGE =
  'Usage: npm run evaluate -- <set.jsonl> [--url …] [--assistant …] [--candidate] [--at-least 0.9]';

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string', default: process.env['SERVICE'] ?? 'http://localhost:7071' },
        assistant: { type: 'string', default: 'default' },
        /** Tests the assistant's changes that are not live. */
        candidate: { type: 'boolean', default: false },
        /** The least share of right answers; below it the exit code is 1. */
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

const POLL_MS = 500;
const key = process.env['ADMIN_KEY'];

async function call<T>(schema: z.ZodMiniType<T>, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${values.url}/api/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error(`${values.url} cannot be reached. Start the service, or name it with --url.`);
  });
  const answer: unknown = await response.json();
  if (response.ok) return schema.parse(answer);
  const { message, issues = [] } = Refusal.parse(answer);
  throw new Refused(message, issues);
}

const Refusal = z.extend(ErrorBody, {
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
class Refused extends Error {
  readonly issues: readonly { path: string; message: string }[];
  constructor(message: string, issues: Refused['issues']) {
    super(message);
    this.issues = issues;
  }
}

/** What is asked and expected, however it is written: the order of its fields and its spaces do not count. */
const keyOf = (line: QuestionLine) => JSON.stringify(questionOf(line));

/** The set of a name with exactly the questions of a file; the ones that it has already stay. */
async function upload(name: string, file: string): Promise<string> {
  const read = await questionLines(createReadStream(file, 'utf8'));
  if (!read.ok) throw new Error(read.problem);
  const wanted = new Set(read.lines.map((line) => keyOf(checked(line))));
  const { sets } = await call(SetsReply, 'GET', 'question-sets');
  const known = sets.find((set) => set.name === name);
  const id = known?.id ?? (await call(SetReply, 'POST', 'question-sets', { name })).set.id;
  // Others are removed first, so that the new ones find room in the set.
  const { questions } = await call(QuestionsReply, 'GET', `question-sets/${id}`);
  for (const { number, line } of questions) {
    if (!wanted.has(keyOf(line))) {
      await call(SetReply, 'DELETE', `question-sets/${id}/questions/${number}`);
    }
  }
  for (const part of requestsOf(read.lines)) {
    const body = { questions: part.map(({ value }) => value) };
    await call(SetReply, 'POST', `question-sets/${id}/questions`, body).catch((error: unknown) => {
      const [issue] = error instanceof Refused ? error.issues : [];
      throw issue ? new Error(lineProblem(part, issue)) : error;
    });
  }
  return id;
}

/** A line, once it is known to be a question; nothing is sent of a file with one that is not. */
function checked(line: { line: number; value: object }): QuestionLine {
  const { data, error } = QuestionLine.safeParse(line.value);
  if (data) return data;
  const [issue] = error.issues;
  const path = ['questions', 0, ...(issue?.path ?? [])].join('.');
  throw new Error(lineProblem([line], { path, message: issue?.message ?? 'is not a question' }));
}

async function evaluate(file: string): Promise<number> {
  const setId = await upload(basename(file).slice(0, 60), file);
  const runs = `question-sets/${setId}/evaluations`;
  const [before] = (await call(RunsReply, 'GET', runs)).runs.filter(({ state }) => state === 'done');
  const subject = values.candidate ? 'candidate' : 'live';
  let { run } = await call(RunReply, 'POST', runs, { assistantId: values.assistant, subject });
  while (run.state === 'running') {
    if (run.waitsForBudget) {
      throw new Error('The daily budget is used up. The evaluation continues tomorrow (UTC).');
    }
    process.stderr.write(`\r${run.figures.answers} of ${run.total}`);
    await delay(POLL_MS);
    ({ run } = await call(RunReply, 'GET', `${runs}/${run.id}`));
  }
  const answersOf = async (id: string) => (await call(AnswersReply, 'GET', `${runs}/${id}/answers`)).answers;
  const answers = compared(await answersOf(run.id), before ? await answersOf(before.id) : []);
  process.stderr.write(`\r${run.figures.answers} of ${run.total}\n`);
  const { figures } = run;
  const rows = ['right', 'wrong', 'refused', 'failed', 'cited', 'cost', 'medianLatencyMs'] as const;
  console.table(
    Object.fromEntries(
      rows.map((figure) => [figure, { now: figures[figure], before: before?.figures[figure] ?? '' }]),
    ),
  );
  for (const { answer, before: earlier, change } of answers) {
    if (change === 'same' || (change === 'new' && answer.verdict === 'right')) continue;
    const verdicts = earlier ? `${earlier.verdict} -> ${answer.verdict}` : answer.verdict;
    const missing = answer.missing.length > 0 ? `; lacks ${answer.missing.join(', ')}` : '';
    console.log(`${verdicts}: ${answer.turns.join(' / ')}${missing}`);
  }
  if (run.state !== 'done') throw new Error(`The evaluation ended early: ${run.stopReason ?? run.state}.`);
  return figures.answers === 0 ? 0 : figures.right / figures.answers;
}

try {
  const [file] = positionals;
  const atLeast = Number(values['at-least']);
  if (file === undefined || !(atLeast >= 0 && atLeast <= 1)) {
    throw new Error(USAGE);
  }
  const right = await evaluate(file);
  console.log(`${(right * 100).toFixed(1)} % right`);
  if (right < atLeast) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'It failed.'}\n`);
  process.exitCode = 2;
}
