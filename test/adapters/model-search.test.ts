import { describe, expect, it } from 'vitest';
import { phrasesFor } from '../../src/adapters/scripted/phrases.ts';
import { addUsage } from '../../src/spending/rules/cost.ts';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { startModel } from './support/model-answerer.ts';
import { searches, SHOP, toolResults } from './support/searching.ts';

const knowledgeDir = knowledgeFolder(SHOP);

const RETURNS = 'How do I return an order?';

describe.each(MODEL_APIS)('a model that searches the documents, by the API %s', (api) => {
  const model = freshFixture(() => startModel({ api, knowledgeDir, wholeKnowledgeTokens: 0 }));
  const results = () => toolResults(model.server.requests.at(-1));
  const tools = () => model.server.requests.map((call) => call.tools);

  it('gets results numbered after its first sections, and can cite both', async () => {
    model.server.script(searches('guarantee frames'), { deltas: ['Ten years [2', ']. Return it [1].'] });
    const { text, results: ended } = await ask(model.answerer, RETURNS);
    expect(results()).toEqual([
      '<document number="2">\nHelp › Guarantee on frames\n\nSteel lasts ten years.\n</document>',
    ]);
    expect(text).toBe('Ten years [1]. Return it [2].');
    expect(ended).toMatchObject([
      { answered: true, sources: [{ title: 'Guarantee on frames' }, { title: 'Returning an order' }] },
    ]);
  });

  it('gets no section twice, and is informed if no section matches', async () => {
    model.server.script(searches('return order', 'zebra'), { deltas: ['I do not know.'] });
    await ask(model.answerer, RETURNS);
    expect(results()).toEqual(['Documents that you already have: 1.', 'No document fits these words.']);
  });

  it('adds up the tokens of all its calls', async () => {
    const usage = {
      prompt_tokens: 1000,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 900, cache_write_tokens: 50 },
    };
    model.server.script(searches('guarantee'), { deltas: ['Ten years.'], usage });
    const { results: ended, used } = await ask(model.answerer, RETURNS);
    expect([...used, ...ended].map((one) => one.usage).reduce(addUsage)).toEqual({
      inputTokens: 1120,
      outputTokens: 37,
      cachedInputTokens: 920,
      cacheWriteTokens: 50,
    });
  });

  it('adds up estimated tokens if the server reports no usage', async () => {
    model.server.script({ ...searches('guarantee'), usage: false }, { deltas: ['12345678'], usage: false });
    const { results: ended, used } = await ask(model.answerer, RETURNS);
    const { inputTokens, outputTokens } = [...used, ...ended].map((one) => one.usage).reduce(addUsage);
    const prompt = model.server.requests[0]?.messages.map(({ content }) => content).join('') ?? '';
    const found = JSON.stringify({ query: 'guarantee' }) + results().join('');
    expect(inputTokens).toBe(Math.ceil(prompt.length / 4) + Math.ceil((prompt.length + found.length) / 4));
    expect(outputTokens).toBe(2);
  });

  it('may search three times, then is instructed to answer', async () => {
    model.server.script(searches('guarantee'), searches('opening'), searches('vouchers'), searches('bells'), {
      deltas: ['They never expire [4].'],
    });
    const { text, results: ended } = await ask(model.answerer, RETURNS);
    expect(results()).toEqual([
      expect.stringContaining('number="2"'),
      expect.stringContaining('number="3"'),
      expect.stringContaining('number="4"'),
      expect.stringMatching(/^No more searches/),
    ]);
    expect(text).toBe('They never expire [1].');
    expect(ended).toMatchObject([{ answered: true, sources: [{ title: 'Gift vouchers' }] }]);
  });

  it('that never stops searching is called five times, and the answer is that nothing was found', async () => {
    model.server.script(searches('guarantee'));
    const { text, results: ended, used } = await ask(model.answerer, question(RETURNS, { locale: 'de' }));
    expect(used).toHaveLength(4);
    expect(model.server.requests).toHaveLength(5);
    expect(text).toContain(phrasesFor('de').nothingFound);
    expect(ended).toMatchObject([{ answered: false, sources: [], usage: { inputTokens: 120 } }]);
  });

  it('that searches too often in one reply gets three results', async () => {
    model.server.script(searches('guarantee', 'opening', 'gift vouchers', 'bells ring'), {
      deltas: ['Yes.'],
    });
    await ask(model.answerer, RETURNS);
    expect(results().map((result) => result.slice(0, 9))).toEqual([
      ...['<document', '<document', '<document', 'No more s'],
    ]);
  });

  it('gets one result for each call of a reply, and one for calls with the same id', async () => {
    const [first, second] = searches('guarantee', 'vouchers').toolCalls ?? [];
    if (!first || !second) throw new Error('There are two calls.');
    model.server.script({ toolCalls: [first, second] }, { deltas: ['Yes.'] });
    await ask(model.answerer, RETURNS);
    expect(results().map((result) => /number="(\d)"/.exec(result)?.[1])).toEqual(['2', '3']);
    model.server.script({ toolCalls: [first, { ...second, id: first.id ?? '' }] }, { deltas: ['Yes.'] });
    await ask(model.answerer, RETURNS);
    expect(results()).toEqual([expect.stringContaining('Steel lasts')]);
  });

  it.each([['not JSON {{{'], [''], ['null'], ['[]'], ['{"query": 7}'], ['{"query": "  "}'], ['{"q": "x"}']])(
    'is sent the expected arguments if it writes %j',
    async (written) => {
      const call = { name: 'search_documents', arguments: [written] };
      model.server.script({ toolCall: call }, { deltas: ['Within 30 days [1].'] });
      expect((await ask(model.answerer, RETURNS)).text).toBe('Within 30 days [1].');
      expect(results()).toEqual([expect.stringMatching(/^The arguments must be JSON/)]);
    },
  );

  it('searches with the first part of a very long query', async () => {
    model.server.script(searches(`guarantee ${'👋'.repeat(5000)}`), { deltas: ['Yes.'] });
    await ask(model.answerer, RETURNS);
    expect(results()).toEqual([expect.stringContaining('Steel lasts')]);
  });

  it('is informed that a tool does not exist, and answers', async () => {
    const call = { name: 'delete_all', arguments: ['{}'] };
    model.server.script({ toolCall: call }, { deltas: ['Within 30 days.'] });
    expect((await ask(model.answerer, RETURNS)).text).toBe('Within 30 days.');
    expect(results()).toEqual(['There is no such tool.']);
    model.server.script({ deltas: ['Within 30 days.'], toolCall: call });
    expect((await ask(model.answerer, RETURNS)).text).toBe('Within 30 days.');
    expect(model.server.requests).toHaveLength(3);
  });

  it.each([
    ['after a sentence', ['Let me see.'], ['Ten years.'], 'Let me see.\n\nTen years.'],
    ['after a sentence and a line', ['Let me see:\n'], ['\nTen years.'], 'Let me see:\n\n\nTen years.'],
    ['within a sentence', ['Steel lasts'], ['ten years.'], 'Steel lasts ten years.'],
    ['after an incomplete citation', ['See [1'], ['Ten years.'], 'See [1 Ten years.'],
    ['after only white space', [' \n'], [' Ten years.'], 'Ten years.'],
    ['twice', ['One. '], ['Two.'], 'One. \n\nTwo.'],
  ])('keeps the text that it wrote before a search: %s', async (_name, before, after, whole) => {
    model.server.script({ deltas: before, ...searches('guarantee') }, { deltas: after });
    expect((await ask(model.answerer, RETURNS)).text).toBe(whole);
  });

  it('requests a person instead of searching if it calls both tools in one reply', async () => {
    const [search] = searches('guarantee').toolCalls ?? [];
    if (!search) throw new Error('There is one call.');
    model.server.script({ toolCalls: [search, { arguments: ['{"reason": "A claim"}'] }] });
    const { text, results: ended } = await ask(model.answerer, RETURNS);
    expect(model.server.requests).toHaveLength(1);
    expect(ended).toMatchObject([{ requestHuman: { reason: 'A claim' } }]);
    expect(text).toBe(phrasesFor('en').personAsked);
  });

  it('may request a person after a search', async () => {
    model.server.script(searches('guarantee'), {
      deltas: ['A person will help.'],
      toolCall: { arguments: ['{}'] },
    });
    const { text, results: ended } = await ask(model.answerer, RETURNS);
    expect(text).toBe('A person will help.');
    expect(ended).toMatchObject([{ requestHuman: {} }]);
  });

  it('has only the search tool if it never requests a person', async () => {
    model.server.script(searches('guarantee'), { deltas: ['Ten years.'] });
    await ask(model.answerer, question(RETURNS, { handoff: 'never' }));
    expect(tools()).toEqual([['search_documents'], ['search_documents']]);
  });

  it('has no search tool for a draft or without documents', async () => {
    await ask(model.answerer, question(RETURNS, { purpose: 'draft' }));
    const knowledge = { kind: 'documents', key: 'none', documents: () => Promise.resolve([]) } as const;
    await ask(model.answerer, question(RETURNS, { knowledge }));
    expect(tools()).toEqual([[], ['request_human']]);
    expect(JSON.stringify(model.server.requests.map(({ body }) => body))).not.toContain('search_documents');
  });

  describe('that refuses tools', () => {
    const refusal = {
      error: { status: 400, body: { error: { message: 'Unsupported.', param: 'tools', code: null } } },
    };

    it('is called without tools for an hour', async () => {
      model.server.script(refusal, { deltas: ['Within 30 days [1].'] });
      expect((await ask(model.answerer, RETURNS)).text).toBe('Within 30 days [1].');
      await ask(model.answerer, RETURNS);
      expect(tools()).toEqual([['request_human', 'search_documents'], [], []]);
      expect(JSON.stringify(model.server.requests[1]?.body)).not.toContain('search_documents');
      expect(model.languageModel.state().reduced).toEqual(['tools']);
    });

    it('gets its search results as documents if it refuses tools after a search', async () => {
      model.server.script(searches('guarantee'), refusal, { deltas: ['Ten years [2].'] });
      const { text, results: ended } = await ask(model.answerer, RETURNS);
      expect(text).toBe('Ten years [1].');
      expect(ended).toMatchObject([{ sources: [{ title: 'Guarantee on frames' }] }]);
      const last = model.server.requests.at(-1);
      expect(last?.messages.at(-2)?.content).toMatch(
        /number="1">\nHelp › Returning[^]*number="2">\nHelp › Guar/,
      );
      expect(last?.messages.map(({ role }) => role)).not.toContain('tool');
    });
  });
});
