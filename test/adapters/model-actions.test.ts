import { describe, expect, it } from 'vitest';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import type { AnswerActions } from '../../src/ports.ts';
import type { ScriptedReply } from '../fakes/model/script.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { ask, question } from '../support/ports/asking.ts';
import { startModel } from './support/model-answerer.ts';
import { searches, SHOP, toolResults } from './support/searching.ts';

const knowledgeDir = knowledgeFolder(SHOP);
const WHERE = 'Where is my order 10423?';

/** Calls of actions in one reply of the model. */
function calls(...made: [name: string, written: string, id?: string][]): ScriptedReply {
  return {
    toolCalls: made.map(([name, written, id], at) => ({
      id: id ?? `call_${at}_${written.length}_${name}`,
      name,
      arguments: [written],
    })),
  };
}

/** Two actions that note how they are called; a test may hold their answers back. */
function actions() {
  const called: [string, string][] = [];
  const own: AnswerActions = {
    callable: ['find_order', 'cancel_order'].map((name) => ({
      name,
      purpose: `What ${name} is for.`,
      parameters: { type: 'object', properties: { orderNumber: { type: 'string' } } },
    })),
    call(name, argumentsText) {
      called.push([name, argumentsText]);
      return Promise.resolve(`Result ${called.length}`);
    },
  };
  return { actions: own, called };
}

describe.each(MODEL_APIS)('a model that calls actions, by the API %s', (api) => {
  const model = freshFixture(() =>
    startModel({ api, knowledgeDir, wholeKnowledgeTokens: 0, clock: passingClock() }),
  );
  const results = () => toolResults(model.server.requests.at(-1));
  const toolNames = () => model.server.requests.map(({ tools }) => tools);

  it('is offered them as tools, gets the result, and answers from it', async () => {
    const { actions: own, called } = actions();
    model.server.script(calls(['find_order', '{"orderNumber":"10423"}']), { deltas: ['It is on its way.'] });
    const { text, results: ended } = await ask(model.answerer, question(WHERE, { actions: own }));
    expect(called).toEqual([['find_order', '{"orderNumber":"10423"}']]);
    expect(toolNames()[0]).toEqual(expect.arrayContaining(['find_order', 'cancel_order']));
    expect(results()).toEqual(['Result 1']);
    expect(text).toBe('It is on its way.');
    expect(ended).toMatchObject([{ answered: true, sources: [] }]);
  });

  it('is sent no tool and no rule about actions if there are none', async () => {
    model.server.script({ deltas: ['Hello.'] });
    await ask(model.answerer, WHERE);
    expect(toolNames()).toEqual([['request_human', 'search_documents']]);
    expect(model.server.requests[0]?.messages[0]?.content).not.toContain('actions of the business');
  });

  it('calls several in one reply, and they run concurrently', async () => {
    const { actions: own, called } = actions();
    const bothStarted = Promise.withResolvers<undefined>();
    const waiting: AnswerActions = {
      ...own,
      async call(...call) {
        const result = own.call(...call);
        if (called.length === 2) bothStarted.resolve(undefined);
        await bothStarted.promise;
        return await result;
      },
    };
    model.server.script(calls(['find_order', '{"orderNumber":"1"}'], ['find_order', '{"orderNumber":"2"}']), {
      deltas: ['Both are on their way.'],
    });
    await ask(model.answerer, question(WHERE, { actions: waiting }));
    expect(results()).toEqual(['Result 1', 'Result 2']);
  });

  it('can call an action together with a search, and gets both results in order', async () => {
    const { actions: own } = actions();
    const search = searches('guarantee').toolCalls ?? [];
    const lookup = calls(['find_order', '{}']).toolCalls ?? [];
    model.server.script({ toolCalls: [...search, ...lookup] }, { deltas: ['Yes.'] });
    await ask(model.answerer, question('How do I return an order?', { actions: own }));
    expect(results()).toEqual([expect.stringContaining('Steel lasts'), 'Result 1']);
  });

  it('runs a call once if the server sends it twice', async () => {
    const { actions: own, called } = actions();
    model.server.script(calls(['find_order', '{}', 'same'], ['find_order', '{}', 'same']), {
      deltas: ['Yes.'],
    });
    await ask(model.answerer, question(WHERE, { actions: own }));
    expect(called).toHaveLength(1);
  });

  it('keeps the tools of the service if an action has the name of one', async () => {
    const { actions: own, called } = actions();
    const callable = own.callable.map((one) => ({ ...one, name: 'request_human' }));
    model.server.script({ deltas: ['One moment.'], ...calls(['request_human', '{}']) });
    const asked = question('I want a person', { actions: { ...own, callable } });
    const { results: ended } = await ask(model.answerer, asked);
    expect(toolNames()).toEqual([['request_human', 'search_documents']]);
    expect(called).toEqual([]);
    expect(ended).toMatchObject([{ requestHuman: {} }]);
  });

  it('is informed that an unknown action does not exist', async () => {
    const { actions: own, called } = actions();
    model.server.script(calls(['delete_all', '{}']), { deltas: ['I cannot do that.'] });
    const { text } = await ask(model.answerer, question(WHERE, { actions: own }));
    expect(called).toEqual([]);
    expect(results()).toEqual(['There is no such tool.']);
    expect(text).toBe('I cannot do that.');
  });

  it('passes arguments on unchanged, even if they are not JSON', async () => {
    const { actions: own, called } = actions();
    model.server.script(calls(['find_order', 'not JSON {{{']), { deltas: ['Which order?'] });
    await ask(model.answerer, question(WHERE, { actions: own }));
    expect(called).toEqual([['find_order', 'not JSON {{{']]);
  });

  it('can call an action after a sentence, which is kept', async () => {
    const { actions: own } = actions();
    model.server.script({ deltas: ['One moment.'], ...calls(['find_order', '{}']) }, { deltas: ['Here.'] });
    const { text } = await ask(model.answerer, question(WHERE, { actions: own }));
    expect(text).toBe('One moment.\n\nHere.');
  });

  it('that never stops calling actions is called eight times', async () => {
    const { actions: own } = actions();
    model.server.script(calls(['find_order', '{}']));
    const { results: ended } = await ask(model.answerer, question(WHERE, { actions: own }));
    expect(model.server.requests).toHaveLength(8);
    expect(ended).toMatchObject([{ answered: false }]);
  });

  it('does not repeat an action if a later request of the answer is retried', async () => {
    const { actions: own, called } = actions();
    model.server.script(
      calls(['cancel_order', '{"orderNumber":"10423"}']),
      { error: { status: 500 } },
      { deltas: ['Shall I?'] },
    );
    const { text } = await ask(model.answerer, question('Cancel my order', { actions: own }));
    expect(text).toBe('Shall I?');
    expect(called).toHaveLength(1);
  });

  it('writes a draft for an agent without actions', async () => {
    const { actions: own } = actions();
    model.server.script({ deltas: ['Dear visitor'] });
    await ask(model.answerer, question(WHERE, { actions: own, purpose: 'draft' }));
    expect(toolNames()).toEqual([[]]);
  });
});
