import { describe, expect, it } from 'vitest';
import { knowledgeIndex } from '../../src/adapters/knowledge/knowledge-index.ts';
import { parseInProcess } from '../../src/adapters/knowledge/parsed-documents.ts';
import { blocksOf, parseDocument } from '../../src/adapters/knowledge/markdown-sections.ts';
import { threadParser } from '../../src/adapters/knowledge/markdown-thread.ts';
import { realClock } from '../support/clocks/real-clock.ts';

const worker = new URL('../../src/adapters/knowledge/markdown-worker.ts', import.meta.url);
const GOOD = {
  name: 'returns.md',
  markdown: '---\nsynonyms: parcel, package\n---\n# Help\n\n## Returns\n\n*Within* 30 days.',
};
/** Takes the parser minutes. */
const SLOW = { name: 'slow.md', markdown: `${'_*a'.repeat(60_000)} wardrobe` };

describe('the thread that parses documents', () => {
  it('returns the same sections as parsing in the process, in order', async () => {
    const documents = [GOOD, { name: 'opening-hours.md', markdown: 'From **9** to 5.' }];
    const parsed = await threadParser({ worker, clock: realClock })(documents);
    expect(parsed).toEqual(await parseInProcess(documents));
    expect(parsed[1]?.sections).toMatchObject([{ title: 'opening hours', text: 'From 9 to 5.' }]);
  });

  it('stops a document that takes too long and indexes its plain text; other documents are parsed', async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 10);
    const index = knowledgeIndex(
      () => Promise.resolve([GOOD, SLOW, { ...GOOD, name: 'other.md' }]),
      undefined,
      threadParser({ worker, clock: realClock, timeoutMs: 3_000 }),
    );
    expect((await index.find(['returns'], 9)).map(({ title }) => title)).toEqual(['Returns', 'Returns']);
    expect((await index.find(['wardrobe'], 9))[0]?.title).toBe('slow');
    clearInterval(ticking);
    // The event loop went on all the time.
    expect(turns).toBeGreaterThan(20);
  });

  it('keeps its time limits if the request has less time left', async () => {
    const parse = threadParser({
      worker,
      clock: { ...realClock, remainingMs: () => 0 },
      timeoutMs: 3_000,
    });
    const [slow, good] = await parse([SLOW, GOOD]);
    expect([slow?.sections.length, good?.sections.length]).toEqual([1, 1]);
  });

  it('reports a thread that does not start as a fault, and no document as damaged', async () => {
    const missing = new URL('./missing-worker.ts', import.meta.url);
    await expect(threadParser({ worker: missing, clock: realClock })([GOOD])).rejects.toThrow(
      'did not start',
    );
  });
});

it('a front matter of more than a thousand lines is read as text', () => {
  const list = (items: number) => ({
    name: 'a.md',
    markdown: `---\nsynonyms:\n${'  - parcel, package\n'.repeat(items)}---\nText`,
  });
  expect(parseDocument(list(900)).synonyms.length).toBeGreaterThan(0);
  expect(parseDocument(list(1_100)).synonyms).toEqual([]);
});

it('a section with far more emphasis marks than usual is quoted as one block', () => {
  const section = '_*a'.repeat(600);
  expect(blocksOf(section)).toEqual([{ text: section, isProse: true }]);
  expect(blocksOf('One *two*.\n\n- three').map(({ isProse }) => isProse)).toEqual([true, false]);
});
