import { describe, expect, it } from 'vitest';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import type { KnowledgeSource } from '../../src/ports.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startModel } from './support/model-answerer.ts';

/** Documents of so many sections, each of about 100 bytes. */
function sections(count: number, key = `${count}`): KnowledgeSource {
  const text = (at: number) => `## Part ${at}\n\nThe number of part ${at} is ${at * 7}${'.'.repeat(60)}`;
  const markdown = Array.from({ length: count }, (_, index) => text(index + 1)).join('\n\n');
  const documents = () => Promise.resolve([{ name: 'parts.md', markdown: `# Parts\n\n${markdown}` }]);
  return { kind: 'documents', key, documents };
}

describe.each(MODEL_APIS)('the documents of a small knowledge, by the API %s', (api) => {
  const model = freshFixture(() => startModel({ api, wholeKnowledgeTokens: 3000 }));
  const sent = () => model.server.requests.at(-1);
  const numbers = (at: number) =>
    sent()
      ?.messages.at(at)
      ?.content.match(/<document number="\d+">/g)?.length ?? 0;

  it('are reported to the model as missing if there are none, and the model offers a person', async () => {
    const none: KnowledgeSource = { kind: 'documents', key: '', documents: () => Promise.resolve([]) };
    await ask(model.answerer, question('What does delivery cost?', { knowledge: none }));
    const said = sent()?.messages.at(-2)?.content;
    expect(said).toContain('There are no documents yet.');
    expect(said).toContain('offer a person');
    expect(said).not.toContain('No document fits');
  });

  it('are all put at the beginning of the prompt, and the model has no search tool', async () => {
    await ask(model.answerer, question('What is the number of part 3?', { knowledge: sections(110) }));
    expect(numbers(0)).toBe(110);
    expect(numbers(-2)).toBe(0);
    expect(sent()?.tools).toEqual(['request_human']);
    expect(sent()?.messages[0]?.content).not.toContain('search_documents');
  });

  it('are searched instead if their size exceeds the limit of the prompt', async () => {
    await ask(model.answerer, question('What is the number of part 3?', { knowledge: sections(140) }));
    expect([numbers(0), numbers(-2)]).toEqual([0, 8]);
    expect(sent()?.tools).toEqual(['request_human', 'search_documents']);
  });

  it('are measured in bytes: a script with three bytes a character fills a prompt sooner', async () => {
    const of = (content: string): KnowledgeSource => ({
      kind: 'documents',
      key: content,
      documents: () => Promise.resolve([{ name: 'one.md', markdown: `# One\n\n${content}` }]),
    });
    await ask(model.answerer, question('One?', { knowledge: of('word '.repeat(1600)) }));
    expect(sent()?.tools).toEqual(['request_human']);
    await ask(model.answerer, question('One?', { knowledge: of('字'.repeat(8000)) }));
    expect(sent()?.tools).toEqual(['request_human', 'search_documents']);
  });

  it('are cited by their numbers, including numbers above 99', async () => {
    model.server.script({ deltas: ['It is 728 [104', '].'] });
    const asked = question('What is the number of part 103?', { knowledge: sections(110) });
    const { text, results } = await ask(model.answerer, asked);
    const titles = [...(sent()?.messages[0]?.content.matchAll(/number="(\d+)">\nParts › (.*)/g) ?? [])];
    const title = titles.find(([, number]) => number === '104')?.[2];
    expect(text).toBe('It is 728 [1].');
    expect(results).toMatchObject([{ answered: true, sources: [{ title }] }]);
  });

  it('start every prompt with the same text and cache key until a document changes', async () => {
    const asks = ['What is the number of part 3?', 'Hello', 'And part 9?'];
    const beginnings = async (knowledge: KnowledgeSource) => {
      const before = model.server.requests.length;
      for (const content of asks) await ask(model.answerer, question(content, { knowledge }));
      const calls = model.server.requests.slice(before);
      return new Set(
        calls.map(({ body, messages: [first] }) => JSON.stringify([first, body['prompt_cache_key']])),
      );
    };
    const first = await beginnings(sections(20));
    const second = await beginnings(sections(21));
    expect([first.size, second.size, new Set([...first, ...second]).size]).toEqual([1, 1, 2]);
  });

  it.each([
    ['Polish', 'Czy mogę zapłacić kartą?'],
    ['Turkish', 'Kartla ödeyebilir miyim?'],
    ['Japanese', 'カードで支払えますか'],
    ['Russian', 'Можно заплатить картой?'],
    ['German', 'Kann ich mit Karte zahlen?'],
    ['Arabic', 'هل يمكنني الدفع بالبطاقة؟'],
    ['Chinese', '可以刷卡吗'],
    ['Greek', 'Μπορώ να πληρώσω με κάρτα;'],
  ])(
    'come with the note that a question in %s can have its answer in them although no word matches',
    async (_language, asked) => {
      await ask(model.answerer, question(asked, { knowledge: sections(3) }));
      const told = JSON.stringify(sent()?.messages);
      expect(told).toContain('Look into all documents for the latest question.');
      expect(told).not.toContain('No document');
    },
  );
});
