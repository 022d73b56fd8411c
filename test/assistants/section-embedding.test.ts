import { describe, expect, test } from 'vitest';
import type { KnowledgeDocument } from '../../src/ports.ts';
import { EMBEDDING_LEASE, sectionEmbedding } from '../../src/assistants/section-embedding.ts';
import { semanticSearch } from '../../src/assistants/semantic-search.ts';
import { storedVectors } from '../../src/assistants/stored-vectors.ts';
import { LEASE_MS, leases } from '../../src/platform/leases.ts';
import { otherTokenUsage } from '../../src/spending/other-token-usage.ts';
import { background } from '../../src/platform/background.ts';
import { ngramVector } from '../fakes/model/ngram-vector.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { scriptedEmbedder } from '../support/parts/scripted-embedder.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => passingClock());

interface Options {
  documents: () => readonly KnowledgeDocument[];
  fails?: Parameters<typeof scriptedEmbedder>[0];
  isBudgetSpent?: () => boolean;
  isRefusing?: () => boolean;
  space?: string;
  off?: boolean;
}

/** An instance of the service; several share the store. */
function instance(options: Options) {
  const { documents, fails = () => undefined, isBudgetSpent = () => false } = options;
  const { embedder: scripted, calls } = scriptedEmbedder(fails);
  const { space = scripted.space, isRefusing = scripted.isRefusing } = options;
  const embedder = { ...scripted, space, isRefusing };
  const telemetry = recordingTelemetry();
  const work = background(telemetry);
  const ports = { ledger: store.ledger, clock, random: realRandom, telemetry };
  const stored = storedVectors(ports);
  const otherUsage = otherTokenUsage(ports);
  let version = 0;
  let reads = 0;
  const embedding = sectionEmbedding({
    ...ports,
    leases: leases({ ...ports, stopping: new AbortController().signal }),
    embedder: options.off ? undefined : embedder,
    stored,
    // A line of a document is a section.
    documentSections: (texts) =>
      Promise.resolve(
        texts.map(({ name, markdown }) =>
          markdown.split('\n').map((line) => ({ title: name, path: [], markdown: line })),
        ),
      ),
    async *documents() {
      reads++;
      yield await Promise.resolve(documents());
    },
    documentsVersion: () => Promise.resolve(String(version)),
    otherUsage,
    price: undefined,
    isBudgetSpent: () => Promise.resolve(isBudgetSpent()),
    onStored: () => Promise.resolve(),
    background: work,
    stopping: new AbortController().signal,
  });
  return {
    ...embedding,
    ports,
    stored,
    otherUsage,
    calls,
    reads: () => reads,
    telemetry,
    work,
    embedded: () => calls.flat().map((text) => text.split('\n').at(-1)),
    changed: () => version++,
    keys: async () => (await stored.groups()).flatMap(({ vectors }) => [...vectors.keys()]).toSorted(),
  };
}
const lines = (count: number, text = 'Section') =>
  Array.from({ length: count }, (_, number) => `${text} ${number}`).join('\n');

/** Searches find missing vectors for an hour. */
async function missingForAnHour(one: ReturnType<typeof instance>): Promise<void> {
  for (let minute = 0; minute < 60; minute++) {
    one.onMissing();
    await one.work.settled();
    clock.advance(60_000);
  }
}
const documentOf = (markdown: string) => () => [{ name: 'shop.md', markdown }];

