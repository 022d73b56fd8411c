import { describe, expect, test } from 'vitest';
import { textToEmbed } from '../../src/domain/section-vectors.ts';
import { ModelFailure, type FailureFacts } from '../../src/domain/model-failure.ts';
import type { KnowledgeDocument, QuestionWriter } from '../../src/ports.ts';
import { LEASE_MS, questionGeneration } from '../../src/services/assistants/question-generation.ts';
import { storedQuestions } from '../../src/services/assistants/stored-questions.ts';
import { background } from '../../src/services/platform/background.ts';
import { otherTokenUsage } from '../../src/services/platform/other-token-usage.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/heard-telemetry.ts';
import { realRandom } from '../support/ports/real-random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => passingClock());

interface Options {
  documents: () => readonly KnowledgeDocument[];
  fails?: (text: string, call: number) => FailureFacts | undefined;
  isBudgetSpent?: () => boolean;
  sectionsPerHour?: number;
  hasModel?: boolean;
}

/** An instance of the service; several share the store. */
function instance(options: Options) {
  const { documents, fails, isBudgetSpent, sectionsPerHour = 1000, hasModel = true } = options;
  const asked: string[] = [];
  const writer: QuestionWriter = {
    write({ markdown }) {
      asked.push(markdown);
      const facts = fails?.(markdown, asked.length);
      if (facts) return Promise.reject(new ModelFailure(facts));
      const usage = { inputTokens: 400, outputTokens: 100, cachedInputTokens: 0 };
      return Promise.resolve({ questions: [`What is ${markdown}?`], model: 'gpt-5.6-luna', usage });
    },
  };
  const telemetry = recordingTelemetry();
  const work = background(telemetry);
  const ports = { ledger: store.ledger, clock, random: realRandom, telemetry };
  const stored = storedQuestions(ports);
  const otherUsage = otherTokenUsage(ports);
  let version = 0;
  const questions = questionGeneration({
    ...ports,
    writer: hasModel ? writer : undefined,
    stored,
    // A line of a document is a section.
    documentSections: (name, markdown) =>
      Promise.resolve(markdown.split('\n').map((line) => ({ title: name, path: [], markdown: line }))),
    async *documents() {
      yield await Promise.resolve(documents());
    },
    documentsVersion: () => Promise.resolve(String(version)),
    sectionsPerHour,
    otherUsage,
    pricing: () => ({ input: 1, cachedInput: 1, output: 2 }),
    isBudgetSpent: () => Promise.resolve(isBudgetSpent?.() ?? false),
    background: work,
    stopping: new AbortController().signal,
  });
  return {
    ...questions,
    asked,
    stored,
    otherUsage,
    telemetry,
    work,
    changed: () => version++,
    questionsOf: (line: string) =>
      questions.loaded.of(textToEmbed({ title: 'shop.md', path: [], markdown: line })),
  };
}
const lines = (count: number) => Array.from({ length: count }, (_, number) => `Section ${number}`).join('\n');
const documentOf = (markdown: string) => () => [{ name: 'shop.md', markdown }];

describe('the questions of a section', () => {
  test('are written once, are known to the instance, and are counted with their cost', async () => {
    const one = instance({ documents: documentOf(lines(3)) });
    const before = one.loaded.version();
    await one.run();
    expect(one.questionsOf('Section 1')).toEqual(['What is Section 1?']);
    expect(one.loaded.version()).toBeGreaterThan(before);
    one.changed();
    await one.run();
    expect(one.asked).toHaveLength(3);
    expect(await one.otherUsage.today()).toBe(1500);
    const [hour] = await one.otherUsage.between('2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z');
    expect(hour).toMatchObject({ purpose: 'questions', requests: 3, cost: 0.0018 });
  });

  test('are written for what is new, and removed with what is gone', async () => {
    let text = lines(3);
    const one = instance({ documents: () => documentOf(text)() });
    await one.run();
    text = 'Section 1\nNew';
    one.changed();
    await one.run();
    expect(one.asked.slice(3)).toEqual(['New']);
    expect(await one.stored.all()).toHaveProperty('size', 2);
    expect(one.questionsOf('Section 0')).toEqual([]);
  });

  test('are read by another instance, which waits for no failure of the store', async () => {
    const documents = documentOf(lines(3));
    await instance({ documents }).run();
    const other = instance({ documents });
    await other.loaded.ready();
    expect(other.questionsOf('Section 2')).toEqual(['What is Section 2?']);
    expect(other.asked).toEqual([]);
  });

  test.each([
    ['no model is connected', { hasModel: false }],
    ['the setting is 0', { sectionsPerHour: 0 }],
  ])('are not written where %s', async (_, off) => {
    const one = instance({ documents: documentOf(lines(3)), ...off });
    await one.run();
    one.afterChange();
    await one.loaded.ready();
    await one.work.settled();
    expect(one.asked).toEqual([]);
    expect(await one.stored.state()).toEqual({});
  });
});

describe('the work', () => {
  test('ends with a failure of the model, which is reported, and goes on with what is missing', async () => {
    const documents = documentOf(lines(3));
    const one = instance({
      documents,
      fails: (_text, call) => (call === 2 ? { reason: 'unreachable' } : undefined),
    });
    await one.run();
    expect(one.asked).toHaveLength(2);
    expect(one.telemetry.events).toContainEqual({ type: 'warning', code: 'questions-not-written' });
    await one.run();
    expect(one.asked).toEqual(['Section 0', 'Section 1', 'Section 1', 'Section 2']);
  });

  test('is not held up by a text that the model refuses, which is not paid again', async () => {
    const fails = (text: string) => (text === 'Section 1' ? ({ reason: 'refused' } as const) : undefined);
    const one = instance({ documents: documentOf(lines(3)), fails });
    await one.run();
    one.changed();
    await one.run();
    expect(one.asked).toHaveLength(3);
    expect(one.questionsOf('Section 1')).toEqual([]);
  });

  test('stops at the limit of an hour, and goes on in the next', async () => {
    const one = instance({ documents: documentOf(lines(5)), sectionsPerHour: 2 });
    await one.run();
    await one.run();
    expect(one.asked).toHaveLength(2);
    clock.advance(3_600_000);
    await one.run();
    expect(one.asked).toHaveLength(4);
  });

  test('stops where the daily budget is used up', async () => {
    let isSpent = false;
    const one = instance({
      documents: documentOf(lines(3)),
      fails: () => void (isSpent = true),
      isBudgetSpent: () => isSpent,
    });
    await one.run();
    expect(one.asked).toHaveLength(1);
  });

  test('is done by one of two instances, one section at a time', async () => {
    const documents = documentOf(lines(5));
    const both = [instance({ documents }), instance({ documents })];
    await Promise.all(both.map((one) => one.run()));
    expect(both.map(({ asked }) => asked.length).toSorted((a, b) => a - b)).toEqual([0, 5]);
  });

  test('of an instance that died is taken over when its lease has ended', async () => {
    const one = instance({ documents: documentOf(lines(2)) });
    const until = new Date(clock.now() + LEASE_MS).toISOString();
    await one.stored.change(() => ({ value: { lease: { owner: 'dead', until } }, result: undefined }));
    await one.run();
    expect(one.asked).toEqual([]);
    clock.advance(LEASE_MS);
    await one.run();
    expect(one.asked).toHaveLength(2);
  });

  test('starts by itself after a change, once for several', async () => {
    const one = instance({ documents: documentOf(lines(2)) });
    one.afterChange();
    one.afterChange();
    await one.work.settled();
    expect(one.asked).toHaveLength(2);
  });
});
