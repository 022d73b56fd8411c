import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { knowledgeAnswerer } from '../../src/adapters/scripted/answerer.ts';
import { LANGUAGES } from '../../src/languages/languages.ts';
import { phrasesFor } from '../../src/adapters/scripted/phrases.ts';
import { HANDOFF_RULES, type HandoffRule } from '../../src/assistants/rules/assistants.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { MODEL, startModel } from './support/model-answerer.ts';
import { knowledgeIn } from './support/knowledge.ts';

const assistant = knowledgeAnswerer({ knowledge: knowledgeIn('/nowhere/at/all') });

describe('the assistant without a model', () => {
  const saidTo = async (handoff: HandoffRule, locale?: string) => {
    const asked = question('Xyzzy?', { handoff, ...(locale && { locale }) });
    return (await ask(assistant, asked)).text;
  };

  test.each(LANGUAGES)(
    'says in %s that it has no information yet, and offers a person if its handoff rule allows it',
    async (locale) => {
      const { noInformation: alone, talkToPerson } = phrasesFor(locale);
      expect(await saidTo('when-unsure', locale)).toBe(`${alone}\n\n- ${talkToPerson}`);
      for (const handoff of ['when-asked', 'never'] as const) {
        const text = await saidTo(handoff, locale);
        expect(text).toBe(alone);
      }
    },
  );
});

describe('the texts of the assistant', () => {
  const LABEL = 'Talk to a person';
  const labelIn = async (language: string): Promise<string> => {
    if (language === 'en') return LABEL;
    const sentences = await readFile(
      new URL(`../../widget/languages/${language}.json`, import.meta.url),
      'utf8',
    );
    return z.looseObject({ [LABEL]: z.string() }).parse(JSON.parse(sentences))[LABEL];
  };

  test.each(LANGUAGES)('name the button to ask for a person as the widget does, in %s', async (language) => {
    const { orPerson, talkToPerson } = phrasesFor(language);
    expect(talkToPerson).toBe(await labelIn(language));
    expect(orPerson).toContain(talkToPerson);
  });

  test.each(LANGUAGES)('let a visitor who chooses to talk to a person request one, in %s', async (locale) => {
    const { talkToPerson } = phrasesFor(locale);
    const { results } = await ask(assistant, question(talkToPerson, { locale }));
    expect(results).toMatchObject([{ requestHuman: {} }]);
  });

  test.each(LANGUAGES)('contain no exclamation marks, in %s', (language) => {
    expect(Object.values(phrasesFor(language)).join(' ')).not.toMatch(/[!¡！]/);
  });
});

describe('the assistant on a model', () => {
  const model = freshFixture(() => startModel());

  const asked = async (handoff: HandoffRule) => {
    model.server.script({ deltas: ['Yes.'] });
    await ask(model.answerer, question('May I?', { handoff }));
    const request = model.server.requests.at(-1);
    const body = request?.body;
    return { tools: JSON.stringify(body?.['tools'] ?? null), system: request?.messages[0]?.content ?? '' };
  };

  test('with the rule when-unsure may offer a person and request one', async () => {
    const { tools, system } = await asked('when-unsure');
    expect(tools).toContain('when you cannot help');
    expect(system).toContain('say so, and offer a person');
    expect(system).toContain('call the tool request_human');
  });

  test('with the rule when-asked is instructed to wait for the visitor’s request', async () => {
    const { tools, system } = await asked('when-asked');
    expect(tools).toContain('only when the visitor wants a person');
    expect(system).not.toContain('say so, and offer a person');
    expect(system).toContain('Never offer a person yourself. When the visitor wants a person, call the tool');
  });

  test('with the rule never has no tool to request a person', async () => {
    const { tools, system } = await asked('never');
    expect(tools).toBe('null');
    expect(system).toContain('Never offer a person.');
    expect(system).not.toContain('request_human');
    expect(system).not.toContain('Talk to a person');
  });

  test('with the rule never requests no person, even if the model calls a tool that it does not have', async () => {
    model.server.script({ deltas: ['Wait.'], toolCall: { arguments: ['{}'] } });
    const { text, results } = await ask(model.answerer, question('Help!', { handoff: 'never' }));
    expect(text).toBe('Wait.');
    expect(results[0]).not.toHaveProperty('requestHuman');
  });

  test.each(HANDOFF_RULES)(
    'offers a person after a filtered answer only with the rule when-unsure: %s',
    async (handoff) => {
      model.server.script({ finishReason: 'content_filter' });
      const { text } = await ask(model.answerer, question('Something bad', { handoff }));
      expect(text.includes('Talk to a person')).toBe(handoff === 'when-unsure');
    },
  );
});

describe('a model that an assistant names', () => {
  const model = freshFixture(() => startModel({ limits: { failures: 1 } }));

  test('is requested and charged by its name', async () => {
    model.server.script({ deltas: ['Yes.'] });
    const { results } = await ask(model.answerer, question('May I?', { model: 'gpt-other' }));
    expect(model.server.requests.map(({ model: asked }) => asked)).toEqual(['gpt-other']);
    expect(results).toMatchObject([{ model: 'gpt-other' }]);
    await ask(model.answerer, 'May I?');
    expect(model.server.requests.at(-1)?.model).toBe(MODEL);
  });

  test('is not requested while its circuit is open, and the default model still is', async () => {
    model.server.script({ error: { status: 500, headers: { 'retry-after': '60' } } });
    const other = question('May I?', { model: 'gpt-other' });
    expect((await ask(model.answerer, other)).failure).toBe('assistant-unavailable: server-error');
    expect((await ask(model.answerer, other)).failure).toBe('assistant-unavailable: circuit-open');
    model.server.script({ deltas: ['Yes.'] });
    expect((await ask(model.answerer, 'May I?')).text).toBe('Yes.');
  });
});