describe('sections', () => {
  test('are embedded once, in groups, and their tokens count in the daily budget', async () => {
    const one = instance({ documents: documentOf(lines(150)) });
    await one.run();
    expect(one.calls.map(({ length }) => length)).toEqual([64, 64, 22]);
    expect(await one.keys()).toHaveLength(150);
    expect(await one.otherUsage.today()).toBe(150);
    await one.run();
    one.changed();
    await one.run();
    expect(one.calls).toHaveLength(3);
  });

  test('that two documents share are embedded once', async () => {
    const one = instance({ documents: () => [1, 2].map(() => ({ name: 'shop.md', markdown: lines(3) })) });
    await one.run();
    expect(one.embedded()).toHaveLength(3);
  });

  test('are embedded if they are new, and vectors of removed sections are deleted', async () => {
    let text = lines(100);
    const one = instance({ documents: () => documentOf(text)() });
    await one.run();
    text = `${lines(70)}\nNew`;
    one.changed();
    await one.run();
    expect(one.embedded().slice(100)).toEqual(['New']);
    expect(await one.keys()).toHaveLength(71);
    text = '';
    one.changed();
    await one.run();
    expect(await one.keys()).toHaveLength(1);
  });

  test('are embedded again for another model', async () => {
    const documents = documentOf(lines(3));
    await instance({ documents }).run();
    const other = instance({ documents, space: 'other' });
    await other.run();
    expect(other.embedded()).toHaveLength(3);
    expect(await other.keys()).toHaveLength(3);
  });

  test('lose their vectors if embedding is switched off', async () => {
    const documents = documentOf(lines(3));
    const one = instance({ documents });
    await one.run();
    await instance({ documents, off: true }).run();
    expect(await one.stored.groups()).toEqual([]);
    expect(await one.stored.state()).toEqual({});
  });

  test('that change in many small steps stay in few groups', async () => {
    let count = 1;
    const one = instance({ documents: () => documentOf(lines(count))() });
    for (; count <= 40; count++) {
      one.changed();
      await one.run();
    }
    expect((await one.stored.groups()).length).toBeLessThan(12);
    expect(one.embedded()).toHaveLength(40);
    expect(await one.keys()).toHaveLength(40);
  });
});

describe('the embedding of sections', () => {
  test('continues with the missing sections after a failure, and reports the problem until then', async () => {
    const documents = documentOf(lines(150));
    const fails = (_texts: readonly string[], call: number) =>
      call === 2 ? ({ reason: 'unreachable' } as const) : undefined;
    const one = instance({ documents, fails });
    await one.run();
    expect(await one.keys()).toHaveLength(64);
    expect(await one.stored.state()).toEqual({ problem: 'unreachable' });
    expect(one.telemetry.events).toContainEqual({ type: 'warning', code: 'sections-not-embedded' });
    const other = instance({ documents });
    await other.run();
    expect(other.embedded()).toHaveLength(86);
    expect(await other.stored.state()).toEqual({ done: 'meaning 16 0' });
  });

  test('is done by only one of two instances', async () => {
    const documents = documentOf(lines(150));
    const both = [instance({ documents }), instance({ documents })];
    await Promise.all(both.map((one) => one.run()));
    expect(both.map((one) => one.embedded().length).toSorted((a, b) => a - b)).toEqual([0, 150]);
  });

  test('of an instance that died is taken over when its lease has ended', async () => {
    const one = instance({ documents: documentOf(lines(3)) });
    const dead = leases({ ...one.ports, stopping: AbortSignal.abort() });
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    void dead.hold(EMBEDDING_LEASE, () => {
      resolve();
      return new Promise<never>(() => undefined);
    });
    await taken;
    await one.run();
    expect(one.calls).toEqual([]);
    clock.advance(LEASE_MS);
    await one.run();
    expect(await one.keys()).toHaveLength(3);
  });

  test('stops when the daily budget is used up, and continues the next day', async () => {
    let isSpent = false;
    const one = instance({
      documents: documentOf(lines(150)),
      fails: () => void (isSpent = true),
      isBudgetSpent: () => isSpent,
    });
    await one.run();
    expect(await one.keys()).toHaveLength(64);
    isSpent = false;
    await one.run();
    expect(await one.keys()).toHaveLength(128);
  });

  test.each([
    ['the daily budget is used up', { isBudgetSpent: () => true }],
    ['the circuit is open', { isRefusing: () => true }],
  ])('reads no document while %s', async (_why, state) => {
    const one = instance({ documents: documentOf(lines(3)), ...state });
    await one.run();
    await missingForAnHour(one);
    expect(one.reads()).toBe(0);
  });

  test('that failed is repeated by the timer, not by each search for missing vectors', async () => {
    const one = instance({ documents: documentOf(lines(3)), fails: () => ({ reason: 'unreachable' }) });
    await missingForAnHour(one);
    expect(one.reads()).toBe(1);
    await one.run();
    expect(one.reads()).toBe(2);
  });

  test('waits as long as the server asks for', async () => {
    const fails = (_texts: readonly string[], call: number) =>
      call === 1 ? ({ reason: 'rate-limited', retryAfterMs: 45_000 } as const) : undefined;
    const one = instance({ documents: documentOf(lines(3)), fails });
    const startedAtMs = clock.now();
    await one.run();
    expect(await one.keys()).toHaveLength(3);
    expect(clock.now() - startedAtMs).toBe(45_000);
  });

  test('continues with the other sections if the server refuses one text', async () => {
    const fails = (texts: readonly string[]) =>
      texts.some((text) => text.endsWith('Section 2')) ? ({ reason: 'refused' } as const) : undefined;
    const one = instance({ documents: documentOf(lines(5)), fails });
    await one.run();
    expect(await one.keys()).toHaveLength(5);
    expect(await one.stored.state()).toMatchObject({ done: 'meaning 16 0' });
  });

  test('stores no vector for a text if the server refuses a parameter', async () => {
    const fails = (_texts: readonly string[], call: number) =>
      call <= 2 ? ({ reason: 'refused', ofParameter: true } as const) : undefined;
    const one = instance({ documents: documentOf(lines(5)), fails });
    await one.run();
    expect(await one.keys()).toEqual([]);
    expect(await one.stored.state()).toEqual({ problem: 'refused' });
  });

  test('stores nothing if the server refuses every text', async () => {
    const one = instance({ documents: documentOf(lines(5)), fails: () => ({ reason: 'refused' }) });
    await one.run();
    expect(await one.keys()).toEqual([]);
    expect(await one.stored.state()).toEqual({ problem: 'refused' });
  });

  test('starts automatically some seconds after a change', async () => {
    const one = instance({ documents: documentOf(lines(3)) });
    one.onKnowledgeChanged();
    one.onKnowledgeChanged();
    await one.work.settled();
    expect(one.calls).toHaveLength(1);
  });
});

