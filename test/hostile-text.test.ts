import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UnreadableFile } from '../src/adapters/documents/limits.ts';
import { AppError } from '../src/core/errors.ts';
import { threadCpuMs } from './support/cpu-time.ts';
import { HOSTILE_SHAPES } from './support/hostile-shapes.ts';
import { CALLS, IN_THREAD, OWN_TEXT } from './support/outside-text.ts';

/**
 * Text from outside must not take the square of its length: on the thread that answers requests, a long text
 * would stop the service for everybody. Each exported function whose first parameter is a text or bytes is
 * called with hostile texts. A function with further required parameters is called as `CALLS` says, and one
 * whose text is never from outside is named in `OWN_TEXT`.
 */
const ROOT = join(import.meta.dirname, '..');
const ROOMS = [
  'src/lib/*.ts',
  'src/core/errors.ts',
  'src/*/{records,rules}/**/*.ts',
  'src/adapters/{documents,email,knowledge,model,public-network,scripted,website}/**/*.ts',
  'src/http/**/*.ts',
  'src/hosts/own-host.ts',
  'widget/{initials,markdown,model,redrawn-image,safe-link,sse}.ts',
  'widget/panel/{avatar,citations}.ts',
  'widget/agent/preview.ts',
];

/** An exported function whose first parameter is a text or bytes, and what follows the parameter. */
const EXPORTED =
  /^export (?:async )?(?:function |const )(?<name>\w+)(?: = )?(?:async )?(?:<[^>\n]*>)?\(\s*\w+: (?<type>string(?: \| undefined)?|Uint8Array)(?<rest>,?\s*\)|,\s*\w+(?:\?:|: [^=,()]* = | = ))?/gm;

interface Found {
  path: string;
  name: string;
  isBytes: boolean;
  /** All further parameters are optional. */
  isAlone: boolean;
}

const found = globSync(ROOMS, { cwd: ROOT }).flatMap((path): Found[] =>
  Array.from(readFileSync(join(ROOT, path), 'utf8').matchAll(EXPORTED), ({ groups = {} }) => ({
    path,
    name: groups['name'] ?? '',
    isBytes: groups['type'] === 'Uint8Array',
    isAlone: groups['rest'] !== undefined,
  })),
);
const keyOf = ({ path, name }: Found) => `${path} ${name}`;

type Call = (text: string) => unknown;

async function callOf(one: Found): Promise<Call> {
  const call = CALLS[keyOf(one)];
  if (call) return call;
  const module: Record<string, unknown> = await import(/* @vite-ignore */ join(ROOT, one.path));
  const made = module[one.name];
  if (typeof made !== 'function') throw new Error(`${keyOf(one)} is not a function.`);
  return (text) => Reflect.apply(made, undefined, [one.isBytes ? Buffer.from(text) : text]) as unknown;
}

/** A refusal is a good answer, too. */
async function answered(call: Call, text: string): Promise<void> {
  try {
    await call(text);
  } catch (error) {
    const isRefusal =
      error instanceof AppError ||
      error instanceof UnreadableFile ||
      error instanceof URIError ||
      error instanceof SyntaxError;
    if (!isRefusal) throw error;
  }
}

/** The length of the first try: the square of it takes a moment, that of 200 000 characters minutes. */
const SHORT = 20_000;
const SHORT_MS = 400;
const LENGTH = 50_000;
/** A long text has this many times the length. */
const FACTOR = 4;
/** Shorter times say nothing about growth, in milliseconds. */
const FLOOR_MS = 40;
const MAX_RATIO = 2 * FACTOR;
/** A busy machine disturbs single runs, so the fastest of several counts. */
const MAX_RUNS = 6;

const TEXTS = Object.entries(HOSTILE_SHAPES).map(([name, shape]) => ({
  name,
  short: shape(SHORT),
  part: shape(LENGTH),
  whole: shape(FACTOR * LENGTH),
}));

async function growth(
  call: Call,
  { short, part, whole }: (typeof TEXTS)[number],
): Promise<string | undefined> {
  const timeOf = (text: string) => threadCpuMs(() => answered(call, text));
  let first = await timeOf(short);
  if (first > SHORT_MS) first = Math.min(first, await timeOf(short));
  if (first > SHORT_MS) return `${first.toFixed()} ms for ${SHORT} characters`;
  let partMs = Infinity;
  let wholeMs = Infinity;
  for (let run = 0; run < MAX_RUNS; run++) {
    wholeMs = Math.min(wholeMs, await timeOf(whole));
    if (wholeMs < FLOOR_MS) return undefined;
    partMs = Math.min(partMs, await timeOf(part));
    if (wholeMs / partMs < MAX_RATIO) return undefined;
  }
  return `${partMs.toFixed()} ms for ${LENGTH} characters, ${wholeMs.toFixed()} ms for ${FACTOR * LENGTH}`;
}

test('each function with a text and further parameters is in a table', () => {
  const listed = new Set([...Object.keys(CALLS), ...OWN_TEXT]);
  expect(found.filter((one) => !one.isAlone && !listed.has(keyOf(one))).map(keyOf)).toEqual([]);
  expect([...listed].filter((key) => !found.some((one) => keyOf(one) === key))).toEqual([]);
});

const outside = found.filter((one) => !OWN_TEXT.has(keyOf(one)));

test.each(outside.map((one) => [keyOf(one), one] as const))('%s takes linear time', async (_key, one) => {
  const call = await callOf(one);
  const slow: Record<string, string> = {};
  for (const text of TEXTS) {
    if (IN_THREAD[keyOf(one)]?.includes(text.name)) continue;
    const problem = await growth(call, text);
    if (problem !== undefined) slow[text.name] = problem;
  }
  expect(slow).toEqual({});
});