describe('an instance that searches', () => {
  const questions = {
    of: (asked: readonly string[]) =>
      Promise.resolve(asked.map((question) => new Float32Array(ngramVector(question, 16)))),
    takeTokens: () => 2,
    isSlow: () => false,
  };
  const searching = (one: ReturnType<typeof instance>) => {
    const missing: number[] = [];
    const meanings = semanticSearch({
      embedder: { space: 'meaning 16', problem: () => undefined },
      stored: one.stored,
      questions,
      clock,
      background: one.work,
      onMissing: () => missing.push(clock.now()),
    });
    return { meanings, missing };
  };
  const texts = ['Returns', 'Delivery', 'Opening hours', 'Gift cards'];
  const ask = (find: Awaited<ReturnType<typeof searching>>['meanings'], question: string) => {
    const near = find.open(texts.map((text) => `shop.md\n\n${text}`));
    return { near, ask: () => near([{ question, weight: 1 }]) };
  };

  test('finds similar sections once all have vectors, and reports the missing ones until then', async () => {
    const one = instance({ documents: documentOf(texts.join('\n')) });
    const { meanings, missing } = searching(one);
    const { ask: search } = ask(meanings, 'shop.md\n\nGift cards');
    expect(await search()).toEqual({ sections: [], tokens: 0 });
    await one.work.settled();
    expect(missing).toHaveLength(1);
    await one.run();
    await meanings.reload();
    const { sections, tokens } = await search();
    expect(sections[0]).toBe(3);
    expect(tokens).toBe(2);
  });

  test('uses sections within a minute that another instance has embedded', async () => {
    const one = instance({ documents: documentOf(texts.join('\n')) });
    const { meanings } = searching(one);
    const { ask: search } = ask(meanings, 'shop.md\n\nDelivery');
    await one.work.settled();
    await one.run();
    clock.advance(60_000);
    await search();
    await one.work.settled();
    expect((await search()).sections[0]).toBe(1);
  });

  test('reports a problem if the vectors of questions and of sections have different lengths', async () => {
    const one = instance({ documents: documentOf(texts.join('\n')) });
    await one.run();
    const { meanings } = searching(one);
    const other = { ...questions, of: () => Promise.resolve([new Float32Array([1, 0])]) };
    const mismatched = semanticSearch({
      embedder: { space: 'meaning 16', problem: () => undefined },
      stored: one.stored,
      questions: other,
      clock,
      background: one.work,
      onMissing: () => undefined,
    });
    const { ask: search } = ask(mismatched, 'Delivery');
    await one.work.settled();
    expect((await search()).sections).toEqual([]);
    expect(mismatched.problem()).toBe('wrong-protocol');
    expect(meanings.problem()).toBeUndefined();
  });
});
